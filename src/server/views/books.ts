/** Books on the wire, whole and as the difference between two views. */
import type { BookDelta, BookSnapshot, Wire } from '#contract/live.ts'
import type { BookView, Level } from '#core/book/book.ts'
import { formatMicros } from '#core/money.ts'
import { formatPrice, formatTickSize } from '#core/price.ts'
import { timeOrNull } from './values.ts'

type Fields = Omit<Wire['Book'], 'bids' | 'asks'>
type WireLevel = [string, string]

const levelView = ([price, size]: Level): WireLevel => [formatPrice(price), formatMicros(size)]

function fieldsView(book: BookView): Fields {
  return {
    outcome_id: book.outcomeId,
    market_id: book.marketId,
    tick_size: formatTickSize(book.tickSize),
    min_order_size: formatMicros(book.minOrderSize),
    last_trade_price: book.lastTradePrice === null ? null : formatPrice(book.lastTradePrice),
    last_trade_side: book.lastTradeSide,
    hash: book.hash,
    venue_time: timeOrNull(book.venueTime),
    epoch: book.epoch,
    changed_at: timeOrNull(book.changedAt),
    verified_at: timeOrNull(book.verifiedAt),
    stale: book.staleReason !== null,
    stale_reason: book.staleReason,
  }
}

export function bookView(book: BookView): Wire['Book'] {
  return { ...fieldsView(book), bids: book.bids.map(levelView), asks: book.asks.map(levelView) }
}

export function bookSnapshot(book: BookView): BookSnapshot {
  return { ...bookView(book), book_seq: book.version }
}

/** Difference from `before` to `after`: applying it to the first view gives the second. Null when nothing differs. */
export function bookDelta(before: BookView, after: BookView): BookDelta | null {
  if (before === after) return null
  const bids = levelChanges(before.bids, after.bids)
  const asks = levelChanges(before.asks, after.asks)
  const old: Readonly<Record<string, unknown>> = fieldsView(before)
  const changed = Object.entries(fieldsView(after)).filter(([name, value]) => old[name] !== value)
  if (bids.length === 0 && asks.length === 0 && changed.length === 0 && before.version === after.version) {
    return null
  }
  return {
    ...(bids.length === 0 ? {} : { bids }),
    ...(asks.length === 0 ? {} : { asks }),
    ...(Object.fromEntries(changed) as Partial<Fields>),
    book_seq: after.version,
  }
}

function levelChanges(before: readonly Level[], after: readonly Level[]): readonly WireLevel[] {
  const left = new Map(before)
  const changes: WireLevel[] = []
  for (const level of after) {
    const [price, size] = level
    if (left.get(price) !== size) changes.push(levelView(level))
    left.delete(price)
  }
  for (const price of left.keys()) changes.push([formatPrice(price), '0'])
  return changes
}
