import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import { moneyTicks, partOf, pnlExtent, pnlPoints, thinnedPoints } from './pnl-scale.ts'

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

test('the axis spans every value and zero with a handful of round amounts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), { minLength: 1, maxLength: 30 }),
      (values) => {
        const extent = pnlExtent(values.map((value, at) => point(at, value)))
        const ticks = moneyTicks(extent)
        const [bottom = micros(0n)] = ticks
        const top = ticks.at(-1) ?? micros(0n)
        assert.ok(ticks.includes(micros(0n)))
        assert.ok(ticks.length >= 2 && ticks.length <= 8, String(ticks))
        for (const value of values) {
          const part = partOf(micros(value), bottom, top)
          assert.ok(part >= 0 && part <= 1)
        }
      },
    ),
  )
})

test('a thinned table keeps the last point', () => {
  const points = Array.from({ length: 250 }, (_, at) => point(at * 1_000, BigInt(at)))
  const thin = thinnedPoints(points, 100)
  assert.ok(thin.length <= 100)
  assert.equal(thin.at(-1), points.at(-1))
})
