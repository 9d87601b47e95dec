import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTIFICATION_KINDS } from '#core/notification/notification.ts'
import { deliveryText, KINDS, staysShown } from './kinds.ts'
import { gainOf, SOUNDS } from './sound-player.ts'

test('every kind has words and a sound', () => {
  assert.deepEqual(Object.keys(KINDS).toSorted(), NOTIFICATION_KINDS.toSorted())
  for (const { sound } of Object.values(KINDS)) assert.ok(SOUNDS[sound].length > 1)
})

test('what may not be missed stays: urgent ones, gone SAFE, a feed down, and a refusal while armed', () => {
  assert.equal(staysShown({ kind: 'order_unknown', severity: 'urgent' }, false), true)
  assert.equal(staysShown({ kind: 'trading_safe', severity: 'warn' }, false), true)
  assert.equal(staysShown({ kind: 'feed_down', severity: 'warn' }, false), true)
  assert.equal(staysShown({ kind: 'order_rejected', severity: 'warn' }, true), true)
  assert.equal(staysShown({ kind: 'order_rejected', severity: 'warn' }, false), false)
  assert.equal(staysShown({ kind: 'fill', severity: 'info' }, true), false)
})

test('volume 0 is silence and no volume is above a half', () => {
  assert.deepEqual([-5, 0, 50, 100, 500].map(gainOf), [0, 0, 0.125, 0.5, 0.5])
})

test('a delivery says its result', () => {
  const at = 0
  assert.equal(deliveryText({ channel: 'toast', state: 'sent', reason: null, at }), 'in-app sent')
  assert.equal(
    deliveryText({ channel: 'chat', state: 'not_sent', reason: 'no response from server', at }),
    'chat not sent: no response from server',
  )
})
