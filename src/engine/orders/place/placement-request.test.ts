import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { rejection } from '#core/reject-codes.ts'
import { intent, price } from '../../testing/trading-fixture.ts'
import { explained } from './order-placement.ts'

const refused = (code: 'invalid_size' | 'venue_rejected') =>
  ({ kind: 'refused', rejection: rejection(code, { message: 'invalid amounts' }) }) as const

test('INV-85 a refusal of the amounts of an order that takes says why, and names the nearest sizes', () => {
  const seven = intent(1, { price: price(4_120), size: micros(7_000_000n), timeInForce: 'FOK' })
  const said = explained(seven, refused('invalid_size'))
  assert.ok(said.kind === 'refused')
  assert.equal(
    said.rejection.message,
    'invalid amounts. It takes FOK where the cash is whole cents, which 7 at 0.412 is not: the nearest sizes are 5 and 7.5. An order that may rest (GTC) has any size.',
  )
  assert.equal(said.rejection.prices.length, 1)
  const small = explained({ ...seven, size: micros(1_000_000n) }, refused('invalid_size'))
  assert.match(small.kind === 'refused' ? small.rejection.message : '', /the nearest size is 2[.]5[.]/)
})

test('other refusals, and those of sizes that the venue takes, keep its words', () => {
  const seven = intent(1, { price: price(4_120), size: micros(7_000_000n), timeInForce: 'FOK' })
  assert.deepEqual(explained(seven, refused('venue_rejected')), refused('venue_rejected'))
  for (const change of [{ size: micros(5_000_000n) }, { timeInForce: 'GTC' as const }]) {
    assert.deepEqual(explained({ ...seven, ...change }, refused('invalid_size')), refused('invalid_size'))
  }
})
