import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookSnapshot } from '#contract/live.ts'
import { createBookStore } from '../platform/live/book-store.ts'
import { createStore } from '../platform/state/store.ts'
import { rested, topValues } from './use-tops.ts'

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

test('a value that was at rest is published at once, then stays for its time', () => {
  const due: (() => void)[] = []
  const source = createStore(0)
  const values = rested(source, 500, (_, task) => {
    due.push(task)
    return () => due.splice(due.indexOf(task), 1)
  })
  const seen: number[] = []
  const stop = values.subscribe(() => seen.push(values.get()))
  source.set(1)
  source.set(2)
  source.set(3)
  assert.deepEqual(seen, [1])
  assert.equal(values.get(), 1)
  due.shift()?.()
  assert.deepEqual(seen, [1, 3], 'what came within its rest is published after it')
  due.shift()?.()
  source.set(6)
  assert.deepEqual(seen, [1, 3, 6])
  source.set(7)
  stop()
  assert.equal(due.length, 0)
  assert.deepEqual(seen, [1, 3, 6])
  assert.equal(values.get(), 7)
})
