// A line of many points and the tape make candles with volume.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Trade } from '../../platform/api/client.ts'
import { candlesOf } from './candles.ts'

const MINUTE = 60_000
const points = (count: number, stepMs: number) =>
  Array.from({ length: count }, (_, at) => ({ at: at * stepMs, value: 400_000 + (at % 5) * 10_000 }))

function trade(number: number, at: number | null, steps: number, shares: bigint): Trade {
  const price = priceFromSteps(steps) ?? assert.fail()
  return { number, at, price, size: micros(shares * 1_000_000n), side: 'BUY' }
}

test('points and trades of one step are one candle; the volume is that of the trades alone', () => {
  const trades = [
    trade(1, 2 * MINUTE, 4_700, 30n),
    trade(2, 6 * MINUTE, 3_900, 12n),
    trade(3, null, 9_000, 5n),
    trade(4, -1, 100, 5n),
  ]
  const [first, second] = candlesOf(points(60, MINUTE), trades) ?? assert.fail()
  assert.deepEqual(first, { at: 0, open: 400_000, high: 470_000, low: 400_000, close: 440_000, volume: 30 })
  assert.deepEqual(second, {
    at: 5 * MINUTE,
    open: 400_000,
    high: 440_000,
    low: 390_000,
    close: 440_000,
    volume: 12,
  })
})

test('steps are so long that a screen has room, and where points are few there are none', () => {
  assert.equal(candlesOf(points(2_000, 5 * MINUTE), [])?.length, 42)
  assert.equal(candlesOf(points(2, MINUTE), []), null)
  assert.equal(candlesOf([], []), null)
})
