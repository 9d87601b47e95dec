/** Value of a position by the live book: the bid side, walked for the whole size. */
import { bestBid, type BookView } from '../book/book.ts'
import { walkBook } from '../book/book-walk.ts'
import { micros, subtractMicros, ZERO, type Micros } from '../money.ts'
import type { PositionMark, PositionResult } from './position.ts'

/** One share that pays 1. */
const WHOLE_SHARE = micros(1_000_000n)

type MarkFacts = {
  readonly size: Micros
  /** Null when nobody follows it. */
  readonly book: Pick<BookView, 'bids' | 'changedAt' | 'staleReason'> | null
  /** Payout of one share, once the market is resolved; `unknown` until it is named. */
  readonly payout: Micros | 'unknown' | null
  /** The data service's price of one share, for want of a book. */
  readonly venuePrice: Micros | null
}

/** Best bid, and what selling everything would bring. A stale book gives its last figures and says so. */
export function markPosition({ size, book, payout, venuePrice }: MarkFacts): PositionMark {
  if (size === 0n) return { ...UNMARKED, value: ZERO, exitComplete: true }
  if (payout === 'unknown') return UNMARKED
  if (payout !== null) return paid(size, payout)
  const hasBook = book !== null && book.changedAt !== null
  if (!hasBook) {
    return {
      ...UNMARKED,
      price: venuePrice,
      source: venuePrice === null ? null : 'venue',
      value: venuePrice === null ? null : valueAt(venuePrice, size),
      exitMissing: size,
      staleReason: book?.staleReason ?? 'no_snapshot',
    }
  }
  const best = bestBid(book)
  const walk = walkBook('SELL', book.bids, size, null)
  const price = best === null ? null : micros(BigInt(best) * 100n)
  return {
    price,
    source: price === null ? null : 'bid',
    value: price === null ? null : valueAt(price, size),
    exitPrice: walk.averagePrice,
    exitComplete: walk.complete,
    exitValue: walk.cash,
    exitMissing: subtractMicros(size, walk.filled),
    staleReason: book.staleReason,
  }
}

/** Payout of one share: 1 for the winner, 0 for the other; null while it is open. */
export function payoutOf<Id>(winner: Id | null, outcome: Id): Micros | null {
  if (winner === null) return null
  return winner === outcome ? WHOLE_SHARE : ZERO
}

/** By what one share pays; null while that is not known. */
export function resultOf(price: Micros | null): PositionResult | null {
  if (price === null) return null
  return price === WHOLE_SHARE ? 'won' : price === ZERO ? 'lost' : 'part'
}

/** A resolved market needs no exit: its payout is certain. */
function paid(size: Micros, payout: Micros): PositionMark {
  return {
    ...UNMARKED,
    price: payout,
    source: 'payout',
    value: valueAt(payout, size),
    exitMissing: ZERO,
    exitComplete: true,
  }
}

function valueAt(price: Micros, size: Micros): Micros {
  return micros((size * price) / 1_000_000n)
}

const UNMARKED: PositionMark = {
  price: null,
  source: null,
  value: null,
  exitPrice: null,
  exitComplete: false,
  exitValue: null,
  exitMissing: ZERO,
  staleReason: null,
}
