/** A live book for tests: a tick of 0.01, nothing traded, nothing verified. */
import type { BookView } from '../book/book.ts'

/** The parts that a test names, over a live book without hash, time or trade. */
export function bookView(
  parts: Pick<BookView, 'outcomeId' | 'marketId' | 'bids' | 'asks' | 'minOrderSize'> & Partial<BookView>,
): BookView {
  return {
    tickSize: 100,
    lastTradePrice: null,
    lastTradeSide: null,
    hash: null,
    venueTime: null,
    epoch: 1,
    version: 1,
    changedAt: null,
    verifiedAt: null,
    staleReason: null,
    ...parts,
  }
}
