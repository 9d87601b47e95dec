import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rejection, type RejectCode } from '../reject-codes.ts'
import { cancelPatienceMs, cancelPauseMs } from './cancel-pauses.ts'

const pauses = (code: RejectCode, retryAfterMs: number | null = null): readonly number[] =>
  [0, 1, 2, 8].map((earlier) => cancelPauseMs(rejection(code, { retryAfterMs }), earlier))

test('INV-78 a cancel that the venue did not take is sent again soon, and never sooner than it asks', () => {
  assert.deepEqual(pauses('venue_unavailable'), [250, 500, 1_000, 4_000])
  assert.deepEqual(pauses('venue_restarting'), [1_000, 1_000, 1_000, 4_000])
  assert.deepEqual(pauses('venue_rate_limited', 3_000), [3_000, 3_000, 3_000, 4_000])
})

test('one that it refuses is sent again later, and reported sooner', () => {
  assert.deepEqual(pauses('no_credentials'), [2_000, 4_000, 8_000, 30_000])
  const [refused, away] = [rejection('no_credentials'), rejection('venue_unavailable')]
  assert.ok(cancelPatienceMs(refused) < cancelPatienceMs(away))
})
