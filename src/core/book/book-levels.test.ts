/** One side of a book against a plain map: every level, in order, whatever was set, removed or replaced. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  bestPrice,
  copyLevels,
  createSide,
  hasLevels,
  MAX_LEVEL_SIZE,
  replaceLevels,
  setLevel,
} from './book-levels.ts'
import type { Level } from './book.ts'
import { micros } from '../money.ts'
import { priceFromSteps, type Price } from '../price.ts'

function priceOf(steps: number): Price {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return price
}

const price = fc.oneof(fc.integer({ min: 1, max: 120 }), fc.constantFrom(1, 9_999)).map(priceOf)
const size = fc
  .oneof(fc.constant(0n), fc.constant(MAX_LEVEL_SIZE), fc.bigInt({ min: 1n, max: MAX_LEVEL_SIZE }))
  .map(micros)
const level: fc.Arbitrary<Level> = fc.tuple(price, size)
const action = fc.oneof(
  { weight: 20, arbitrary: fc.record({ set: level }) },
  { weight: 1, arbitrary: fc.record({ replace: fc.array(level, { maxLength: 150 }) }) },
)

test('INV-25 a side holds exactly what was last set at each price, best first, up to the largest size', () => {
  fc.assert(
    fc.property(fc.constantFrom('bids', 'asks'), fc.array(action, { maxLength: 200 }), (name, actions) => {
      const side = createSide(name)
      const model = new Map<Price, Level>()
      const put = (one: Level): void => {
        if (one[1] > 0n) model.set(one[0], one)
        else model.delete(one[0])
      }
      for (const one of actions) {
        if ('set' in one) {
          const before = model.get(one.set[0])?.[1] ?? 0n
          assert.equal(setLevel(side, ...one.set), before !== one.set[1])
          put(one.set)
        } else {
          replaceLevels(side, one.replace)
          model.clear()
          one.replace.forEach(put)
        }
        const levels = [...model.values()].toSorted(([a], [b]) => (name === 'bids' ? b - a : a - b))
        assert.deepEqual(copyLevels(side), levels)
        assert.equal(bestPrice(side), levels[0]?.[0] ?? null)
        assert.ok(hasLevels(side, levels))
        const [first, ...others] = levels
        if (first === undefined) continue
        assert.ok(!hasLevels(side, others))
        assert.ok(!hasLevels(side, [[first[0], micros(first[1] + 1n)], ...others]))
      }
    }),
    { numRuns: 60 },
  )
})
