import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { priceFromSteps } from '#core/price.ts'
import { cutText, noSizeText, sharesAt } from './order-defaults.ts'

test('cash is what the order costs at most, and a cent of shares more would cost more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999 }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (steps, cash) => {
        const price = priceFromSteps(steps)
        assert.ok(price !== null)
        const orderDefaults = { size: micros(cash), unit: 'cash', timeInForce: 'GTC' } as const
        const { size: shares } = sharesAt(orderDefaults, price)
        assert.equal(shares % 10_000n, 0n)
        assert.ok(notional(price, shares) <= cash)
        assert.ok((shares + 10_000n) * BigInt(steps) > cash * 10_000n)
        assert.equal(sharesAt({ ...orderDefaults, unit: 'shares' }, price).asked, cash)
      },
    ),
  )
})

test('INV-85 what is chosen to take has a size that the venue takes, and says what it makes of the default size', () => {
  const [half, odd] = [priceFromSteps(5_000), priceFromSteps(5_730)]
  assert.ok(half !== null && odd !== null)
  const orderDefaults = { size: micros(10_330_000n), unit: 'shares', timeInForce: 'FAK' } as const
  const { asked, size } = sharesAt(orderDefaults, half)
  assert.equal(size, 10_320_000n)
  assert.equal(
    cutText({ ...orderDefaults, price: half }, asked, size),
    '10.33 becomes 10.32: the venue takes whole cents, next 10.34',
  )
  assert.deepEqual(sharesAt({ ...orderDefaults, size: micros(9_000_000n) }, odd), {
    asked: 9_000_000n,
    size: 0n,
  })
  assert.match(
    noSizeText({ ...orderDefaults, price: odd }),
    /less than 10 shares: the venue takes FAK in whole cents/,
  )
  const resting = sharesAt({ ...orderDefaults, timeInForce: 'GTC' }, half)
  assert.deepEqual(resting, { asked: 10_330_000n, size: 10_330_000n })
  assert.equal(cutText({ timeInForce: 'GTC', price: half }, resting.asked, resting.size), null)
})
