import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Order } from '../../platform/api/wire.ts'
import { delayLeft, endText, fillText, isSettling, orderText, placedText } from './order-text.ts'

const AT = '2026-11-20T20:00:00.000Z'
const NOW = Date.parse(AT)
const ORDER = {
  status: 'live',
  cancelling: false,
  cancel_queued: false,
  cancel_too_late: false,
  delay_ends_at: null,
  submitted_at: AT,
  created_at: AT,
  size: '100',
  filled_size: '60',
  remaining_size: '40',
} as Order

test('an unknown order is said to be unknown whatever else is true of it', () => {
  const words = orderText({ ...ORDER, status: 'unknown', cancelling: true }, NOW + 4_000)
  assert.equal(words.text, 'unknown, checking 4 s')
  assert.equal(words.tone, 'unknown')
  assert.match(words.title, /never sent again/)
})

test('an order that was matched for more than its size says so', () => {
  const over = { ...ORDER, status: 'filled', filled_size: '102.5', remaining_size: '0' } as Order
  assert.match(orderText(over, NOW).title, /more shares than asked for/)
  assert.equal(orderText({ ...over, filled_size: '100' }, NOW).title, 'Filled whole.')
  assert.equal(placedText(over), 'filled 102.5')
})

test('a delay counts down in tenths to its end and never below', () => {
  const delayed = { ...ORDER, status: 'delayed', delay_ends_at: '2026-11-20T20:00:03.000Z' } as Order
  assert.equal(orderText(delayed, NOW + 650).text, 'delayed 2.4 s')
  assert.equal(delayLeft('2026-11-20T20:00:03.000Z', NOW + 9_000), '0.0 s')
  const queued = orderText({ ...delayed, cancel_queued: true }, NOW + 650)
  assert.equal(queued.text, 'cancel queued 2.4 s')
  assert.match(queued.title, /waits for the end of the delay/)
  const kept = orderText({ ...ORDER, status: 'live', cancel_queued: true }, NOW)
  assert.match(kept.title, /sent again until it does/)
})

test('the seconds of a delay are never more than a tenth from its end', () => {
  const end = Date.parse('2026-11-20T20:00:03.000Z')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12_000 }), (left) => {
      const shown = Number(delayLeft('2026-11-20T20:00:03.000Z', end - left).replace(' s', '')) * 1_000
      return shown >= left && shown - left < 100
    }),
  )
})

test('every state of an order has words', () => {
  const words = (
    [
      'pending',
      'live',
      'delayed',
      'partially_filled',
      'filled',
      'cancelled',
      'expired',
      'rejected',
      'unknown',
    ] as const
  ).map((status) => orderText({ ...ORDER, status }, NOW).text)
  assert.equal(new Set(words).size, words.length)
  assert.ok(words.every((text) => !text.includes('_')))
})

test('a fill that is not final is settling, one that failed is taken back', () => {
  assert.deepEqual(
    (['matched', 'mined', 'retrying', 'confirmed', 'failed'] as const).map((status) => fillText(status).text),
    ['settling', 'settling, mined', 'settling, retried', 'settled', 'taken back'],
  )
})

test('an order that has filled is settling until its trades are final', () => {
  const filled = { ...ORDER, status: 'filled', filled_size: '100', remaining_size: '0' } as Order
  assert.equal(endText(filled, true, true).text, 'filled 100, settling')
  assert.equal(endText(filled, true, false).text, 'filled 100')
  assert.equal(endText(filled, false, true).text, 'ended unseen')
  const late = { ...filled, cancel_too_late: true }
  assert.equal(endText(late, true, true).text, 'filled 100, settling, the cancel came too late')
  assert.equal(orderText(late, NOW).text, 'filled, the cancel came too late')
  assert.deepEqual(
    (['matched', 'mined', 'retrying', 'confirmed', 'failed'] as const).map((status) =>
      isSettling({ status }),
    ),
    [true, true, true, false, false],
  )
  assert.equal(orderText({ ...ORDER, status: 'partially_filled' }, NOW).text, 'partly filled 60')
})

test('the outcome of an accepted order', () => {
  assert.equal(placedText({ ...ORDER, status: 'partially_filled' }), 'filled 60, 40 resting')
  assert.equal(placedText({ ...ORDER, status: 'live' }), '40 resting')
  assert.equal(placedText({ ...ORDER, status: 'cancelled' }), 'filled 60, the rest cancelled')
  assert.equal(placedText({ ...ORDER, status: 'cancelled', filled_size: '0' }), 'cancelled, nothing filled')
  assert.match(placedText({ ...ORDER, status: 'delayed' }), /delayed/)
  assert.equal(placedText(null), 'accepted')
})
