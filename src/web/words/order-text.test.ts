import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { delayLeft, endText, fillText, isSettling, orderText, placedText } from './order-text.ts'
import { sampleOrder } from '../features/portfolio/testing/samples.ts'
import type { WireOrder } from '../features/portfolio/testing/samples.ts'

const AT = '2026-11-20T20:00:00.000Z'
const NOW = Date.parse(AT)
const ORDER: Partial<WireOrder> = {
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
}

test('an unknown order is said to be unknown whatever else is true of it', () => {
  const words = orderText(sampleOrder({ ...ORDER, status: 'unknown', cancelling: true }), NOW + 4_000)
  assert.equal(words.text, 'unknown, checking 4 s')
  assert.equal(words.tone, 'unknown')
  assert.match(words.title, /never sent again/)
})

test('an order that was matched for more than its size says so', () => {
  const over: Partial<WireOrder> = { ...ORDER, status: 'filled', filled_size: '102.5', remaining_size: '0' }
  assert.match(orderText(sampleOrder(over), NOW).title, /more shares than ordered/)
  assert.equal(orderText(sampleOrder({ ...over, filled_size: '100' }), NOW).title, 'Completely filled.')
  assert.equal(placedText(sampleOrder(over)), 'filled 102.5')
})

test('a delay counts down in tenths to its end and never below', () => {
  const delayed: Partial<WireOrder> = {
    ...ORDER,
    status: 'delayed',
    delay_ends_at: '2026-11-20T20:00:03.000Z',
  }
  assert.equal(orderText(sampleOrder(delayed), NOW + 650).text, 'delayed 2.4 s')
  assert.equal(delayLeft(Date.parse('2026-11-20T20:00:03.000Z'), NOW + 9_000), '0.0 s')
  const queued = orderText(sampleOrder({ ...delayed, cancel_queued: true }), NOW + 650)
  assert.equal(queued.text, 'cancel queued 2.4 s')
  assert.match(queued.title, /goes out when the delay ends/)
  const kept = orderText(sampleOrder({ ...ORDER, status: 'live', cancel_queued: true }), NOW)
  assert.match(kept.title, /resends it until it does/)
})

test('the seconds of a delay are never more than a tenth from its end', () => {
  const end = Date.parse('2026-11-20T20:00:03.000Z')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12_000 }), (left) => {
      const shown =
        Number(delayLeft(Date.parse('2026-11-20T20:00:03.000Z'), end - left).replace(' s', '')) * 1_000
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
  ).map((status) => orderText(sampleOrder({ ...ORDER, status }), NOW).text)
  assert.equal(new Set(words).size, words.length)
  assert.ok(words.every((text) => !text.includes('_')))
})

test('a fill that is not final is settling, one that failed is taken back', () => {
  assert.deepEqual(
    (['matched', 'mined', 'retrying', 'confirmed', 'failed'] as const).map((status) => fillText(status).text),
    ['settling', 'settling, mined', 'settling, retried', 'settled', 'reversed'],
  )
})

test('an order that has filled is settling until its trades are final', () => {
  const filled: Partial<WireOrder> = { ...ORDER, status: 'filled', filled_size: '100', remaining_size: '0' }
  assert.equal(endText(sampleOrder(filled), true, true).text, 'filled 100, settling')
  assert.equal(endText(sampleOrder(filled), true, false).text, 'filled 100')
  assert.equal(endText(sampleOrder(filled), false, true).text, 'ended unseen')
  const late = { ...filled, cancel_too_late: true }
  assert.equal(endText(sampleOrder(late), true, true).text, 'filled 100, settling, the cancel came too late')
  assert.equal(orderText(sampleOrder(late), NOW).text, 'filled, the cancel came too late')
  assert.deepEqual(
    (['matched', 'mined', 'retrying', 'confirmed', 'failed'] as const).map((status) =>
      isSettling({ status }),
    ),
    [true, true, true, false, false],
  )
  assert.equal(orderText(sampleOrder({ ...ORDER, status: 'partially_filled' }), NOW).text, 'partly filled 60')
})

test('the outcome of an accepted order', () => {
  assert.equal(placedText(sampleOrder({ ...ORDER, status: 'partially_filled' })), 'filled 60, 40 resting')
  assert.equal(placedText(sampleOrder({ ...ORDER, status: 'live' })), '40 resting')
  assert.equal(placedText(sampleOrder({ ...ORDER, status: 'cancelled' })), 'filled 60, the rest cancelled')
  assert.equal(
    placedText(sampleOrder({ ...ORDER, status: 'cancelled', filled_size: '0' })),
    'cancelled, nothing filled',
  )
  assert.match(placedText(sampleOrder({ ...ORDER, status: 'delayed' })), /delayed/)
  assert.equal(placedText(null), 'accepted')
})
