// Holding after fills, at average cost: the rest is never undervalued, and a reversed trade is exact.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { holdingFromFills } from './holdings.ts'
import { parseMarketId, parseOrderId, parseOutcomeId, parseTradeId } from '../ids.ts'
import { micros } from '../money.ts'
import { notional } from '../order/order-amounts.ts'
import type { Fill } from '../order/order.ts'
import { priceFromSteps } from '../price.ts'
import { withCash } from '../testing/fill-cash.ts'

function fill(side: 'BUY' | 'SELL', size: bigint, steps: number, changes: Partial<Fill> = {}): Fill {
  const tradeId = parseTradeId('trade')
  const orderId = parseOrderId(`pm:0x${'1'.repeat(64)}`)
  const outcomeId = parseOutcomeId('pm:1')
  const marketId = parseMarketId(`pm:0x${'2'.repeat(64)}`)
  const price = priceFromSteps(steps)
  assert.ok(tradeId !== null && orderId !== null && outcomeId !== null && marketId !== null && price !== null)
  return withCash({
    tradeId,
    orderId,
    outcomeId,
    marketId,
    side,
    price,
    size: micros(size),
    fee: null,
    role: 'taker',
    status: 'matched',
    txHash: null,
    at: 0,
    ...changes,
  })
}

describe('holdings from fills', () => {
  test('buys add up at what they cost', () => {
    assert.deepEqual(holdingFromFills([fill('BUY', 100n, 5_000), fill('BUY', 300n, 1_000)]), {
      size: 400n,
      cost: 80n,
    })
    assert.deepEqual(holdingFromFills([]), { size: 0n, cost: 0n })
  })

  test('a sale takes its share of the average cost, whatever it was sold for', () => {
    const bought = [fill('BUY', 100n, 6_000), fill('BUY', 100n, 4_000)]
    assert.deepEqual(holdingFromFills([...bought, fill('SELL', 50n, 9_900, { at: 1 })]), {
      size: 150n,
      cost: 75n,
    })
  })

  test('more sold than these fills bought leaves nothing, and later buys restart', () => {
    const sold = [fill('BUY', 100n, 5_000), fill('SELL', 150n, 5_000, { at: 1 })]
    assert.deepEqual(holdingFromFills(sold), { size: 0n, cost: 0n })
    assert.deepEqual(holdingFromFills([...sold, fill('BUY', 10n, 5_000, { at: 2 })]), { size: 10n, cost: 5n })
  })

  test('INV-15 a buy and its sale in one second leave nothing, in whichever order they are reported', () => {
    const both = [fill('BUY', 50n, 4_000), fill('SELL', 50n, 4_500)]
    assert.deepEqual(holdingFromFills(both), { size: 0n, cost: 0n })
    assert.deepEqual(holdingFromFills(both.toReversed()), { size: 0n, cost: 0n })
  })

  test('INV-10 a failed trade leaves no trace', () => {
    const kept = [fill('BUY', 100n, 5_000), fill('SELL', 30n, 6_000, { at: 2 })]
    const failed = [
      fill('BUY', 70n, 9_000, { at: 1, status: 'failed' }),
      fill('SELL', 70n, 9_000, { at: 3, status: 'failed' }),
    ]
    assert.deepEqual(holdingFromFills([...failed, ...kept]), holdingFromFills(kept))
  })

  const anyFill = fc
    .record({
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      size: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      steps: fc.integer({ min: 1, max: 9_999 }),
      at: fc.integer({ min: 0, max: 50 }),
    })
    .map(({ side, size, steps, at }) => fill(side, size, steps, { at }))

  test('INV-15 what stays is never negative, never dearer than 1 a share, and costs something once it is worth counting', () => {
    fc.assert(
      fc.property(fc.array(anyFill, { maxLength: 20 }), (fills) => {
        const { size, cost } = holdingFromFills(fills)
        assert.ok(size >= 0n && cost >= 0n)
        // Each sale rounds what it takes down by less than a micro.
        assert.ok(cost <= size + BigInt(fills.length))
        const bought = fills.filter(({ side }) => side === 'BUY')
        const paid = bought.reduce((sum, { price, size: shares }) => sum + notional(price, shares), 0n)
        assert.ok(cost <= paid)
        if (bought.length === fills.length) assert.equal(cost, paid)
      }),
    )
  })

  test('INV-15 a sale never takes more than its share of the cost', () => {
    fc.assert(
      fc.property(anyFill, fc.bigInt({ min: 1n, max: 10n ** 9n }), ({ size, price }, sold) => {
        fc.pre(sold < size)
        const left = holdingFromFills([fill('BUY', size, price), fill('SELL', sold, 1, { at: 1 })])
        assert.equal(left.size, size - sold)
        assert.ok(left.cost * size >= notional(price, size) * left.size)
      }),
    )
  })
})
