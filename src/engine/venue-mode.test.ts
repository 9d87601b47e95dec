// The venue's mode as it runs: learnt from endings, told when it begins and when it is over.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rejection } from '#core/reject-codes.ts'
import type { RejectCode } from '#core/reject-codes.ts'
import type { PlaceOutcome } from '#ports/venue-trading.ts'
import { paperOrderId } from './testing/paper-orders.ts'
import { createHandClock } from './testing/market-fakes.ts'
import { createVenueMode } from './venue-mode.ts'

const refused = (code: RejectCode, retryAfterMs: number): PlaceOutcome => ({
  kind: 'refused',
  rejection: rejection(code, { retryAfterMs }),
})

describe('venue mode', () => {
  test('a named period is kept, counted down, told at its beginning and at its end', async () => {
    const clock = createHandClock()
    let changes = 0
    const actor = createVenueMode({
      clock,
      onChange() {
        changes += 1
      },
    })
    actor.learn(refused('venue_restarting', 5_000), false)
    assert.deepEqual(actor.mode(), { mode: 'restarting', until: clock.now() + 5_000, retryAfterMs: 5_000 })
    assert.equal(changes, 1)
    await clock.advance(4_999)
    assert.equal(actor.refusal(true)?.retryAfterMs, 1)
    await clock.advance(1)
    assert.equal(changes, 2)
    assert.deepEqual(actor.mode(), { mode: 'normal', until: null, retryAfterMs: null })
    assert.equal(actor.refusal(false), null)
  })

  test('only a proven ending teaches: no answer and a closed gate say nothing', () => {
    const actor = createVenueMode({
      clock: createHandClock(),
      onChange: () => assert.fail('nothing changed'),
    })
    actor.learn({ kind: 'unknown', reason: 'timeout' }, false)
    actor.learn({ kind: 'not_sent', code: 'venue_cancel_only' }, false)
    actor.learn({ kind: 'accepted', orderId: paperOrderId(1), status: 'live' }, false)
    assert.equal(actor.mode().mode, 'normal')
  })

  test('an accepted order ends the period early', () => {
    const actor = createVenueMode({ clock: createHandClock(), onChange() {} })
    actor.learn(refused('venue_cancel_only', 60_000), false)
    assert.equal(actor.refusal(false)?.code, 'venue_cancel_only')
    actor.learn({ kind: 'accepted', orderId: paperOrderId(1), status: 'live' }, false)
    assert.equal(actor.refusal(false), null)
  })
})
