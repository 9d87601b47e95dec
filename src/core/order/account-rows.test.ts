// Own rows are completed by their orders, and rows that are not understood concern as few orders as they may.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseMarketId, parseOrderId, parseOutcomeId, parseTradeId, type OrderId } from '../ids.ts'
import { micros, ZERO, type Micros } from '../money.ts'
import { priceFromSteps } from '../price.ts'
import { completeOrder, completeTrade, mayConcern, ordersOf, unreadTrades } from './account-rows.ts'
import type { OrderPart, TermsOf, UnreadSide, VenueTrade } from './account-rows.ts'

function known<T>(value: T | null): T {
  assert.ok(value !== null)
  return value
}

const whole = (count: number): Micros => micros(BigInt(count) * 1_000_000n)
const orderId = (n: number): OrderId => known(parseOrderId(`pm:0x${n.toString(16).padStart(64, '0')}`))
const [OWN, FOREIGN] = [orderId(1), orderId(2)]
const terms = {
  outcomeId: known(parseOutcomeId('pm:1')),
  marketId: known(parseMarketId(`pm:0x${'ab'.repeat(32)}`)),
  side: 'BUY',
  price: known(priceFromSteps(4_000)),
  size: whole(10),
  filledSize: whole(3),
} as const
const termsOf: TermsOf = (id) => (id === OWN ? terms : null)
const isOurs = (id: OrderId): boolean => id === OWN

const nothing = { outcomeId: null, marketId: null, side: null, price: null, size: null }

function trade(...notUnderstood: readonly UnreadSide[]): VenueTrade {
  const tradeId = known(parseTradeId('t1'))
  return { tradeId, status: 'matched', txHash: null, at: 9, taker: null, makers: [], notUnderstood }
}

function side(
  role: UnreadSide['role'],
  part: Partial<UnreadSide['part']>,
  of: OrderId | null = OWN,
): UnreadSide {
  return { orderId: of, reason: 'no outcome', role, part: { ...nothing, ...part } }
}

describe('INV-80 an own side of a trade', () => {
  test('that rests is completed by its order, whose price it trades at', () => {
    const { makers, notUnderstood } = completeTrade(trade(side('maker', { size: whole(2) })), termsOf)
    const { outcomeId, marketId, side: bought, price } = terms
    assert.deepEqual(makers, [{ orderId: OWN, outcomeId, marketId, side: bought, price, size: whole(2) }])
    assert.deepEqual(notUnderstood, [])
  })

  test('INV-75 without its size, or one that takes without its price, is not', () => {
    for (const one of [side('maker', {}), side('taker', { size: whole(2) })])
      assert.deepEqual(completeTrade(trade(one), termsOf), trade(one))
    const taken = completeTrade(trade(side('taker', { size: whole(2), price: terms.price })), termsOf)
    assert.equal(taken.taker?.size, whole(2))
  })

  test('of somebody else stays as it is', () => {
    const row = trade(side('maker', { size: whole(2) }, FOREIGN))
    assert.deepEqual(completeTrade(row, termsOf), row)
    assert.deepEqual(ordersOf(row), [FOREIGN])
  })
})

describe('INV-80 an own order’s row', () => {
  const part: OrderPart = {
    outcomeId: null,
    marketId: null,
    side: null,
    price: null,
    originalSize: null,
    matchedSize: null,
    id: OWN,
    state: 'live',
    isEndedByVenue: false,
    timeInForce: 'GTC',
    expiresAt: null,
    createdAt: null,
  }
  const row = (change: Partial<OrderPart>) => ({
    id: 'a',
    reason: 'no outcome',
    orderIds: [OWN],
    at: null,
    part: { ...part, ...change },
  })

  test('INV-75 keeps the count that is known while it lives, and waits for the venue’s at its end', () => {
    assert.equal(completeOrder(row({}), termsOf)?.matchedSize, whole(3))
    assert.equal(completeOrder(row({ state: 'cancelled' }), termsOf), null)
    const ended = completeOrder(row({ state: 'cancelled', matchedSize: ZERO }), termsOf)
    assert.deepEqual([ended?.matchedSize, ended?.originalSize], [0n, whole(10)])
  })

  test('is no row of ours without an order of ours', () => {
    assert.equal(completeOrder(row({ id: FOREIGN }), termsOf), null)
  })
})

test('INV-58 a side that is not understood counts until ours has been read; sides of others only where none is ours', () => {
  const list = (...sides: readonly UnreadSide[]) => ({ trades: [trade(...sides)], notUnderstood: [] })
  const unread = (sides: readonly UnreadSide[], isRead = false) =>
    unreadTrades(list(...sides), isOurs, () => isRead).map(({ orderIds }) => orderIds)
  const [own, other] = [side('maker', {}), side('maker', {}, FOREIGN)]
  assert.deepEqual(unread([own, other]), [[OWN, FOREIGN]])
  assert.deepEqual(unread([own, other], true), [])
  assert.deepEqual(unread([other]), [[FOREIGN]])
  assert.deepEqual(unread([]), [])
})

test('INV-07 a row concerns the orders that it names, every one where it names none, and an unknown one that left before it', () => {
  const order = { id: OWN, status: 'live', submittedAt: 100_000, createdAt: 90_000 } as const
  const row = (orderIds: readonly OrderId[] | null, at: number | null) => ({
    id: 'a',
    reason: 'no state',
    orderIds,
    at,
  })
  assert.ok(mayConcern(row([OWN], 1), FOREIGN, order))
  assert.ok(mayConcern(row(null, 1), OWN, order))
  assert.ok(!mayConcern(row([FOREIGN], null), OWN, order))
  const unknown = { ...order, status: 'unknown' } as const
  assert.ok(mayConcern(row([FOREIGN], null), OWN, unknown))
  assert.ok(mayConcern(row([FOREIGN], 94_000), OWN, unknown))
  assert.ok(!mayConcern(row([FOREIGN], 93_999), OWN, unknown))
})
