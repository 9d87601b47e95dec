import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { barShare, barShift, nextScale, roundScale } from './bar-scale.ts'

test('scales are steps of 1, 2 and 5', () => {
  assert.deepEqual([1n, 3n, 10n, 11n, 21n, 51n, 4999n].map(roundScale), [1n, 5n, 10n, 20n, 50n, 100n, 5000n])
})

test('the scale fits the largest size and holds while that size moves within a quarter and the whole', () => {
  fc.assert(
    fc.property(fc.bigInt(10n, 10_000_000n), fc.bigInt(10n, 10_000_000n), (current, largest) => {
      const scale = nextScale(roundScale(current), largest)
      assert.ok(largest <= scale)
      assert.equal(nextScale(scale, largest), scale)
      assert.equal(nextScale(scale, scale / 4n + 1n), scale)
    }),
  )
  assert.equal(nextScale(50n, 0n), 50n)
})

test('a bar fills its cell at the scale, never more, and shows any size at all', () => {
  assert.equal(barShare(null, 100n), 0)
  assert.equal(barShare(1n, 100n), 1)
  assert.equal(barShare(49_000_000n, 100n), 50)
  assert.equal(barShare(100_000_000n, 100n), 100)
  assert.equal(barShare(900_000_000n, 100n), 100)
})

test('a bar is shifted in from its own side, and without a size beyond the edge of its cell', () => {
  assert.equal(barShift(49_000_000n, 100n, 'bid'), 50)
  assert.equal(barShift(19_000_000n, 100n, 'ask'), 80)
  assert.equal(barShift(900_000_000n, 100n, 'ask'), 0)
  assert.ok(barShift(null, 100n, 'bid') < 0)
  assert.ok(barShift(null, 100n, 'ask') > 100)
})
