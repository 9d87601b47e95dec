/** The state of a followed book as a recording has it, and back: what follows changes both in the same way. */
import { copyLevels, replaceLevels } from '../book/book-levels.ts'
import { createBookSync, type BookSync } from '../machines/book-sync.ts'
import type { RecordedBook } from './records.ts'

/** @param rest  what is known of the book beside the state of its machine */
export function recordBook(
  sync: BookSync,
  rest: Pick<RecordedBook, 'outcomeId' | 'marketId' | 'changedAt' | 'verifiedAt' | 'tradesSoFar' | 'trades'>,
): RecordedBook {
  const { phase, staleReason, isAsked, mismatches } = sync
  const { tickSize, lastTradePrice, lastTradeSide, hash, venueTime, epoch, version } = sync
  return {
    ...rest,
    phase,
    staleReason,
    isAsked,
    mismatches,
    bids: copyLevels(sync.bids),
    asks: copyLevels(sync.asks),
    tickSize,
    lastTradePrice,
    lastTradeSide,
    hash,
    venueTime,
    epoch,
    version,
  }
}

/** The machine's state that was recorded; since when it is crossed is not known, and not needed: its end is recorded. */
export function restoreBook(book: RecordedBook): BookSync {
  const sync = createBookSync()
  replaceLevels(sync.bids, book.bids)
  replaceLevels(sync.asks, book.asks)
  const { phase, staleReason, isAsked, mismatches } = book
  const { tickSize, lastTradePrice, lastTradeSide, hash, venueTime, epoch, version } = book
  return Object.assign(sync, {
    phase,
    staleReason,
    isAsked,
    mismatches,
    tickSize,
    lastTradePrice,
    lastTradeSide,
    hash,
    venueTime,
    epoch,
    version,
  })
}
