// The taker's fee: never under the curve, never a unit over it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { fillFee, takerFee } from './fees.ts'
import { micros } from './money.ts'
import { complementPrice, priceFromSteps, type Price } from './price.ts'

function price(steps: number): Price {
  const value = priceFromSteps(steps)
  assert.ok(value !== null)
  return value
}

describe('taker fee', () => {
  test('a market without a curve charges nothing', () => {
    assert.equal(takerFee(null, price(5_000), micros(100_000_000n)), 0n)
  })

  const rows: readonly (readonly [
    rate: bigint,
    exponent: number,
    steps: number,
    size: bigint,
    fee: bigint,
  ])[] = [
    // 100 x 0.03 x (0.5 x 0.5)
    [30_000n, 1, 5_000, 100_000_000n, 750_000n],
    // 10 x 0.25 x (0.1 x 0.9)^2 = 0.02025
    [250_000n, 2, 1_000, 10_000_000n, 20_250n],
    // 1 x 0.02, whatever the price
    [20_000n, 0, 4_321, 1_000_000n, 20_000n],
    // 0.01 x 0.03 x 0.25 = 0.000075, rounded up to 0.00008
    [30_000n, 1, 5_000, 10_000n, 80n],
    [30_000n, 1, 5_000, 0n, 0n],
  ]
  for (const [rate, exponent, steps, size, fee] of rows) {
    test(`${size} shares at ${steps} with ${rate} and exponent ${exponent} cost ${fee}`, () => {
      assert.equal(takerFee({ rate, exponent }, price(steps), micros(size)), fee)
    })
  }

  test('a curve that is not a small whole power is not computed', () => {
    for (const exponent of [0.5, -1, 9, Number.NaN]) {
      assert.equal(takerFee({ rate: 1n, exponent }, price(5_000), micros(1n)), null)
    }
  })

  test('of a fill: a maker pays nothing, a taker by the curve, rounded half up, and what is not known is null', () => {
    const curve = { rate: 50_000n, exponent: 1 }
    const taken = { role: 'taker', price: price(5_000), size: micros(1_000_000n) } as const
    assert.equal(fillFee({ ...taken, role: 'maker' }, false, 'unknown'), 0n)
    assert.equal(fillFee(taken, false, null), 0n)
    assert.equal(fillFee(taken, true, curve), 12_500n)
    // 0.0125 of a pUSD times 1.0004 and 1.0003: the sixth decimal decides.
    assert.equal(fillFee({ ...taken, size: micros(1_000_400n) }, true, curve), 12_510n)
    assert.equal(fillFee({ ...taken, size: micros(1_000_300n) }, true, curve), 12_500n)
    assert.equal(fillFee(taken, false, curve), null)
    assert.equal(fillFee(taken, true, 'unknown'), null)
  })

  test('INV-12 rounds up by less than a unit, is the same from the other outcome, and grows with the size', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 9_999 }),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        (rate, exponent, steps, size) => {
          const curve = { rate, exponent }
          const fee = takerFee(curve, price(steps), micros(size))
          assert.ok(fee !== null && fee % 10n === 0n)
          const scale = 1_000_000n * 100_000_000n ** BigInt(exponent)
          const exact = size * rate * (BigInt(steps) * BigInt(10_000 - steps)) ** BigInt(exponent)
          assert.ok(fee * scale >= exact)
          assert.ok((fee - 10n) * scale < exact || fee === 0n)
          assert.equal(takerFee(curve, complementPrice(price(steps)), micros(size)), fee)
          assert.ok((takerFee(curve, price(steps), micros(size + 10_000n)) ?? -1n) >= fee)
        },
      ),
    )
  })
})
