import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { BookSnapshot } from '#contract/live.ts'
import type { BookView, Level, StaleReason } from '#core/book/book.ts'
import { micros } from '#core/money.ts'
import { marketId, outcomeId, price } from '#engine/testing/market-fakes.ts'
import { bookDelta, bookWhole } from './book-frames.ts'

const levels = (best: 'high' | 'low'): fc.Arbitrary<readonly Level[]> =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.bigInt({ min: 1n, max: 3n })), {
      maxLength: 12,
      selector: ([steps]) => steps,
    })
    .map((rows) =>
      rows
        .toSorted(([a], [b]) => (best === 'high' ? b - a : a - b))
        .map(([steps, size]): Level => [price(steps * 100), micros(size * 10_000n)]),
    )

const view: fc.Arbitrary<BookView> = fc.record({
  outcomeId: fc.constant(outcomeId(2)),
  marketId: fc.constant(marketId(1)),
  bids: levels('high'),
  asks: levels('low'),
  tickSize: fc.constantFrom(100, 10),
  minOrderSize: fc.constant(micros(5_000_000n)),
  lastTradePrice: fc.constantFrom(null, price(5000), price(5100)),
  lastTradeSide: fc.constantFrom(null, 'BUY', 'SELL'),
  hash: fc.constantFrom(null, 'a', 'b'),
  venueTime: fc.constantFrom(null, 1_790_000_000_000),
  epoch: fc.nat(2),
  version: fc.nat(5),
  changedAt: fc.constantFrom(null, 1_790_000_000_001),
  verifiedAt: fc.constantFrom(null, 1_790_000_000_002),
  staleReason: fc.constantFrom<(StaleReason | null)[]>(null, 'gap', 'feed_down'),
})

type Side = readonly (readonly [string, string])[]

/** The page's use of a delta, written the plain way. */
function applied(book: BookSnapshot, delta: NonNullable<ReturnType<typeof bookDelta>>): BookSnapshot {
  const { bids = [], asks = [], ...fields } = delta
  const merged = (side: Side, changes: Side, best: 1 | -1): [string, string][] =>
    [...new Map([...side, ...changes])]
      .filter(([, size]) => size !== '0')
      .toSorted(([a], [b]) => best * (Number(a) - Number(b)))
  return { ...book, ...fields, bids: merged(book.bids, bids, -1), asks: merged(book.asks, asks, 1) }
}

test('a delta applied to the book before it gives the book after it, whole', () => {
  fc.assert(
    fc.property(view, view, (before, after) => {
      const delta = bookDelta(before, after)
      const result = delta === null ? bookWhole(before) : applied(bookWhole(before), delta)
      assert.deepEqual(result, bookWhole(after))
    }),
  )
})

test('a delta names only what differs, and equal books have none', () => {
  fc.assert(
    fc.property(view, (book) => {
      assert.equal(bookDelta(book, { ...book }), null)
      const moved = { ...book, version: book.version + 1, epoch: book.epoch + 1 }
      assert.deepEqual(bookDelta(book, moved), { epoch: moved.epoch, book_seq: moved.version })
    }),
  )
})
