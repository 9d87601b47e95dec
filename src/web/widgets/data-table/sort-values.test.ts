import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareValues } from './table-model.ts'

test('amounts are ordered by their size, exactly', () => {
  const amounts = [100_000_000n, 9_500_000n, -3n, -10n, 0n, 9_007_199_254_740_993n, 9_007_199_254_740_992n]
  assert.deepEqual(amounts.toSorted(compareValues), [
    -10n,
    -3n,
    0n,
    9_500_000n,
    100_000_000n,
    9_007_199_254_740_992n,
    9_007_199_254_740_993n,
  ])
  assert.equal(compareValues(2, 10), -1)
})

test('names are ordered by their letters', () => {
  assert.ok(compareValues('Lakers', 'lions') < 0)
  assert.ok(compareValues('Game 2', 'Game 10') < 0)
})

test('the order is one: turning the two turns it', () => {
  const value = fc.oneof(fc.integer(), fc.bigInt(), fc.string())
  fc.assert(
    fc.property(value, value, (a, b) => {
      assert.equal(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a)), 0)
    }),
  )
})
