import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import { notional } from '#core/order-amounts.ts'
import { priceFromSteps } from '#core/price.ts'
import { sharesAt } from './hand.ts'

test('cash is what the order costs at most, and a cent of shares more would cost more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999 }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (steps, cash) => {
        const price = priceFromSteps(steps)
        assert.ok(price !== null)
        const shares = sharesAt({ size: micros(cash), unit: 'cash' }, price)
        assert.equal(shares % 10_000n, 0n)
        assert.ok(notional(price, shares) <= cash)
        assert.ok((shares + 10_000n) * BigInt(steps) > cash * 10_000n)
        assert.equal(sharesAt({ size: micros(cash), unit: 'shares' }, price), cash)
      },
    ),
  )
})
