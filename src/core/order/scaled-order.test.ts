// A size spread over prices: whole ticks, the exact sum, no part below the minimum; refusals are values.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { micros, type Micros } from '../money.ts'
import { isOnTick, priceFromSteps, TICK_SIZES, type Price } from '../price.ts'
import { notional } from './order-amounts.ts'
import { MOST_PARTS, SCALE_SHAPES, scaledOrder, type ScaleTerms } from './scaled-order.ts'

const at = (steps: number): Price => priceFromSteps(steps) ?? assert.fail()
const shares = (hundredths: number): Micros => micros(BigInt(hundredths) * 10_000n)
const TERMS: ScaleTerms = {
  from: at(5_000),
  to: at(4_600),
  parts: 5,
  shape: 'flat',
  size: shares(10_002),
  tick: 100,
  minimum: shares(500),
}

const partsOf = (terms: Partial<ScaleTerms>): readonly (readonly [number, bigint])[] => {
  const made = scaledOrder({ ...TERMS, ...terms })
  assert.ok(made.ok)
  return made.value.map(({ price, size }) => [price, size / 10_000n])
}

test('what hundredths are left over go to the first parts', () => {
  assert.deepEqual(partsOf({}), [
    [5_000, 2_001n],
    [4_900, 2_001n],
    [4_800, 2_000n],
    [4_700, 2_000n],
    [4_600, 2_000n],
  ])
})

test('growing parts grow from the first to the last, up or down; equal cash is more shares where they are cheaper', () => {
  const growing = { shape: 'growing', parts: 3, to: at(5_200), size: shares(6_000) } as const
  assert.deepEqual(partsOf(growing), [
    [5_000, 1_000n],
    [5_100, 2_000n],
    [5_200, 3_000n],
  ])
  assert.deepEqual(
    partsOf({ shape: 'equal_cash', parts: 2, from: at(2_000), to: at(6_000), size: shares(4_000) }),
    [
      [2_000, 3_000n],
      [6_000, 1_000n],
    ],
  )
})

test('each refusal is a value with its figure', () => {
  const refusal = (terms: Partial<ScaleTerms>) => {
    const made = scaledOrder({ ...TERMS, ...terms })
    return made.ok ? null : made.error
  }
  assert.deepEqual(refusal({ parts: 1 }), { kind: 'count' })
  assert.deepEqual(refusal({ parts: MOST_PARTS + 1 }), { kind: 'count' })
  assert.deepEqual(refusal({ to: at(4_650) }), { kind: 'off_tick' })
  assert.deepEqual(refusal({ size: micros(1n) }), { kind: 'size' })
  assert.deepEqual(refusal({ parts: 6 }), { kind: 'too_narrow', most: 5 })
  assert.deepEqual(refusal({ size: shares(2_499) }), { kind: 'below_minimum', smallest: shares(499) })
  assert.deepEqual(refusal({ size: shares(4), minimum: null }), {
    kind: 'below_minimum',
    smallest: shares(0),
  })
})

/** Ends on the tick, and as many parts as there may be. */
const anyTerms: fc.Arbitrary<ScaleTerms> = fc.constantFrom(...TICK_SIZES).chain((tick) => {
  const price = fc.integer({ min: 1, max: 10_000 / tick - 1 }).map((ticks) => at(ticks * tick))
  return fc.record({
    from: price,
    to: price,
    parts: fc.integer({ min: 0, max: MOST_PARTS + 2 }),
    shape: fc.constantFrom(...SCALE_SHAPES),
    size: fc.integer({ min: 0, max: 10_000_000 }).map(shares),
    tick: fc.constant(tick),
    minimum: fc.option(fc.integer({ min: 0, max: 2_000 }).map(shares)),
  })
})

test('whatever is asked: n parts on ticks within the ends, all different, of the exact sum, none below the minimum', () => {
  let made = 0
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const result = scaledOrder(terms)
      if (!result.ok) return
      made += 1
      const { from, to, parts, shape, size, tick, minimum } = terms
      const prices = result.value.map((part) => part.price)
      const sizes = result.value.map((part) => part.size)
      assert.equal(prices.length, parts)
      assert.equal(new Set(prices).size, parts)
      assert.deepEqual([prices[0], prices.at(-1)], [from, to])
      assert.deepEqual(
        prices,
        prices.toSorted((a, b) => (from < to ? a - b : b - a)),
      )
      assert.ok(prices.every((price) => isOnTick(price, tick)))
      assert.equal(
        sizes.reduce<bigint>((sum, one) => sum + one, 0n),
        size,
      )
      assert.ok(sizes.every((one) => one > 0n && one % 10_000n === 0n && one >= (minimum ?? 0n)))
      if (shape !== 'equal_cash') return
      // Within one hundredth of a share at its price of every other part, and of its own.
      const cash = result.value.map((part) => ({ ...part, cash: notional(part.price, part.size) }))
      for (const one of cash) {
        assert.ok(cash.every((other) => one.cash - other.cash <= BigInt(one.price) + BigInt(other.price)))
      }
    }),
    { numRuns: 2_000 },
  )
  assert.ok(made > 300, `only ${made} were possible`)
})

test('what is refused could not have been made with as many parts', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const result = scaledOrder(terms)
      if (result.ok || result.error.kind !== 'below_minimum') return
      const { smallest } = result.error
      assert.ok(smallest === 0n || (terms.minimum !== null && smallest < terms.minimum))
    }),
  )
})
