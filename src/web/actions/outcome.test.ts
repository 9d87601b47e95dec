import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order } from '../platform/api/client.ts'
import type { Intent } from '../data/account/intent.ts'
import { jointText, sentText } from './outcome.ts'
import { sampleOrder } from '../features/portfolio/testing/samples.ts'
import type { WireOrder } from '../features/portfolio/testing/samples.ts'

const RESTING_WIRE: Partial<WireOrder> = {
  id: 'venue-1',
  client_order_id: 'mine-1',
  status: 'live',
  cancelling: false,
  cancel_queued: false,
  cancel_too_late: false,
  filled_size: '0',
  remaining_size: '10',
}
const RESTING = sampleOrder(RESTING_WIRE)
const INTENT = {
  clientOrderId: 'mine-1',
  state: 'accepted',
  text: '10 resting',
  order: RESTING,
} as unknown as Intent

const order = (change: Partial<WireOrder>): Order => sampleOrder({ ...RESTING_WIRE, ...change })
const ended = (change: Partial<WireOrder>, isReported = true) => [{ order: order(change), isReported }]

test('until the order changes the answer stands, and nothing of another order counts', () => {
  assert.equal(sentText({ ...INTENT, state: 'sending', text: '' }, [], []), 'sending\u2026')
  assert.equal(sentText({ ...INTENT, state: 'rejected', text: 'no' }, [RESTING], []), 'rejected: no')
  assert.equal(sentText(INTENT, [], []), 'accepted: 10 resting')
  assert.equal(sentText(INTENT, [order({ status: 'pending' })], []), 'accepted: 10 resting')
  assert.equal(sentText(INTENT, [RESTING], []), 'accepted: 10 resting')
  const other = { client_order_id: 'mine-2', status: 'cancelled' } as const
  assert.equal(sentText(INTENT, [RESTING], ended(other)), 'accepted: 10 resting')
})

test('what is filled, cancelled or moved elsewhere is said at once, whoever did it', () => {
  assert.equal(
    sentText(INTENT, [order({ status: 'partially_filled', filled_size: '4', remaining_size: '6' })], []),
    'filled 4, 6 resting',
  )
  assert.equal(sentText(INTENT, [order({ cancelling: true })], []), 'cancelling\u2026')
  assert.equal(sentText(INTENT, [order({ cancel_queued: true, cancelling: true })], []), 'cancel queued')
  assert.equal(sentText(INTENT, [], ended({ status: 'cancelled' })), 'cancelled, nothing filled')
  assert.equal(
    sentText(INTENT, [RESTING], ended({ status: 'filled', filled_size: '10', remaining_size: '0' })),
    'filled 10',
  )
  assert.equal(sentText(INTENT, [], ended({}, false)), 'ended unseen')
  // Found by the audit log, which does not tell the order itself.
  assert.equal(
    sentText({ ...INTENT, order: null }, [], ended({ status: 'cancelled' })),
    'cancelled, nothing filled',
  )
})

test('of several orders sent at once the same words stand once, and what went wrong stands first', () => {
  const moved = { ...INTENT, at: 0, text: 'moved 10 from 0.57' }
  const second = { ...moved, clientOrderId: 'mine-2' } as Intent
  const larger = { ...second, text: 'moved 12 from 0.57' } as Intent
  const refused = { ...moved, clientOrderId: 'mine-3', state: 'rejected', text: 'Too far.' } as Intent
  const words = (...sent: readonly Intent[]): string => jointText(sent, [], [])
  assert.equal(words(moved, second), 'accepted: moved 10 from 0.57')
  assert.equal(words(moved, larger), '2 accepted: moved 10 from 0.57, moved 12 from 0.57')
  assert.equal(words(moved, second, refused), '1 rejected: Too far.; 2 accepted: moved 10 from 0.57')
  const sending = { ...second, state: 'sending', text: '' } as Intent
  assert.equal(words(moved, sending), '1 sending\u2026; 1 accepted: moved 10 from 0.57')
})
