import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Level } from '../../platform/live/book-store.ts'
import { depthRows } from '../../data/markets/depth.ts'
import { depthReading, depthShape } from './depth-shape.ts'

const rows = (...levels: readonly (readonly [steps: number, shares: number])[]) =>
  depthRows(
    levels.map(([steps, shares]): Level => {
      const price = priceFromSteps(steps)
      assert.ok(price !== null)
      return [price, micros(BigInt(shares) * 1_000_000n)]
    }),
    20,
  )
const BIDS = rows([5_600, 100], [5_500, 300])
const ASKS = rows([5_800, 200], [6_000, 50])

test('the curve steps up from the best price on either side, to the most that is drawn', () => {
  assert.deepEqual(depthShape(BIDS, ASKS), {
    from: 5_500,
    to: 6_000,
    bids: 'M200 100H200V75H0V0H0V100Z',
    asks: 'M600 100H600V50H1000V38H1000V100Z',
  })
  assert.equal(depthShape([], ASKS)?.bids, '')
  assert.equal(depthShape([], rows([5_800, 200])), null, 'one price has no width')
  assert.equal(depthShape([], []), null)
})

test('below the market one sells down to the price, above it one buys up to it, between nothing stands', () => {
  assert.deepEqual(depthReading(BIDS, ASKS, 5_520), {
    side: 'SELL',
    size: 100_000_000n,
    average: 560_000n,
    worst: 5_600,
  })
  assert.deepEqual(depthReading(BIDS, ASKS, 5_500), {
    side: 'SELL',
    size: 400_000_000n,
    average: 552_500n,
    worst: 5_500,
  })
  assert.deepEqual(depthReading(BIDS, ASKS, 6_000), {
    side: 'BUY',
    size: 250_000_000n,
    average: 584_000n,
    worst: 6_000,
  })
  assert.equal(depthReading(BIDS, ASKS, 5_700), null)
  assert.equal(depthReading([], [], 5_700), null)
})
