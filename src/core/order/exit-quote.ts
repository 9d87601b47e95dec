/**
 * Leaving a position against the current book: never more than is held, for a walk never more than the bids offer, and of
 * what the venue takes the most (INV-50, assumptions.md).
 */
import { bestAsk, bestBid, type BookView } from '../book/book.ts'
import { depthWithin } from '../book/book-walk.ts'
import { formatMicros, micros, roundSizeDown, ZERO, type Micros } from '../money.ts'
import { fittingSize, sizeStep } from './order-amounts.ts'
import { tooSmallToRest } from './order-minimum.ts'
import type { OrderTerms } from './order.ts'
import { formatPrice, priceFromSteps, type Price, type TickSize } from '../price.ts'
import { priced, pricedText, type PricedText } from '../priced-text.ts'
import { rejection, type Rejection } from '../reject-codes.ts'
import { err, ok, type Result } from '#lib/result.ts'

/** `walk` sells through the bids, `join` rests at the best ask. */
export type ExitMode = 'walk' | 'join'

/** An order as a quote sets it, without the outcome. */
export type QuotedTerms = Pick<OrderTerms, 'side' | 'price' | 'size' | 'timeInForce' | 'postOnly'>

export type QuoteBook = Pick<BookView, 'bids' | 'asks' | 'tickSize' | 'minOrderSize'>

/** How far from the best price a quote may go: the stricter of the two holds. The best price itself is always within. */
export type Reach = { readonly ticks: number; readonly percent: number }

export type ExitFacts = {
  readonly mode: ExitMode
  /** Shares to leave with; null for all. More than is held counts as all. */
  readonly asked: Micros | null
  /** Shares held; null when that could not be read. */
  readonly held: Micros | null
  /** Part of the shares that open sells may still take. */
  readonly reserved: Micros
  /** Shares just bought that `held` does not show yet. */
  readonly settling: Micros
  /** Bought in trades that have not settled within ten minutes. */
  readonly overdue: Micros
  readonly book: QuoteBook
  /** How far below the best bid a walk may go. */
  readonly reach: Reach
  /** The least price that was shown: it sells at no worse one. Null when none was. */
  readonly worst: Price | null
}

const SMALLEST = micros(10_000n)
/** How far beyond its reach a walk looks for a price to propose. */
const FURTHER: Reach = { ticks: 100, percent: 100 }

/** The order that closes the position, or why there is none. */
export function quoteExit(facts: ExitFacts): Result<QuotedTerms, Rejection> {
  const { mode, asked } = facts
  const sellable = sellableSize(facts)
  if (!sellable.ok) return sellable
  const wanted = asked === null ? sellable.value : roundSizeDown(asked)
  if (wanted <= 0n) return err(rejection('invalid_size', { value: formatMicros(wanted) }))
  const size = wanted < sellable.value ? wanted : sellable.value
  return mode === 'join' ? join(size, facts) : walk(size, facts)
}

/**
 * Sellable size of a position: whole hundredths of a share that no open order may take. @returns `no_position`,
 * `shares_not_settled` where only the balance is late, or `below_min_size` for less than a hundredth
 */
export function sellableSize({
  held,
  reserved,
  settling,
  overdue,
}: Pick<ExitFacts, 'held' | 'reserved' | 'settling' | 'overdue'>): Result<Micros, Rejection> {
  if (held === null) {
    return err(rejection('venue_unavailable', { message: 'The position could not be read from the venue.' }))
  }
  if (held <= 0n) return err(settling > 0n ? notSettled(overdue) : rejection('no_position'))
  const free = micros(held - reserved)
  if (free <= 0n) {
    const message =
      'All shares are in open sells that cannot be cancelled now: in flight, or in their matching delay.'
    return err(rejection('no_position', { message }))
  }
  const size = roundSizeDown(free)
  if (size >= SMALLEST) return ok(size)
  const [value, limit] = [formatMicros(free), formatMicros(SMALLEST)]
  const message = `The free size (${value}) is below ${limit} shares, the venue's smallest trade: it stays until the market resolves.`
  return err(rejection('below_min_size', { message, value, limit }))
}

/** Shared refusal for a buy that settles late. */
export function notSettled(overdue: Micros): Rejection {
  if (overdue <= 0n) return rejection('shares_not_settled')
  const value = formatMicros(overdue)
  const message = `${value} shares are overdue: the venue matched the buy over ten minutes ago and has not settled it. Nothing was sent.`
  return rejection('shares_not_settled', { message, value })
}

/** Prices that an order may have from the best price of the other side, down or up from there, the best first; on the tick. */
export function pricesWithin(
  best: Price,
  { ticks, percent }: Reach,
  side: 'SELL' | 'BUY',
  tick: TickSize,
): readonly Price[] {
  const step = side === 'SELL' ? -tick : tick
  const prices: Price[] = []
  for (let count = 0; count <= ticks && count * tick * 100 <= best * percent; count += 1) {
    const steps = best + count * step
    const price = steps < tick || steps > 10_000 - tick ? null : priceFromSteps(steps)
    if (price !== null) prices.push(price)
  }
  return prices
}

/** The limit by which a reach ends where it does. */
export type SlippageLimit = 'exit_slippage_ticks' | 'exit_slippage_percent'

/** The stricter one at this best price. */
export function strictLimit(best: Price, { ticks, percent }: Reach, tick: TickSize): SlippageLimit {
  return ticks * tick * 100 > best * percent ? 'exit_slippage_percent' : 'exit_slippage_ticks'
}

/** `exit slippage in ticks`. */
export const slippageName = (limit: SlippageLimit): string =>
  limit.replace('exit_slippage_', 'exit slippage in ')

/** The market has left the price that was shown for good: nothing is sent at one that nobody saw. */
export function hasMovedAway(what: string, best: Price, worst: Price, tick: TickSize): Rejection {
  const [now, shown] = [priced(formatPrice(best), tick), priced(formatPrice(worst), tick)]
  return rejection('no_liquidity', {
    message: pricedText`${what} is ${now} now, worse than the ${shown} shown.`,
  })
}

function join(size: Micros, { book, worst }: ExitFacts): Result<QuotedTerms, Rejection> {
  if (size < book.minOrderSize) return err(tooSmallToRest(size, book.minOrderSize, 'The size to offer'))
  const price = bestAsk(book)
  if (price === null) {
    return err(rejection('no_liquidity', { message: 'There is no ask to join.' }))
  }
  if (worst !== null && price < worst) return err(hasMovedAway('The best ask', price, worst, book.tickSize))
  return ok({ side: 'SELL', price, size, timeInForce: 'GTC', postOnly: true })
}

/** Best price within reach: it leaves least; of equal ones the lowest, for bids that move meanwhile. */
function walk(wanted: Micros, { book, reach, worst }: ExitFacts): Result<QuotedTerms, Rejection> {
  const best = bestBid(book)
  if (best === null) return err(rejection('no_liquidity', { message: 'There is no bid to sell to.' }))
  if (worst !== null && best < worst) return err(hasMovedAway('The best bid', best, worst, book.tickSize))
  const prices = pricesWithin(best, reach, 'SELL', book.tickSize).filter((price) => price >= (worst ?? 0))
  let chosen: QuotedTerms | null = null
  for (const price of prices) {
    const size = fittingSale(wanted, price, book)
    if (size > 0n && size >= (chosen?.size ?? 0n)) {
      chosen = { side: 'SELL', price, size, timeInForce: 'FAK', postOnly: false }
    }
  }
  if (chosen !== null) return ok(chosen)
  return err(noneFits(wanted, prices, book, strictLimit(best, reach, book.tickSize)))
}

/** The most of these shares that the bids take down to a price in one order that the venue takes. */
function fittingSale(wanted: Micros, price: Price, book: QuoteBook): Micros {
  const offered = depthWithin('SELL', book.bids, price)
  return fittingSize({ timeInForce: 'FAK', price }, wanted < offered ? wanted : offered)
}

/** Nothing fits within reach: says the least that would, and what else would do. */
function noneFits(
  wanted: Micros,
  prices: readonly Price[],
  book: QuoteBook,
  limitedBy: SlippageLimit,
): Rejection {
  const last = prices.at(-1)
  const offered = last === undefined ? ZERO : depthWithin('SELL', book.bids, last)
  const least =
    prices.map((price) => sizeStep({ timeInForce: 'FAK', price })).toSorted(ascending)[0] ?? SMALLEST
  const [value, limit] = [formatMicros(wanted < offered ? wanted : offered), formatMicros(least)]
  const code = wanted < least ? 'invalid_size' : 'no_liquidity'
  const what =
    wanted < least
      ? pricedText`At these prices a sale needs at least ${limit} shares to be whole cents; ${value} is less.`
      : pricedText`Within your slippage the bids take ${value}, and a sale there needs at least ${limit} shares to be whole cents.`
  const message = pricedText`${what} ${wayOut(wanted, last ?? null, book, limitedBy)}`
  return rejection(code, { message, value, limit })
}

/** Alternatives that would sell: a price further down, or an order that rests. */
function wayOut(
  wanted: Micros,
  reach: Price | null,
  book: QuoteBook,
  limitedBy: SlippageLimit,
): PricedText | string {
  const rests =
    bestAsk(book) !== null && wanted >= book.minOrderSize ? 'Rest it at the best ask' : 'Wait for better bids'
  const further = reach === null ? [] : pricesWithin(reach, FURTHER, 'SELL', book.tickSize)
  for (const price of further) {
    const size = fittingSale(wanted, price, book)
    if (size <= 0n) continue
    return pricedText`${rests}, or sell ${formatMicros(size)} with FAK at ${priced(formatPrice(price), book.tickSize)}, or raise ${slippageName(limitedBy)}.`
  }
  return `${rests}.`
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
