// Changes of what the limits count: by an order that has gone, one that has just left and a sale that was accepted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOutcomeId } from './ids.ts'
import { micros, ZERO, type Micros } from './money.ts'
import type { Order, OrderTerms } from './order/order.ts'
import { priceFromSteps, type Price } from './price.ts'
import { rejection } from './reject-codes.ts'
import { DEFAULT_LIMITS } from './risk-limits.ts'
import { acceptedSale, goneOrder, ofAll, sentOrder, withChanges } from './risk-changes.ts'
import type { Listing, RiskSnapshot } from './risk.ts'

function known<T>(value: T | null): T {
  assert.ok(value !== null)
  return value
}

const [YES, NO, OTHER] = [1, 2, 3].map((n) => known(parseOutcomeId(`pm:${n}`))) as [
  OrderTerms['outcomeId'],
  OrderTerms['outcomeId'],
  OrderTerms['outcomeId'],
]
const whole = (count: number): Micros => micros(BigInt(count) * 1_000_000n)
const price = (steps: number): Price => known(priceFromSteps(steps))
const BUY: OrderTerms = {
  outcomeId: YES,
  side: 'BUY',
  price: price(5_000),
  size: whole(10),
  timeInForce: 'GTC',
  postOnly: false,
  expiresAt: null,
}
const SALE: OrderTerms = { ...BUY, outcomeId: NO, side: 'SELL', size: whole(4) }
const listing: Listing = {
  status: 'open',
  acceptingOrders: true,
  tickSize: 100,
  minOrderSize: whole(5),
  fee: null,
  bestBid: price(3_900),
  bestAsk: price(4_000),
  lastBid: null,
  lastAsk: null,
  stale: false,
}
const snapshot: RiskSnapshot = {
  now: 0,
  gate: null,
  venue: null,
  listing,
  limits: DEFAULT_LIMITS,
  loss: null,
  dailyNotional: whole(20),
  marketNotional: whole(20),
  marketOutside: ZERO,
  unpairedShares: ZERO,
  openOrders: 2,
  sentInLastMinute: [],
  freeCash: whole(20),
  allowance: null,
  freeShares: whole(20),
  settlingShares: ZERO,
  overdueShares: ZERO,
}

function counted(changes: Parameters<typeof withChanges>[1], of = YES): readonly unknown[] {
  const after = withChanges(snapshot, changes, of, [YES, NO])
  return [after.dailyNotional, after.marketNotional, after.openOrders, after.freeCash, after.freeShares]
}

test('INV-91 an order that has left takes its cost of the day, the market and the cash, or its shares', () => {
  const sent = sentOrder(BUY, listing)
  assert.deepEqual(counted([sent]), [whole(25), whole(25), 3, whole(15), whole(20)])
  assert.deepEqual(counted([{ ...sent, outcomeId: OTHER }]), [whole(25), whole(20), 3, whole(15), whole(20)])
  const sale = sentOrder(SALE, listing)
  assert.deepEqual(counted([sale], NO), [whole(20), whole(20), 3, whole(20), whole(16)])
  assert.deepEqual(counted([sale], YES), [whole(20), whole(20), 3, whole(20), whole(20)])
})

test('a purchase that takes buys what its cash buys', () => {
  assert.equal(sentOrder({ ...BUY, timeInForce: 'FAK' }, listing).shares, 12_500_000n)
  assert.equal(sentOrder(BUY, listing).shares, whole(10))
})

test('an order that is taken for gone gives back what is open of it, and what of the day ends with it', () => {
  const order = { ...BUY, filledSize: whole(4) } as unknown as Order
  assert.deepEqual(counted([goneOrder(order, whole(2))]), [whole(18), whole(17), 1, whole(23), whole(20)])
  const sale = { ...SALE, filledSize: whole(1) } as unknown as Order
  assert.deepEqual(counted([goneOrder(sale, ZERO)], NO), [whole(20), whole(20), 1, whole(20), whole(23)])
})

test('an accepted sale rests with what the bids have not taken, unless it only takes', () => {
  const bids = [[price(6_000), whole(3)]] as const
  const at = (change: Partial<OrderTerms>): readonly unknown[] => {
    const { shares, open } = acceptedSale({ ...SALE, ...change }, bids)
    return [shares, open]
  }
  assert.deepEqual(at({}), [whole(4), 1])
  assert.deepEqual(at({ size: whole(3) }), [whole(3), 0])
  assert.deepEqual(at({ timeInForce: 'FAK' }), [whole(3), 0])
  assert.deepEqual(at({ size: whole(3), postOnly: true }), [whole(3), 1])
})

test('what is not known stays so', () => {
  const blind = { ...snapshot, freeCash: null, freeShares: null }
  const after = withChanges(blind, [sentOrder(BUY, listing)], YES, [YES])
  assert.deepEqual([after.freeCash, after.freeShares], [null, null])
})

test('INV-91 a refusal of all says that it is the orders together', () => {
  const refusal = rejection('max_open_orders', { message: 'Too many.' })
  assert.equal(ofAll(refusal, 1).message, 'Too many, together with the other order of this command.')
  assert.match(ofAll(refusal, 2).message, /the other 2 orders/)
})
