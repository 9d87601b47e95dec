import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookSnapshot } from '#contract/live.ts'
import { createBookStore } from '../platform/live/book-store.ts'
import { topValues } from './use-tops.ts'

const snapshot = (bid: string): BookSnapshot => ({
  outcome_id: 'pm:1',
  market_id: 'pm:0x',
  bids: [[bid, '10']],
  asks: [],
  tick_size: '0.01',
  min_order_size: '5',
  last_trade_price: null,
  last_trade_side: null,
  hash: null,
  venue_time: null,
  epoch: 1,
  changed_at: null,
  verified_at: null,
  stale: false,
  stale_reason: null,
  book_seq: 1,
})

test('the array is the same one until a picked value changes, whatever else the books say', () => {
  const stores = new Map(
    ['a', 'b'].map((id) => {
      return [
        id,
        createBookStore(
          () => 0,
          () => undefined,
        ),
      ] as const
    }),
  )
  const book = (id: string) => {
    const store = stores.get(id)
    assert.ok(store !== undefined)
    return store
  }
  const values = topValues({ book }, 'a b', (top) => top.bestBid)
  const before = values.get()
  let calls = 0
  const stop = values.subscribe(() => {
    calls += 1
  })
  book('a').delta({ book_seq: 2 })
  book('a').flush()
  assert.equal(calls, 1)
  assert.equal(values.get(), before)
  book('b').snapshot(snapshot('0.5'))
  book('b').flush()
  assert.deepEqual(values.get(), [null, 5_000])
  stop()
  book('b').snapshot(snapshot('0.6'))
  book('b').flush()
  assert.equal(calls, 2)
})
