import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros } from '../money.ts'
import type { RealisedStep } from './portfolio.ts'
import { profitCurve, thinnedCurve } from './profit-curve.ts'

const ZERO = micros(0n)
const step = (at: number, profit: number, isFinal = true): RealisedStep => ({
  at,
  profit: micros(BigInt(profit)),
  isFinal,
})

describe('the curve of realised profit', () => {
  test('adds up in order of time, one point for an instant, what settles apart', () => {
    const { points } = profitCurve([step(3, -2), step(1, 5), step(3, 4, false), step(2, 1)], -Infinity, ZERO)
    assert.deepEqual(points, [
      { at: 1, settled: 5n, total: 5n },
      { at: 2, settled: 6n, total: 6n },
      { at: 3, settled: 4n, total: 8n },
    ])
  })

  test('of an interval begins at zero, of all time at what was realised before', () => {
    const steps = [step(1, 5), step(2, 1)]
    assert.deepEqual(profitCurve(steps, 2, ZERO).points, [{ at: 2, settled: 1n, total: 1n }])
    assert.deepEqual(profitCurve(steps, -Infinity, micros(10n)).points.at(-1)?.total, 16n)
  })

  test('its drawdown is the deepest fall from a high to a later low', () => {
    const curve = profitCurve(
      [step(1, 10), step(2, -4), step(3, 2), step(4, -9), step(5, 20), step(6, -8)],
      -Infinity,
      ZERO,
    )
    assert.deepEqual(curve.drawdown, { amount: 11n, from: 1, to: 4 })
    assert.equal(curve.belowPeak, 8n)
    assert.deepEqual(profitCurve([step(1, -3)], -Infinity, ZERO).drawdown, { amount: 3n, from: null, to: 1 })
    assert.equal(profitCurve([step(1, 3)], -Infinity, ZERO).drawdown, null)
  })

  test('of many points keeps the last of each span, and the ends of the drawdown', () => {
    const steps = Array.from({ length: 1_000 }, (_, at) => step(at, at === 502 ? -5_000 : 1))
    const curve = profitCurve(steps, -Infinity, ZERO)
    const kept = thinnedCurve(curve, 10)
    assert.ok(kept.length <= 13)
    assert.equal(kept.at(-1), curve.points.at(-1))
    assert.ok([501, 502].every((at) => kept.some((point) => point.at === at)))
    assert.equal(thinnedCurve(curve, 1_000), curve.points)
  })
})
