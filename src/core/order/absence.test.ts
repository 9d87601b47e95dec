// Rules shown here: ORD-3.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInDelay, isProvenGone } from './absence.ts'

const rests = { status: 'live', timeInForce: 'GTC' } as const
const takes = { status: 'partially_filled', timeInForce: 'FAK' } as const

test('INV-07 absence needs three complete reads in a row, the last begun 120 s after the order was sent or seen', () => {
  for (const order of [rests, { ...rests, status: 'unknown' }, { ...takes, status: 'unknown' }] as const) {
    assert.ok(isProvenGone(order, 3, 120_000))
    assert.ok(!isProvenGone(order, 2, 500_000))
    assert.ok(!isProvenGone(order, 9, 119_999))
  }
})

test('INV-07 an order that takes is over sooner: it cannot rest', () => {
  assert.ok(isProvenGone(takes, 3, 10_000))
  assert.ok(!isProvenGone(takes, 2, 60_000) && !isProvenGone(takes, 3, 9_999))
  const delayed = { ...takes, status: 'delayed' } as const
  assert.ok(isProvenGone(delayed, 2, 5_000))
  assert.ok(!isProvenGone(delayed, 1, 60_000) && !isProvenGone(delayed, 2, 4_999))
})

test('an order is in its delay until that is over, and one that may rest ten seconds longer', () => {
  const at = (timeInForce: 'GTC' | 'FAK', now: number): boolean =>
    isInDelay({ delayEndsAt: 3_000, timeInForce }, now)
  assert.deepEqual([at('FAK', 2_999), at('FAK', 3_000)], [true, false])
  assert.deepEqual([at('GTC', 12_999), at('GTC', 13_000)], [true, false])
  assert.ok(!isInDelay({ delayEndsAt: null, timeInForce: 'GTC' }, 0))
})
