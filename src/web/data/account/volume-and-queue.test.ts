import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireOf } from '#contract/codec/codec.ts'
import type { trade as record } from '#contract/records/books.ts'
import type { BookSnapshot } from '#contract/live.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Order } from '../../platform/api/client.ts'
import { createBookStore } from '../../platform/live/book-store.ts'
import { uuidV7 } from '../../actions/guard.ts'
import type { Intent } from './intent.ts'
import { createVolumeAndQueue } from './volume-and-queue.ts'
import { sampleOrder } from '../../features/portfolio/testing/samples.ts'
import type { WireOrder } from '../../features/portfolio/testing/samples.ts'

const at = (text: string): Price => {
  const price = parsePrice(text)
  assert.ok(price !== null)
  return price
}
const shares = (n: number) => micros(BigInt(n) * 1_000_000n)
const P = at('0.57')
const ID = uuidV7(1, new Uint8Array(10))
const OPENED = Date.parse('2026-11-22T10:00:00Z')

const trade = (id: number, side: 'BUY' | 'SELL', size: number, price = '0.57'): WireOf<typeof record> => ({
  id: String(id),
  price,
  size: String(size),
  side,
  at: null,
})
const order = (part: Partial<WireOrder> = {}) =>
  sampleOrder({
    id: 'pm:0x1',
    client_order_id: ID,
    outcome_id: 'pm:1',
    side: 'BUY',
    price: '0.57',
    remaining_size: '10',
    status: 'live',
    ...part,
  })
const intent: Intent = {
  clientOrderId: ID,
  outcomeId: 'pm:1',
  outcomeName: 'Yes',
  side: 'BUY',
  price: P,
  size: shares(10),
  at: 0,
  state: 'sending',
  text: '',
  code: null,
  order: null,
  move: null,
}

function build(bid: number) {
  const book = createBookStore(
    () => 0,
    () => undefined,
  )
  let sequence = 1
  const level = (size: number) => {
    book.delta({ bids: [['0.57', String(size)]], book_seq: (sequence += 1) })
    book.flush()
    stats.bookSeen()
    stats.flush()
  }
  const stats = createVolumeAndQueue('pm:1', book, OPENED, () => undefined)
  book.snapshot({
    bids: [['0.57', String(bid)]],
    asks: [],
    book_seq: 1,
    stale: false,
  } as unknown as BookSnapshot)
  book.flush()
  const trades = (items: readonly WireOf<typeof record>[], isSnapshot = false) => {
    stats.trades[isSnapshot ? 'snapshot' : 'delta']({ upsert: items, remove: [] })
    stats.flush()
  }
  const orders = (open: readonly Order[], intents: readonly Intent[] = []) => {
    stats.ordersSeen(open, intents)
    stats.flush()
  }
  return { stats, level, trades, orders, ahead: () => stats.queueIn(P, P) }
}

test('volume counts what trades after the ladder opened, once, also over a resync and a restart', () => {
  const { stats, trades } = build(100)
  trades([trade(8, 'BUY', 50), trade(9, 'BUY', 50)], true)
  assert.equal(stats.volumeIn(P, P), 0n)
  trades([trade(10, 'SELL', 5)])
  trades([trade(10, 'SELL', 5)])
  trades([trade(9, 'BUY', 50), trade(10, 'SELL', 5), trade(11, 'BUY', 2, '0.58')], true)
  assert.equal(stats.volumeIn(P, P), shares(5))
  assert.equal(stats.volumeIn(P, at('0.58')), shares(7))
  // The terminal restarted and numbers from one.
  trades([trade(1, 'BUY', 40)], true)
  trades([trade(2, 'BUY', 1)])
  assert.equal(stats.volumeIn(P, P), shares(6))
})

test('an order placed while it is watched stands behind what was there, and trades bring it forward', () => {
  const { level, trades, orders, ahead } = build(100)
  trades([], true)
  orders([], [intent])
  assert.deepEqual(ahead(), { ahead: shares(90), isBound: false })
  level(110)
  orders([], [{ ...intent, state: 'accepted', order: order() }])
  assert.equal(ahead()?.ahead, shares(100))
  orders([order()], [{ ...intent, state: 'accepted', order: order() }])
  trades([trade(1, 'SELL', 30)])
  level(80)
  assert.deepEqual(ahead(), { ahead: shares(70), isBound: false })
  // A buyer takes from the other side of the book.
  trades([trade(2, 'BUY', 30)])
  assert.equal(ahead()?.ahead, shares(70))
  orders([order({ remaining_size: '4' })], [])
  assert.equal(ahead()?.ahead, 0n)
  orders([], [])
  assert.equal(ahead(), null)
})

test('an order that was there before is shown as a bound, of all that others have at the price', () => {
  const { orders, ahead } = build(100)
  orders([order()])
  assert.deepEqual(ahead(), { ahead: shares(90), isBound: true })
})
