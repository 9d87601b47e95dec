import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { Order } from '../../platform/api/client.ts'
import { createPicks, ticksToMarket, totalsOf } from './blotter.ts'
import { createStore } from '../../platform/state/store.ts'
import { sampleOrder } from '../portfolio/testing/samples.ts'
import type { WireOrder } from '../portfolio/testing/samples.ts'

const steps = (text: string) => {
  const price = parsePrice(text)
  assert.ok(price !== null)
  return price
}
const book = { bestBid: steps('0.44'), bestAsk: steps('0.46'), stale: null }

const order = (part: Partial<WireOrder>): Order =>
  sampleOrder({
    side: 'BUY',
    price: '0.43',
    remaining_size: '10',
    market_id: 'pm:m1',
    market_title: 'Who wins?',
    event_title: 'Who wins?',
    ...part,
  })

test('an order is as far from trading as the other side', () => {
  assert.equal(ticksToMarket(order({}), book, 100), 3)
  assert.equal(ticksToMarket(order({ side: 'SELL', price: '0.49' }), book, 100), 5)
  assert.equal(ticksToMarket(order({ price: '0.4375' }), book, 100), 3)
  assert.equal(ticksToMarket(order({ price: '0.46' }), book, 100), 0)
})

test('a stale or one-sided book tells no distance', () => {
  assert.equal(ticksToMarket(order({}), { ...book, stale: 'frozen' }, 100), null)
  assert.equal(ticksToMarket(order({}), { ...book, bestAsk: null }, 100), null)
  assert.equal(ticksToMarket(order({}), { ...book, bestBid: null }, 100), 3)
})

test('totals of each side are exact', () => {
  const orders = [
    order({}),
    order({ market_title: 'Second?', side: 'SELL', price: '0.333', remaining_size: '7.77' }),
    order({ price: '0.1234', remaining_size: '3.33' }),
  ]
  assert.deepEqual(totalsOf(orders), {
    count: 3,
    buys: micros(4_300_000n + 410_922n),
    sells: micros(2_587_410n),
  })
})

test('a press picks a row or leaves it, and one on the head all or none', () => {
  const orders = [order({ id: 'pm:1' }), order({ id: 'pm:2' })]
  const { store, toggle, pickAll, clear } = createPicks(createStore({ items: orders }))
  toggle('pm:2')
  toggle('pm:1')
  toggle('pm:2')
  assert.deepEqual([...store.get()], ['pm:1'])
  pickAll()
  assert.equal(store.get().size, 2)
  pickAll()
  assert.equal(store.get().size, 0)
  toggle('pm:1')
  clear()
  assert.equal(store.get().size, 0)
})
