import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookSnapshot } from '#contract/live.ts'
import { createBookStore } from '../../../platform/live/book-store.ts'
import { rowOfPrice } from '../../../data/markets/ladder-grid.ts'
import { largestOf } from './use-row-scale.ts'

test('bars are scaled by what is in sight: a level far away counts for nothing, summed rows count whole', () => {
  const book = createBookStore(
    () => 0,
    () => undefined,
  )
  book.snapshot({
    bids: [
      ['0.5', '40'],
      ['0.49', '70'],
      ['0.05', '90000'],
    ],
    asks: [['0.52', '30']],
    book_seq: 1,
    stale: false,
  } as unknown as BookSnapshot)
  book.flush()
  const single = { tick: 100, group: 1 } as const
  const top = rowOfPrice(5_500, single)
  assert.equal(largestOf(book.rowsOf(100, 1), single, top, 10), 70n)
  assert.equal(largestOf(book.rowsOf(100, 1), single, 0, 99), 90_000n)
  const wide = { tick: 100, group: 10 } as const
  assert.equal(largestOf(book.rowsOf(100, 10), wide, rowOfPrice(4_000, wide), 1), 70n)
  assert.equal(largestOf(book.rowsOf(100, 10), wide, rowOfPrice(5_000, wide), 1), 40n)
})
