import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Level } from '../../platform/live/book-store.ts'
import { bookSum, depthRows, depthWithin, imbalance, sumEdge } from './depth.ts'

const level = (steps: number, shares: number): Level => {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return [price, micros(BigInt(shares) * 1_000_000n)]
}

test('totals and cash run from the best price', () => {
  const rows = depthRows([level(5_600, 100), level(5_500, 50), level(5_400, 1)], 2)
  assert.deepEqual(
    rows.map(({ total, cash }) => [total, cash]),
    [
      [100_000_000n, 56_000_000n],
      [150_000_000n, 83_500_000n],
    ],
  )
})

test('depth near the best counts levels within the ticks, on either side', () => {
  assert.equal(depthWithin([level(5_600, 100), level(5_400, 50), level(5_399, 7)], 200), 150_000_000n)
  assert.equal(depthWithin([level(5_800, 5), level(6_000, 6), level(6_001, 7)], 200), 11_000_000n)
  assert.equal(depthWithin([], 200), 0n)
})

test('imbalance is the share of the bids', () => {
  assert.equal(imbalance(3n, 1n), 75)
  assert.equal(imbalance(0n, 0n), null)
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 12n), (bids, asks) => {
      const share = imbalance(bids, asks)
      assert.ok(share !== null && share >= 0 && share <= 100)
    }),
  )
})

test('a book sum needs a price of every outcome and can be had for the smallest size', () => {
  const leg = (steps: number, shares: number) => {
    const [price, size] = level(steps, shares)
    return { price, size }
  }
  assert.deepEqual(bookSum([leg(5_000, 10), leg(4_900, 3)]), { sum: 9_900, size: 3_000_000n })
  assert.equal(bookSum([leg(5_000, 10), { price: null, size: null }]), null)
  assert.equal(bookSum([]), null)
  assert.equal(sumEdge('BUY', 9_900), 100)
  assert.equal(sumEdge('BUY', 10_050), null)
  assert.equal(sumEdge('SELL', 10_050), 50)
})
