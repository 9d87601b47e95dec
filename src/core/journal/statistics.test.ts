import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '../money.ts'
import { amountStatistics, studentQuantile, timeStatistics } from './statistics.ts'

const of = (...values: readonly number[]) => amountStatistics(values.map((value) => micros(BigInt(value))))

test('sum is exact, mean and median are rounded, the interval is that of Student', () => {
  const { count, sum, mean, median, interval } = of(1, 2, 3, 4, 100)
  assert.deepEqual([count, sum, mean, median], [5, 110n, 22n, 3n])
  // Standard deviation 43.617, over the root of five 19.506, times 2.7764.
  assert.deepEqual(interval, { low: -32n, high: 76n })
  assert.deepEqual(of(), { count: 0, sum: 0n, mean: null, median: null, interval: null })
  assert.equal(of(7).interval, null)
  assert.equal(of(1, 4).median, 3n)
})

test('the quantile is that of the tables', () => {
  const table = { 1: 12.706, 2: 4.303, 4: 2.776, 5: 2.571, 9: 2.262, 29: 2.045, 100: 1.984, 10_000: 1.96 }
  for (const [free, value] of Object.entries(table)) {
    assert.ok(
      Math.abs(studentQuantile(Number(free)) - value) < 0.004,
      `${free}: ${studentQuantile(Number(free))}`,
    )
  }
})

test('times have their median and the one that 95 % stay below', () => {
  assert.deepEqual(timeStatistics([0.5, 1, 7, 9_000, 60]), { count: 5, median: 7, p95: 9_000 })
  assert.deepEqual(timeStatistics([]), { count: 0, median: null, p95: null })
})
