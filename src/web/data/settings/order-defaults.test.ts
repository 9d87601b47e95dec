import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { priceFromSteps } from '#core/price.ts'
import { cutText, noSizeText, sharesAt, sharesOf } from './order-defaults.ts'

const AT = { side: 'BUY', freeCash: null } as const

test('cash is what the order costs at most, and a cent of shares more would cost more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999 }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (steps, cash) => {
        const price = priceFromSteps(steps)
        assert.ok(price !== null)
        const orderDefaults = { size: micros(cash), unit: 'cash', timeInForce: 'GTC' } as const
        const { size: shares } = sharesAt(orderDefaults, { ...AT, price })
        assert.equal(shares % 10_000n, 0n)
        assert.ok(notional(price, shares) <= cash)
        assert.ok((shares + 10_000n) * BigInt(steps) > cash * 10_000n)
        assert.equal(sharesAt({ ...orderDefaults, unit: 'shares' }, { ...AT, price }).asked, cash)
      },
    ),
  )
})

test('INV-85 what is chosen to take has a size that the venue takes, and says what it makes of the default size', () => {
  const [half, odd] = [priceFromSteps(5_000), priceFromSteps(5_730)]
  assert.ok(half !== null && odd !== null)
  const orderDefaults = { size: micros(10_330_000n), unit: 'shares', timeInForce: 'FAK' } as const
  const { asked, size } = sharesAt(orderDefaults, { ...AT, price: half })
  assert.equal(size, 10_320_000n)
  assert.equal(
    cutText({ ...orderDefaults, price: half }, asked, size),
    '10.33 becomes 10.32: the venue takes whole cents, next 10.34',
  )
  assert.deepEqual(sharesAt({ ...orderDefaults, size: micros(9_000_000n) }, { ...AT, price: odd }), {
    asked: 9_000_000n,
    size: 0n,
  })
  assert.match(
    noSizeText({ ...orderDefaults, price: odd }),
    /less than 10 shares: the venue takes FAK in whole cents/,
  )
  const resting = sharesAt({ ...orderDefaults, timeInForce: 'GTC' }, { ...AT, price: half })
  assert.deepEqual(resting, { asked: 10_330_000n, size: 10_330_000n })
  assert.equal(cutText({ timeInForce: 'GTC', price: half }, resting.asked, resting.size), null)
})

describe('a size', () => {
  const price = priceFromSteps(2_500) ?? assert.fail()
  const at = (side: 'BUY' | 'SELL', cash: bigint | null = 100_000_000n) => ({
    side,
    price,
    freeCash: cash === null ? null : micros(cash),
  })
  const ten = micros(10_000_000n)
  const cases = [
    ['shares are shares', 'shares', 'BUY', 10],
    ['cash is what a buy costs', 'cash', 'BUY', 40],
    ['cash is what a sale brings', 'cash', 'SELL', 40],
    ['to win is the profit of a buy', 'win', 'BUY', 13.333333],
    ['to win is what a sale brings', 'win', 'SELL', 40],
    ['percent of free cash is what a buy may lose', 'percent', 'BUY', 40],
    ['percent of free cash is what a sale may lose', 'percent', 'SELL', 13.333333],
  ] as const
  for (const [what, unit, side, shares] of cases) {
    test(what, () => {
      assert.equal(sharesOf(ten, unit, at(side)), micros(BigInt(Math.round(shares * 1_000_000))))
    })
  }

  test('of percent is none without a known free cash, nothing without any, and at most all of it', () => {
    assert.equal(sharesOf(ten, 'percent', at('BUY', null)), null)
    assert.equal(sharesOf(ten, 'percent', at('BUY', 0n)), 0n)
    assert.equal(sharesOf(ten, 'percent', at('BUY', -5n)), 0n)
    assert.equal(sharesOf(micros(900_000_000n), 'percent', at('BUY')), micros(400_000_000n))
  })

  test('never costs more than what it says, whatever the unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999 }),
        fc.constantFrom('BUY' as const, 'SELL' as const),
        fc.bigInt({ min: 1n, max: 100_000_000n }),
        (steps, side, size) => {
          const any = priceFromSteps(steps) ?? assert.fail()
          const rest = priceFromSteps(10_000 - steps) ?? assert.fail()
          const shares = (unit: 'cash' | 'win' | 'percent') =>
            sharesOf(micros(size), unit, { side, price: any, freeCash: micros(500_000_000n) }) ??
            assert.fail()
          const [stake, win] = side === 'BUY' ? [any, rest] : [rest, any]
          assert.ok(notional(any, shares('cash')) <= size)
          assert.ok(notional(win, shares('win')) <= size)
          assert.ok(notional(stake, shares('percent')) * 100_000_000n <= 500_000_000n * size)
        },
      ),
    )
  })
})
