// The venue's mode as it runs: learnt from endings, published when it begins and when it is over.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rejection, type RejectCode } from '#core/reject-codes.ts'
import type { LimitWarning } from '#core/trading-state.ts'
import type { CancelOutcome, PlaceOutcome } from '#ports/venue-trading.ts'
import { fakeOrderId } from '../testing/fake-orders.ts'
import { createManualClock } from '../testing/market-fakes.ts'
import { createVenueMode } from './venue-mode.ts'

const refused = (code: RejectCode, retryAfterMs: number): PlaceOutcome => ({
  kind: 'refused',
  rejection: rejection(code, { retryAfterMs }),
})

const failedBy = (code: RejectCode, retryAfterMs: number): CancelOutcome => ({
  kind: 'failed',
  rejection: rejection(code, { retryAfterMs }),
})

describe('venue mode', () => {
  test('a named period is kept, counted down, published at its beginning and at its end', async () => {
    const clock = createManualClock()
    let changes = 0
    const actor = createVenueMode({
      clock,
      limitWarning: () => null,
      orderWaitMs: () => 0,
      onChange() {
        changes += 1
      },
    })
    actor.learn(refused('venue_restarting', 5_000), false)
    assert.deepEqual(actor.mode(), {
      mode: 'restarting',
      until: clock.now() + 5_000,
      retryAfterMs: 5_000,
      limitWarning: null,
    })
    assert.equal(changes, 1)
    await clock.advance(4_999)
    assert.equal(actor.refusal(true)?.retryAfterMs, 1)
    await clock.advance(1)
    assert.equal(changes, 2)
    assert.deepEqual(actor.mode(), {
      mode: 'post_only',
      until: clock.now() + 120_000,
      retryAfterMs: 120_000,
      limitWarning: null,
    })
    assert.deepEqual([actor.refusal(true), actor.refusal(false)?.code], [null, 'venue_post_only'])
    await clock.advance(120_000)
    assert.equal(changes, 3)
    assert.deepEqual(actor.mode(), { mode: 'normal', until: null, retryAfterMs: null, limitWarning: null })
    assert.equal(actor.refusal(false), null)
  })

  test('a cancel that is taken ends a restart', () => {
    const clock = createManualClock()
    const actor = createVenueMode({ clock, limitWarning: () => null, orderWaitMs: () => 0, onChange() {} })
    actor.learn(refused('venue_restarting', 60_000), false)
    actor.learnFromCancel({ kind: 'answered', cancelled: [], notCancelled: [] })
    assert.deepEqual([actor.mode().mode, actor.refusal(true)], ['post_only', null])
  })

  test('a long wait of the venue’s limits is part of it, wherever it was learnt, published at its beginning and end; a short one is not', async () => {
    const clock = createManualClock()
    let waitMs = 900
    let changes = 0
    const actor = createVenueMode({
      clock,
      limitWarning: () => null,
      orderWaitMs: () => waitMs,
      onChange() {
        changes += 1
      },
    })
    assert.deepEqual([actor.mode().isRateLimited, actor.mode().retryAfterMs], [undefined, null])
    waitMs = 90_000
    assert.deepEqual([actor.mode().isRateLimited, actor.mode().retryAfterMs], [true, 90_000])
    actor.learn(refused('venue_rate_limited', 120_000), false)
    assert.deepEqual([actor.mode().isRateLimited, actor.mode().retryAfterMs], [true, 120_000])
    assert.deepEqual([changes, actor.mode().until], [1, clock.now() + 120_000])
    waitMs = 0
    await clock.advance(120_000)
    const { until, retryAfterMs, isRateLimited } = actor.mode()
    assert.deepEqual([changes, until, retryAfterMs, isRateLimited], [2, null, null, undefined])
  })

  test('only a proven ending teaches: no answer and a closed gate say nothing', () => {
    const actor = createVenueMode({
      clock: createManualClock(),
      limitWarning: () => null,
      orderWaitMs: () => 0,
      onChange: () => assert.fail('nothing changed'),
    })
    actor.learn({ kind: 'unknown', reason: 'timeout' }, false)
    actor.learn({ kind: 'not_sent', code: 'venue_cancel_only' }, false)
    actor.learn({ kind: 'accepted', orderId: fakeOrderId(1), status: 'live' }, false)
    assert.equal(actor.mode().mode, 'normal')
  })

  test('an accepted order ends the period early', () => {
    const actor = createVenueMode({
      clock: createManualClock(),
      limitWarning: () => null,
      orderWaitMs: () => 0,
      onChange() {},
    })
    actor.learn(refused('venue_cancel_only', 60_000), false)
    assert.equal(actor.refusal(false)?.code, 'venue_cancel_only')
    actor.learn({ kind: 'accepted', orderId: fakeOrderId(1), status: 'live' }, false)
    assert.equal(actor.refusal(false), null)
  })

  test('a restart is learnt from the first try of a cancel; other failures of one say nothing', () => {
    const clock = createManualClock()
    const actor = createVenueMode({ clock, limitWarning: () => null, orderWaitMs: () => 0, onChange() {} })
    actor.learnFromCancel({ kind: 'failed', rejection: rejection('venue_unavailable') })
    actor.learnFromCancel({ kind: 'answered', cancelled: [], notCancelled: [] })
    assert.equal(actor.mode().mode, 'normal')
    actor.learnFromCancel(failedBy('venue_restarting', 1_000))
    assert.deepEqual([actor.mode().mode, actor.mode().until], ['restarting', clock.now() + 1_000])
  })

  test('a warning of the venue is part of the mode until it has run out', async () => {
    const clock = createManualClock()
    let changes = 0
    let warning: LimitWarning | null = null
    const actor = createVenueMode({
      clock,
      orderWaitMs: () => 0,
      limitWarning: () => (warning !== null && warning.until > clock.now() ? warning : null),
      onChange() {
        changes += 1
      },
    })
    warning = { remaining: -3, until: clock.now() + 2_000 }
    for (let times = 0; times < 2; times += 1) {
      actor.learn({ kind: 'accepted', orderId: fakeOrderId(1), status: 'live' }, false)
    }
    assert.deepEqual([actor.mode().limitWarning, changes], [warning, 1])
    await clock.advance(2_000)
    assert.deepEqual([actor.mode().limitWarning, changes], [null, 2])
    assert.equal(actor.refusal(false), null)
  })

  test('INV-66 an end that the venue has not named is asked for by an order every four seconds; a named one is kept', async () => {
    const clock = createManualClock()
    const actor = createVenueMode({
      clock,
      limitWarning: () => null,
      orderWaitMs: () => 0,
      onChange: () => {},
    })
    const refuse = (code: 'venue_restarting' | 'venue_post_only', retryAfterMs: number | null): void =>
      actor.learn({ kind: 'refused', rejection: { ...rejection(code), retryAfterMs } }, false)
    refuse('venue_restarting', null)
    await clock.advance(3_999)
    assert.equal(actor.refusal(false)?.code, 'venue_post_only')
    await clock.advance(1_001)
    assert.equal(actor.refusal(false), null)
    refuse('venue_post_only', null)
    assert.equal(actor.refusal(false)?.code, 'venue_post_only')
    await clock.advance(4_000)
    assert.equal(actor.refusal(false), null)
    refuse('venue_post_only', 60_000)
    await clock.advance(59_000)
    assert.equal(actor.refusal(false)?.code, 'venue_post_only')
    actor.stop()
  })
})
