import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { formatMicros, micros } from '#core/money.ts'
import { placeBody } from './orders.ts'
import { routes } from './routes.ts'
import { amountValue, decimal, signedDecimal } from './values.ts'

const GOOD = {
  client_order_id: '0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
  outcome_id: 'pm:123',
  side: 'BUY',
  price: '0.57',
  size: '100',
  time_in_force: 'GTC',
  post_only: false,
}

describe('contract values', () => {
  test('a Decimal is canonical text', () => {
    for (const text of ['0', '1', '0.5', '12.000001', '100']) assert.ok(decimal.safeParse(text).success, text)
    for (const text of ['', '01', '1.', '.5', '0.50', '1.0', '+1', '-1', '1e2', '0.0000001', ' 1', 1]) {
      assert.ok(!decimal.safeParse(text).success, String(text))
    }
  })

  test('a SignedDecimal is the same with a minus, never -0', () => {
    for (const text of ['-1', '-0.5', '0', '3.25']) assert.ok(signedDecimal.safeParse(text).success, text)
    for (const text of ['-0', '-0.0', '--1', '-01', '-1.50'])
      assert.ok(!signedDecimal.safeParse(text).success, text)
  })

  test('INV-12 every amount that we write is one that we read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (value) => {
        assert.equal(z.decode(amountValue, formatMicros(micros(value))), value)
      }),
    )
  })

  test('a body names the field that is wrong, and refuses what it does not know', () => {
    assert.ok(placeBody.safeParse(GOOD).success)
    for (const [field, value] of Object.entries({
      client_order_id: 'x',
      outcome_id: '123',
      side: 'HOLD',
      price: 0.57,
      size: '1e3',
      time_in_force: 'IOC',
      post_only: 'no',
      expires_at: '2026-11-20',
      evidence: {},
      surprise: 1,
    })) {
      const parsed = placeBody.safeParse({ ...GOOD, [field]: value })
      assert.ok(!parsed.success, field)
      assert.match(JSON.stringify(parsed.error.issues), new RegExp(field), field)
    }
  })

  test('every route reads its path parameters', () => {
    for (const [name, route] of Object.entries(routes)) {
      const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const declared = 'params' in route ? Object.keys(route.params.shape) : []
      assert.deepEqual(declared, named, name)
    }
  })
})
