/**
 * Hedging a position by buying the market's other outcome: never more than is held and not hedged yet, never more than
 * the book offers within reach, never dearer than the worst level that this takes.
 */
import { bestAsk } from './book.ts'
import { walkBook } from './book-walk.ts'
import { belowMinimum, reachFrom, sellableSize, tooLittleOffered } from './exit-quote.ts'
import type { QuoteBook, QuotedTerms } from './exit-quote.ts'
import { micros, roundSizeDown, ZERO } from './money.ts'
import type { Micros } from './money.ts'
import { rejection } from './reject-codes.ts'
import type { Rejection } from './reject-codes.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'

export type HedgeFacts = {
  /** Shares held of the outcome to hedge; null when that could not be read. */
  readonly held: Micros | null
  /** Of these, what open sells may still take: they hedge themselves. */
  readonly reserved: Micros
  /** Shares of the other outcome: held, bought but not settled, and what open buys may still bring; null when not known. */
  readonly hedged: Micros | null
  /** Book of the other outcome. */
  readonly book: QuoteBook
  /** How far above the best ask the hedge may go. */
  readonly reachTicks: number
}

/** The order on the other outcome, or why there is none. */
export function quoteHedge(facts: HedgeFacts): Result<QuotedTerms, Rejection> {
  const { book, hedged } = facts
  const held = sellableSize(facts.held, facts.reserved, ZERO)
  if (!held.ok) return held
  if (hedged === null) {
    const message = 'What is held of the other outcome could not be read from the venue.'
    return err(rejection('venue_unavailable', { message }))
  }
  const needed = roundSizeDown(micros(held.value - (hedged > 0n ? hedged : 0n)))
  if (needed <= 0n) {
    return err(rejection('hedge_unavailable', { message: 'The position is hedged already.' }))
  }
  if (needed < book.minOrderSize) {
    return err(belowMinimum(needed, book.minOrderSize, 'What is left to hedge'))
  }
  const best = bestAsk(book)
  if (best === null) {
    return err(rejection('no_liquidity', { message: 'Nobody offers the other outcome.' }))
  }
  const reach = reachFrom(best, facts.reachTicks, book.tickSize)
  const offered = walkBook('BUY', book.asks, needed, reach)
  const size = roundSizeDown(offered.filled)
  const price = walkBook('BUY', book.asks, size, reach).worstPrice
  if (price === null || size < book.minOrderSize) {
    return err(tooLittleOffered(offered.filled, reach, book))
  }
  return ok({ side: 'BUY', price, size, timeInForce: 'FAK', postOnly: false })
}
