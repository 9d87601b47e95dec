/** Leaving a position as the book stands: never more than is held, and for a walk never more than the bids offer. */
import type { BookView } from './book.ts'
import { bestAsk, bestBid } from './book.ts'
import { depthWithin } from './book-walk.ts'
import { formatMicros, micros, roundSizeDown } from './money.ts'
import type { Micros } from './money.ts'
import type { OrderTerms } from './order.ts'
import { formatPrice, priceFromSteps } from './price.ts'
import type { Price, TickSize } from './price.ts'
import { priced, told } from './priced-text.ts'
import { rejection } from './reject-codes.ts'
import type { Rejection } from './reject-codes.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'

/** `walk` sells through the bids, `join` rests at the best ask. */
export type ExitMode = 'walk' | 'join'

/** An order as a quote sets it, without the outcome. */
export type QuotedTerms = Pick<OrderTerms, 'side' | 'price' | 'size' | 'timeInForce' | 'postOnly'>

export type QuoteBook = Pick<BookView, 'bids' | 'asks' | 'tickSize' | 'minOrderSize'>

export type ExitFacts = {
  readonly mode: ExitMode
  /** Shares to leave with; null for all. More than is held counts as all. */
  readonly asked: Micros | null
  /** Shares held; null when that could not be read. */
  readonly held: Micros | null
  /** Of these, what open sells may still take. */
  readonly reserved: Micros
  readonly book: QuoteBook
  /** How far below the best bid a walk may go. */
  readonly reachTicks: number
}

const SMALLEST = micros(10_000n)

/** The order that leaves the position, or why there is none. */
export function quoteExit(facts: ExitFacts): Result<QuotedTerms, Rejection> {
  const { mode, asked, book } = facts
  const sellable = sellableSize(facts.held, facts.reserved, book.minOrderSize)
  if (!sellable.ok) return sellable
  const wanted = asked === null ? sellable.value : roundSizeDown(asked)
  if (wanted <= 0n) return err(rejection('invalid_size', { value: formatMicros(wanted) }))
  const size = least(wanted, sellable.value)
  if (size < book.minOrderSize) return err(belowMinimum(size, book.minOrderSize, 'The size asked for'))
  return mode === 'join' ? join(size, book) : walk(size, facts)
}

/**
 * What may be sold of a position: whole hundredths of a share that no open order may take.
 *
 * @returns `no_position`, or `below_min_size` for dust
 */
export function sellableSize(
  held: Micros | null,
  reserved: Micros,
  minOrderSize: Micros,
): Result<Micros, Rejection> {
  if (held === null) {
    return err(rejection('venue_unavailable', { message: 'What is held could not be read from the venue.' }))
  }
  if (held <= 0n) return err(rejection('no_position'))
  const free = micros(held - reserved)
  if (free <= 0n) {
    const message = 'All shares of this position are offered in open orders already.'
    return err(rejection('no_position', { message }))
  }
  const size = roundSizeDown(free)
  // The venue trades hundredths of a share, whatever the market's minimum.
  const minimum = minOrderSize > SMALLEST ? minOrderSize : SMALLEST
  return size < minimum ? err(belowMinimum(free, minimum, 'What is held and free')) : ok(size)
}

/** Price of the deepest level that an order may reach from the best price; stays on the tick. */
export function reachFrom(best: Price, ticks: number, tick: TickSize): Price {
  const steps = best + ticks * tick
  const within = Math.min(Math.max(steps, tick), 10_000 - tick)
  return priceFromSteps(within) ?? best
}

/** A refusal for an amount that the market does not trade. */
export function belowMinimum(size: Micros, minimum: Micros, what: string): Rejection {
  const [value, limit] = [formatMicros(size), formatMicros(minimum)]
  const message = `${what} (${value}) is below the market's minimum of ${limit}.`
  return rejection('below_min_size', { message, value, limit })
}

/** A refusal for a book that offers too little within reach. */
export function tooLittleOffered(
  offered: Micros,
  reach: Price,
  { minOrderSize, tickSize }: QuoteBook,
): Rejection {
  const [value, limit] = [formatMicros(offered), formatMicros(minOrderSize)]
  const end = priced(formatPrice(reach), tickSize)
  const message = told`The book offers ${value} up to ${end}, less than the market's minimum of ${limit}.`
  return rejection('no_liquidity', { message, value, limit })
}

function join(size: Micros, book: QuoteBook): Result<QuotedTerms, Rejection> {
  const price = bestAsk(book)
  if (price === null) {
    return err(rejection('no_liquidity', { message: 'There is no ask to join.' }))
  }
  return ok({ side: 'SELL', price, size, timeInForce: 'GTC', postOnly: true })
}

function walk(wanted: Micros, { book, reachTicks }: ExitFacts): Result<QuotedTerms, Rejection> {
  const best = bestBid(book)
  if (best === null) return err(rejection('no_liquidity', { message: 'There is no bid to sell to.' }))
  const price = reachFrom(best, -reachTicks, book.tickSize)
  const offered = depthWithin('SELL', book.bids, price)
  const size = least(wanted, roundSizeDown(offered))
  if (size <= 0n || size < book.minOrderSize) return err(tooLittleOffered(offered, price, book))
  return ok({ side: 'SELL', price, size, timeInForce: 'FAK', postOnly: false })
}

function least(a: Micros, b: Micros): Micros {
  return a < b ? a : b
}
