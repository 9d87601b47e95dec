// Which own sales a way out gives up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { err, ok } from '#lib/result.ts'
import { parseMarketId, parseOrderId, parseOutcomeId, type OutcomeId } from '../ids.ts'
import { micros, type Micros } from '../money.ts'
import { priceFromSteps } from '../price.ts'
import { rejection } from '../reject-codes.ts'
import type { Order } from './order.ts'
import { offeredIn, quoteFreeing, restingSales, salesInTheWay, salesToCancel } from './way-out.ts'

function known<T>(value: T | null): T {
  assert.ok(value !== null)
  return value
}

const YES = known(parseOutcomeId('pm:1'))
const NO: OutcomeId = known(parseOutcomeId('pm:2'))
const shares = (count: number): Micros => micros(BigInt(count) * 1_000_000n)

function sale(number: number, change: Partial<Order> = {}): Order {
  return {
    id: known(parseOrderId(`pm:0x${number.toString(16).padStart(64, '0')}`)),
    clientOrderId: null,
    outcomeId: YES,
    marketId: known(parseMarketId(`pm:0x${'ab'.repeat(32)}`)),
    side: 'SELL',
    price: known(priceFromSteps(6_000)),
    size: shares(10),
    filledSize: shares(0),
    timeInForce: 'GTC',
    postOnly: false,
    expiresAt: null,
    status: 'live',
    delayEndsAt: null,
    cancelling: false,
    cancelQueued: false,
    cancelTooLate: false,
    foreign: false,
    replaces: null,
    submittedAt: number,
    createdAt: number,
    updatedAt: number,
    ...change,
  }
}

test('INV-81 what a cancel finds at the venue can be given up: the highest price first, then the newest, what came from outside last', () => {
  const at = (steps: number): Pick<Order, 'price'> => ({ price: known(priceFromSteps(steps)) })
  const orders = [
    sale(1, at(5_000)),
    sale(2, at(7_000)),
    sale(3, { ...at(9_000), foreign: true }),
    sale(4, { ...at(7_000), status: 'partially_filled', filledSize: shares(4) }),
    sale(5, { side: 'BUY' }),
    sale(6, { outcomeId: NO }),
    sale(7, { status: 'delayed' }),
    sale(8, { status: 'unknown' }),
    sale(9, { status: 'pending' }),
    sale(10, { status: 'partially_filled', timeInForce: 'FAK' }),
  ]
  const resting = restingSales(orders, YES)
  assert.deepEqual(
    resting.map(({ createdAt }) => createdAt),
    [4, 2, 1, 3],
  )
  assert.equal(offeredIn(resting), shares(36))
})

test('INV-81 enough is given up, and none that the others make needless', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 8 }), fc.nat(200), (sizes, needed) => {
      const sales = sizes.map((size, index) => sale(index + 1, { size: shares(size) }))
      const isEnough = (freed: Micros): boolean => freed >= shares(needed)
      const chosen = salesToCancel(sales, isEnough)
      if (!isEnough(offeredIn(sales))) return
      assert.ok(isEnough(offeredIn(chosen)))
      for (const one of chosen) assert.ok(!isEnough(offeredIn(chosen.filter((other) => other !== one))))
    }),
  )
})

test('INV-81 a quote frees what its own size needs: nothing where the book takes no more than is free', () => {
  const quote = (free: number, bids: number) => (freed: Micros) => {
    const most = free + Number(freed / 1_000_000n)
    const size = Math.min(most, bids)
    return size > 0 ? ok({ size: shares(size) }) : err(rejection('no_position'))
  }
  const sales = [sale(1), sale(2)]
  const cancelled = (free: number, bids: number): unknown => {
    const quoted = quoteFreeing(sales, quote(free, bids))
    return quoted.ok && [quoted.value.terms.size, quoted.value.cancelsFirst.length]
  }
  assert.deepEqual(cancelled(30, 25), [shares(25), 0])
  assert.deepEqual(cancelled(0, 25), [shares(20), 2])
  assert.deepEqual(cancelled(5, 15), [shares(15), 1])
  assert.equal(quoteFreeing(sales, quote(0, 0)).ok, false)
})

test('INV-81 a sale has own sales cancelled only as far as it needs their shares, and only where it asks for it', () => {
  const sales = [sale(1), sale(2)]
  const terms = { ...sale(3), size: shares(12), frees: 'always' } as const
  const ids = (change: Partial<Parameters<typeof salesInTheWay>[0]>, free: Micros | null, crosses = false) =>
    salesInTheWay({ ...terms, ...change }, sales, free, crosses).map(({ id }) => id)
  assert.deepEqual(ids({}, shares(2)), [sales[0]?.id])
  assert.deepEqual(ids({}, shares(1)).length, 2)
  assert.deepEqual(ids({}, shares(12)), [])
  assert.deepEqual(ids({ size: shares(30) }, shares(1)), [], 'all of them are too few')
  assert.deepEqual(ids({}, null), [])
  assert.deepEqual(ids({ frees: undefined }, shares(2)), [])
  assert.deepEqual(ids({ frees: 'taking' }, shares(2)), [])
  assert.deepEqual(ids({ frees: 'taking' }, shares(2), true).length, 1)
  assert.deepEqual(ids({ frees: 'taking', timeInForce: 'FAK' }, shares(2)).length, 1)
})
