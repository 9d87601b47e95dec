import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '../money.ts'
import { priceFromSteps } from '../price.ts'
import { rejection, type RejectCode } from '../reject-codes.ts'
import { withNearestSizes } from './order-minimum.ts'

const price = priceFromSteps(4_120)
assert.ok(price !== null)
const seven = { price, size: micros(7_000_000n), timeInForce: 'FOK' } as const
const refusal = (code: RejectCode) => rejection(code, { message: 'invalid amounts' })

test('INV-85 a refusal of the amounts of an order that takes says why, and names the nearest sizes', () => {
  const said = withNearestSizes(seven, refusal('invalid_size'))
  assert.equal(
    said.message,
    'invalid amounts. It takes FOK where the cash is whole cents, which 7 at 0.412 is not: the nearest sizes are 5 and 7.5. An order that may rest (GTC) has any size.',
  )
  assert.equal(said.prices.length, 1)
  const small = withNearestSizes({ ...seven, size: micros(1_000_000n) }, refusal('invalid_size'))
  assert.match(small.message, /the nearest size is 2[.]5[.]/)
})

test('other refusals, and those of sizes that the venue takes, keep its words', () => {
  assert.deepEqual(withNearestSizes(seven, refusal('venue_rejected')), refusal('venue_rejected'))
  for (const change of [{ size: micros(5_000_000n) }, { timeInForce: 'GTC' as const }])
    assert.deepEqual(
      withNearestSizes({ ...seven, ...change }, refusal('invalid_size')),
      refusal('invalid_size'),
    )
})
