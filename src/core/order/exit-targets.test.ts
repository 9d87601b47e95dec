// Shares of several targets, and how parts too small join.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { addMicros, micros, ZERO } from '../money.ts'
import { price, shares } from '../testing/exit-samples.ts'
import { joinedParts, targetParts, type TargetPart } from './exit-targets.ts'

const THREE = {
  target: { price: price(8_000) },
  further: [
    { price: price(6_000), percent: 33 },
    { price: price(7_000), percent: 33 },
  ],
}
const priced = (parts: readonly TargetPart[]) => parts.map((part) => [part.price, Number(part.size) / 1e6])

describe('targets', () => {
  test('INV-97 each further target has its percent to the hundredth, the target the rest', () => {
    assert.deepEqual(priced(targetParts(THREE, shares(10.01))), [
      [6_000, 3.3],
      [7_000, 3.3],
      [8_000, 3.41],
    ])
    assert.deepEqual(priced(targetParts({ ...THREE, target: null }, shares(10))), [
      [6_000, 3.3],
      [7_000, 3.3],
    ])
  })

  test('INV-97 what was sold counts at its price, a sale elsewhere at the lowest target first', () => {
    const sold = [
      { price: price(7_000), filled: shares(10) },
      { price: null, filled: shares(40) },
    ]
    assert.deepEqual(priced(targetParts(THREE, shares(100), sold)), [
      [7_000, 16],
      [8_000, 34],
    ])
  })

  test('INV-97 a part below the minimum joins the one above, the last the one below, and one that rests stays', () => {
    const parts = (...sizes: readonly number[]): readonly TargetPart[] =>
      sizes.map((size, at) => ({ price: price(6_000 + 1_000 * at), size: shares(size) }))
    const joined = (...sizes: readonly number[]) => priced(joinedParts(parts(...sizes), shares(5)))
    assert.deepEqual(joined(3, 3, 10), [
      [7_000, 6],
      [8_000, 10],
    ])
    assert.deepEqual(joined(6, 3, 4), [
      [6_000, 6],
      [8_000, 7],
    ])
    assert.deepEqual(joined(6, 6, 3), [
      [6_000, 6],
      [7_000, 9],
    ])
    assert.deepEqual(joined(1, 1, 1), [[8_000, 3]])
    assert.deepEqual(priced(joinedParts(parts(3, 10), shares(5), ({ size }) => size === shares(3))), [
      [6_000, 3],
      [7_000, 10],
    ])
  })

  test('INV-97 whatever was covered and sold, the parts and what was sold come to what is covered', () => {
    const order = fc.record({
      price: fc.constantFrom(null, price(6_000), price(7_000), price(8_000)),
      filled: fc.integer({ min: 0, max: 4_000_000 }).map((size) => micros(BigInt(size))),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.array(order, { maxLength: 6 }),
        fc.integer({ min: 0, max: 30 }),
        (size, orders, minimum) => {
          const covered = micros(BigInt(size))
          const sold = addMicros(ZERO, ...orders.map(({ filled }) => filled))
          const parts = targetParts(THREE, covered, orders)
          const sum = (of: readonly TargetPart[]) => of.reduce((all, part) => all + part.size, 0n)
          assert.equal(sum(parts), covered > sold ? covered - sold : 0n)
          const joined = joinedParts(parts, shares(minimum))
          assert.equal(sum(joined), sum(parts))
          assert.ok(joined.length <= 1 || joined.every((part) => part.size >= shares(minimum)))
          const whole = targetParts(THREE, covered)
          for (const part of whole.slice(0, -1)) {
            assert.equal(part.size % 10_000n, 0n)
            assert.ok(covered * 33n - part.size * 100n < 1_000_000n)
          }
        },
      ),
    )
  })
})
