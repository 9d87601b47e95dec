/** Books as messages: whole, and as the difference between two. */
import { bookFields, bookSnapshot, level } from '#contract/records/books.ts'
import type { BookDelta } from '#contract/live.ts'
import type { BookView, Level } from '#core/book/book.ts'
import { formatPrice } from '#core/price.ts'

type WireLevel = ReturnType<typeof level.encode>

function fieldsOf(book: BookView): ReturnType<typeof bookFields.encode> {
  return bookFields.encode({ ...book, stale: book.staleReason !== null })
}

export function bookWhole(book: BookView): ReturnType<typeof bookSnapshot.encode> {
  return bookSnapshot.encode({ ...book, stale: book.staleReason !== null })
}

/** Difference from `before` to `after`: applying it to the first gives the second. Null when nothing differs. */
export function bookDelta(before: BookView, after: BookView): BookDelta | null {
  if (before === after) return null
  const bids = levelChanges(before.bids, after.bids)
  const asks = levelChanges(before.asks, after.asks)
  const old: Readonly<Record<string, unknown>> = fieldsOf(before)
  const changed = Object.entries(fieldsOf(after)).filter(([name, value]) => old[name] !== value)
  if (bids.length === 0 && asks.length === 0 && changed.length === 0 && before.version === after.version) {
    return null
  }
  return {
    ...(bids.length === 0 ? {} : { bids }),
    ...(asks.length === 0 ? {} : { asks }),
    ...Object.fromEntries(changed),
    book_seq: after.version,
  }
}

function levelChanges(before: readonly Level[], after: readonly Level[]): readonly WireLevel[] {
  const left = new Map(before)
  const changes: WireLevel[] = []
  for (const one of after) {
    const [price, size] = one
    if (left.get(price) !== size) changes.push(level.encode(one))
    left.delete(price)
  }
  for (const price of left.keys()) changes.push([formatPrice(price), '0'])
  return changes
}
