// Mode of the venue's engine: learnt from its answers only, for as long as it said.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { RejectCode } from '../reject-codes.ts'
import { stepVenueMode, VENUE_NORMAL, venueRefusal } from './venue-mode.ts'
import type { VenueModeEvent, VenueModeState } from './venue-mode.ts'

const refused = (code: RejectCode, retryAfterMs: number | null = null, at = 0): VenueModeEvent => ({
  type: 'refused',
  code,
  retryAfterMs,
  at,
})
const accepted = (postOnly: boolean): VenueModeEvent => ({ type: 'accepted', postOnly })
const after = (event: VenueModeEvent, state: VenueModeState = VENUE_NORMAL): VenueModeState =>
  stepVenueMode(state, event)

describe('venue mode', () => {
  const periods: readonly (readonly [RejectCode, number | null, VenueModeState['mode'], number | null])[] = [
    ['venue_restarting', null, 'restarting', 1_000],
    ['venue_restarting', 4_000, 'restarting', 4_000],
    ['venue_post_only', null, 'post_only', 120_000],
    ['venue_post_only', 9_000, 'post_only', 9_000],
    ['venue_cancel_only', null, 'cancel_only', 30_000],
    ['venue_cancel_only', 5_000, 'cancel_only', 5_000],
    ['venue_unavailable', 6_000, 'disabled', 6_000],
    ['venue_unavailable', null, 'normal', null],
    ['insufficient_balance', 6_000, 'normal', null],
  ]
  for (const [code, retryAfterMs, mode, until] of periods) {
    test(`${code} with a pause of ${retryAfterMs ?? 'its own'} means ${mode}`, () => {
      const state = after(refused(code, retryAfterMs))
      assert.deepEqual([state.mode, state.until], [mode, until])
    })
  }

  test('restarts in a row wait longer, up to 30 s, and an accepted order ends the row', () => {
    let state = VENUE_NORMAL
    const pauses: (number | null)[] = []
    for (let round = 0; round < 7; round += 1) {
      state = after(refused('venue_restarting'), state)
      pauses.push(state.until)
    }
    assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    assert.deepEqual(after(accepted(false), state), VENUE_NORMAL)
  })

  test('a post-only order that rests says nothing about post-only mode; a taking one ends it', () => {
    const state = after(refused('venue_post_only'))
    assert.equal(after(accepted(true), state).mode, 'post_only')
    assert.equal(after(accepted(false), state).mode, 'normal')
  })

  test('INV-78 a restart ends with its wait, or with the first cancel that is taken, in two minutes of post-only', () => {
    const state = after(refused('venue_restarting', 4_000, 1_000))
    const waited = after({ type: 'clock', at: 5_000 }, state)
    assert.deepEqual([waited.mode, waited.until], ['post_only', 125_000])
    assert.equal(after({ type: 'clock', at: 125_000 }, state).mode, 'normal')
    const taken = after({ type: 'cancelled', at: 2_000 }, state)
    assert.deepEqual([taken.mode, taken.until], ['post_only', 122_000])
    assert.equal(after(accepted(false), waited).mode, 'normal')
    assert.equal(after({ type: 'cancelled', at: 0 }), VENUE_NORMAL)
    assert.equal(after(refused('venue_restarting', 2_000, 6_000), waited).mode, 'restarting')
  })

  test('a rate limit is kept next to the mode and outlives an accepted order', () => {
    const limited = after(refused('venue_rate_limited', 3_000, 100))
    assert.equal(limited.rateLimitedUntil, 3_100)
    assert.equal(after(accepted(false), limited).rateLimitedUntil, 3_100)
    assert.equal(after(refused('venue_rate_limited', null, 100)).rateLimitedUntil, 1_100)
    assert.equal(after({ type: 'clock', at: 3_099 }, limited).rateLimitedUntil, 3_100)
    assert.equal(after({ type: 'clock', at: 3_100 }, limited).rateLimitedUntil, null)
  })

  const held: readonly (readonly [RejectCode, boolean, RejectCode | null])[] = [
    ['venue_restarting', true, 'venue_restarting'],
    ['venue_restarting', false, 'venue_restarting'],
    ['venue_post_only', true, null],
    ['venue_post_only', false, 'venue_post_only'],
    ['venue_cancel_only', true, 'venue_cancel_only'],
    ['venue_unavailable', false, 'venue_unavailable'],
    ['venue_rate_limited', true, 'venue_rate_limited'],
  ]
  for (const [code, postOnly, expected] of held) {
    test(`after ${code} a ${postOnly ? 'post-only' : 'taking'} order ${expected === null ? 'may go' : 'waits'}`, () => {
      const state = after(refused(code, 5_000, 1_000))
      const refusal = venueRefusal(state, postOnly, 5_999)
      assert.equal(refusal?.code ?? null, expected)
      if (refusal !== null) assert.equal(refusal.retryAfterMs, 1)
      // A restart is followed by two minutes of post-only.
      const isHeld = code === 'venue_restarting' && !postOnly
      assert.equal(venueRefusal(state, postOnly, 6_000)?.code ?? null, isHeld ? 'venue_post_only' : null)
      assert.equal(venueRefusal(state, postOnly, 126_000), null)
    })
  }

  test('any history is over once its longest period has passed, and a period that it named is never cut short', () => {
    const codes: readonly RejectCode[] = [
      'venue_restarting',
      'venue_post_only',
      'venue_cancel_only',
      'venue_unavailable',
      'venue_rate_limited',
    ]
    const anyEvent = fc.record({
      code: fc.constantFrom(...codes),
      retryAfterMs: fc.integer({ min: 1, max: 60_000 }),
    })
    fc.assert(
      fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 20 }), (history) => {
        let state = VENUE_NORMAL
        let now = 0
        for (const { code, retryAfterMs } of history) {
          now += 1_000
          state = after(refused(code, retryAfterMs, now), state)
          const isPostOnlyFree = code === 'venue_post_only'
          assert.notEqual(
            venueRefusal(state, !isPostOnlyFree, now + retryAfterMs - 1) ?? isPostOnlyFree,
            null,
          )
        }
        assert.equal(venueRefusal(state, true, now + 60_000), null)
        assert.equal(venueRefusal(state, false, now + 180_000), null)
        assert.equal(after({ type: 'clock', at: now + 180_000 }, state).mode, 'normal')
      }),
    )
  })
})
