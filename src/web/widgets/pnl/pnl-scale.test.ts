import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { pnlPoints, thinnedPoints } from './pnl-scale.ts'

const point = (at: number, value: bigint) => ({ at, value: micros(value) })

test('points come in order of time, and of two at one instant the later given counts', () => {
  assert.deepEqual(
    pnlPoints([
      { at: 12, total: micros(1_500_000n) },
      { at: 11, total: micros(-2_000_000n) },
      { at: 12, total: micros(1_750_000n) },
    ]),
    [point(11, -2_000_000n), point(12, 1_750_000n)],
  )
})

test('a thinned table keeps the last point', () => {
  const points = Array.from({ length: 250 }, (_, at) => point(at * 1_000, BigInt(at)))
  const thin = thinnedPoints(points, 100)
  assert.ok(thin.length <= 100)
  assert.equal(thin.at(-1), points.at(-1))
})
