import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { BookSnapshot } from '#contract/live.ts'
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { formatPrice, parsePrice, priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { createBookStore } from './book-store.ts'

const at = (text: string): Price => {
  const price = parsePrice(text)
  assert.ok(price !== null)
  return price
}

function snapshotOf(part: Partial<BookSnapshot> = {}): BookSnapshot {
  return {
    outcome_id: 'pm:1',
    market_id: 'pm:0x',
    bids: [
      ['0.56', '100'],
      ['0.55', '50.5'],
    ],
    asks: [
      ['0.58', '20'],
      ['0.6', '30'],
    ],
    tick_size: '0.01',
    min_order_size: '5',
    last_trade_price: '0.57',
    last_trade_side: 'BUY',
    hash: null,
    venue_time: null,
    epoch: 1,
    changed_at: '2026-11-20T20:18:00.123Z',
    verified_at: null,
    stale: false,
    stale_reason: null,
    book_seq: 7,
    ...part,
  }
}

const build = () => {
  let changes = 0
  const store = createBookStore(
    () => 0,
    () => {
      changes += 1
    },
  )
  return { store, changes: () => changes }
}

test('a snapshot is shown after the flush, with the inside marked', () => {
  const { store, changes } = build()
  assert.equal(store.staleNow(), 'no_snapshot')
  store.snapshot(snapshotOf())
  assert.equal(changes(), 1)
  assert.equal(store.top().ready, false)
  store.flush()
  const top = store.top()
  assert.equal(top.bestBid, at('0.56'))
  assert.equal(top.bestAsk, at('0.58'))
  assert.equal(top.sequence, 7)
  assert.equal(top.tick, 100)
  assert.deepEqual(store.row(at('0.56')), {
    bid: micros(100_000_000n),
    ask: null,
    off: null,
    place: 'best_bid',
    last: null,
  })
  assert.deepEqual(store.row(at('0.57')), { bid: null, ask: null, off: null, place: 'inside', last: 'BUY' })
  assert.equal(store.row(at('0.54')).place, 'bid')
})

test('a delta tells only the rows that it touches, and a size of 0 removes the level', () => {
  const { store } = build()
  store.snapshot(snapshotOf())
  store.flush()
  const calls: string[] = []
  for (const text of ['0.54', '0.55', '0.56', '0.57', '0.58']) {
    store.subscribeRow(at(text), () => calls.push(text))
  }
  store.delta({ bids: [['0.55', '60']], book_seq: 8 })
  store.flush()
  assert.deepEqual(calls, ['0.55'])
  calls.length = 0
  store.delta({ bids: [['0.56', '0']], book_seq: 9 })
  store.flush()
  assert.deepEqual(calls.toSorted(), ['0.55', '0.56'])
  assert.equal(store.row(at('0.55')).place, 'best_bid')
  assert.equal(store.row(at('0.56')).bid, null)
  assert.equal(store.row(at('0.56')).place, 'inside')
})

test('a wide row holds both best prices when they lie in it, and is notified when they leave it', () => {
  const { store } = build()
  store.snapshot(snapshotOf())
  store.flush()
  const wide = store.rowsOf(100, 10)
  let calls = 0
  wide.subscribeRow(5_000, () => (calls += 1))
  assert.equal(wide.row(5_999).place, 'best_both')
  assert.equal(wide.row(4_000).place, 'bid')
  const before = calls
  store.delta({ asks: [['0.58', '0']], book_seq: 8 })
  store.flush()
  assert.equal(wide.row(5_000).place, 'best_bid')
  assert.equal(wide.row(6_000).place, 'best_ask')
  assert.equal(calls, before + 1)
})

test('levels off the tick, left when it became coarser, stand marked in the row above them, as own orders do', () => {
  const { store } = build()
  store.snapshot(snapshotOf())
  store.flush()
  const rows = store.rowsOf(100, 1)
  const sizes = (price: string) => {
    const { bid, ask, off } = rows.row(at(price))
    const whole = (size: bigint | null) => (size === null ? null : Number(size / 1_000_000n))
    return [whole(bid), whole(ask), off]
  }
  assert.deepEqual(sizes('0.56'), [100, null, null])
  let calls = 0
  rows.subscribeRow(at('0.56'), () => (calls += 1))
  store.delta({
    bids: [['0.555', '7']],
    asks: [
      ['0.595', '9'],
      ['0.998', '4'],
    ],
    book_seq: 8,
  })
  store.flush()
  assert.deepEqual(sizes('0.56'), [107, null, 'bid'])
  assert.equal(calls, 1)
  assert.deepEqual(sizes('0.55'), [50, null, null])
  assert.deepEqual(sizes('0.6'), [null, 39, 'ask'])
  assert.deepEqual(sizes('0.99'), [null, 4, 'ask'], 'no row is above the last')
  store.delta({ bids: [['0.56', '0']], book_seq: 9 })
  store.flush()
  assert.equal(rows.row(at('0.56')).place, 'best_bid')
  assert.deepEqual(sizes('0.56'), [7, null, 'bid'])
  store.delta({ bids: [['0.555', '0']], book_seq: 10 })
  store.flush()
  assert.deepEqual(sizes('0.56'), [null, null, null])
  assert.deepEqual(sizes('0.6'), [null, 39, 'ask'])
})

test('staleness is known at once, before any flush', () => {
  const { store } = build()
  store.snapshot(snapshotOf())
  store.flush()
  assert.equal(store.staleNow(), null)
  store.delta({ stale: true, stale_reason: 'frozen', book_seq: 8 })
  assert.equal(store.staleNow(), 'frozen')
  store.delta({ stale_reason: 'crossed', book_seq: 9 })
  assert.equal(store.staleNow(), 'crossed', 'stale for another reason: only the reason is published')
  store.delta({ stale: false, stale_reason: null, book_seq: 10 })
  assert.equal(store.staleNow(), null)
  store.lost('link')
  assert.equal(store.staleNow(), 'link')
  store.snapshot(snapshotOf())
  assert.equal(store.staleNow(), null)
})

test('a lost feed leaves the last levels to be looked at, stale, until the full book replaces them', () => {
  const { store } = build()
  const bids = () => {
    store.flush()
    return store.levels('BUY').map(([price]) => formatPrice(price))
  }
  const lost = {
    bids: [
      ['0.56', '0'],
      ['0.55', '0'],
    ] as [string, string][],
    asks: [
      ['0.58', '0'],
      ['0.6', '0'],
    ] as [string, string][],
    epoch: 2,
    stale: true,
    stale_reason: 'feed_down' as const,
  }
  store.snapshot(snapshotOf())
  store.delta({ ...lost, book_seq: 8 })
  assert.equal(store.staleNow(), 'feed_down')
  assert.deepEqual(bids(), ['0.56', '0.55'])
  assert.equal(store.top().bestAsk, at('0.58'))
  store.delta({ stale_reason: 'no_snapshot', epoch: 3, book_seq: 9 })
  assert.deepEqual(bids(), ['0.56', '0.55'], 'a second loss')
  store.delta({ bids: [['0.52', '7']], stale: false, stale_reason: null, book_seq: 10 })
  assert.deepEqual(bids(), ['0.52'], 'the dump is published as what it adds to an empty book')
  assert.equal(store.top().bestAsk, null)
  store.snapshot(snapshotOf())
  store.snapshot(snapshotOf({ bids: [], asks: [], stale: true, stale_reason: 'feed_down' }))
  assert.deepEqual(bids(), ['0.56', '0.55'], 'asked again while the feed is down')
  store.delta({ stale: false, stale_reason: null, book_seq: 11 })
  assert.deepEqual(bids(), [], 'a full book that is empty')
})

test('the end of a market, and a dump that comes with the loss, leave nothing of the book before', () => {
  const { store } = build()
  const gone = (reason: 'resolved' | 'crossed', bids: [string, string][]) => ({
    bids: [['0.56', '0'], ['0.55', '0'], ...bids] as [string, string][],
    asks: [
      ['0.58', '0'],
      ['0.6', '0'],
    ] as [string, string][],
    stale: true,
    stale_reason: reason,
    book_seq: 8,
  })
  store.snapshot(snapshotOf())
  store.delta(gone('crossed', [['0.5', '1']]))
  assert.deepEqual(store.levels('BUY'), [[at('0.5'), micros(1_000_000n)]])
  store.snapshot(snapshotOf())
  store.delta(gone('resolved', []))
  assert.deepEqual(store.levels('BUY'), [])
})

test('what an order would take walks the levels from the best one on', () => {
  const buy = { side: 'BUY', timeInForce: 'GTC' } as const
  const { store } = build()
  store.snapshot(snapshotOf())
  const taken = (order: { side?: Side; timeInForce?: 'FAK'; price: Price; size: Micros }) =>
    store.takeable({ ...buy, ...order })
  assert.equal(taken({ price: at('0.59'), size: micros(100_000_000n) }), 20_000_000n)
  assert.equal(taken({ price: at('0.6'), size: micros(25_000_000n) }), 25_000_000n)
  assert.equal(taken({ side: 'SELL', price: at('0.57'), size: micros(1_000_000n) }), 0n)
  // A buy that takes spends its cash: 6 pUSD at 0.58.
  assert.equal(taken({ timeInForce: 'FAK', price: at('0.6'), size: micros(10_000_000n) }), 10_344_827n)
})

test('for any deltas the rows equal a book built again from the same levels', () => {
  const level = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 5 }))
  fc.assert(
    fc.property(fc.array(fc.record({ bids: fc.array(level), asks: fc.array(level) })), (deltas) => {
      const { store } = build()
      store.snapshot(snapshotOf({ bids: [], asks: [] }))
      store.flush()
      const bids = new Map<number, number>()
      const asks = new Map<number, number>()
      const price = (n: number) => formatPrice(at(`0.${String(n).padStart(2, '0')}`))
      for (const delta of deltas) {
        for (const [n, size] of delta.bids) bids.set(n, size)
        for (const [n, size] of delta.asks) asks.set(n, size)
        store.delta({
          bids: delta.bids.map(([n, size]) => [price(n), String(size)] as const),
          asks: delta.asks.map(([n, size]) => [price(n), String(size)] as const),
          book_seq: 1,
        })
        store.flush()
        for (let n = 1; n <= 20; n += 1) {
          const steps = priceFromSteps(n * 100)
          assert.ok(steps !== null)
          const row = store.row(steps)
          assert.equal(row.bid ?? 0n, BigInt(bids.get(n) ?? 0) * 1_000_000n)
          assert.equal(row.ask ?? 0n, BigInt(asks.get(n) ?? 0) * 1_000_000n)
        }
        // Rows of five cents hold what their prices hold.
        const wide = store.rowsOf(100, 5)
        for (const from of [0, 5, 10, 15]) {
          const held = (side: ReadonlyMap<number, number>) =>
            [0, 1, 2, 3, 4].reduce((sum, more) => sum + BigInt(side.get(from + more) ?? 0), 0n) * 1_000_000n
          assert.equal(wide.row(from * 100).bid ?? 0n, held(bids))
          assert.equal(wide.row(from * 100 + 400).ask ?? 0n, held(asks))
        }
      }
    }),
  )
})
