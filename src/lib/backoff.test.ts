// Pauses that double, between the first and the longest.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { backoffMs } from './backoff.ts'

describe('back-off', () => {
  test('doubles from one failure to the next until the longest pause, and stays there', () => {
    const backoff = { firstMs: 250, maxMs: 3_000 }
    assert.deepEqual(
      [-1, 0, 1, 2, 3, 4, 5].map((earlier) => backoffMs(backoff, earlier)),
      [250, 250, 500, 1_000, 2_000, 3_000, 3_000],
    )
  })

  test('is finite, never shorter than the first nor longer than the longest, however many failures there were', () => {
    const pause = fc.integer({ min: 1, max: 86_400_000 })
    fc.assert(
      fc.property(pause, pause, fc.nat(), (one, other, earlier) => {
        const backoff = { firstMs: Math.min(one, other), maxMs: Math.max(one, other) }
        const now = backoffMs(backoff, earlier)
        assert.ok(now >= backoff.firstMs && now <= backoff.maxMs)
        assert.ok(backoffMs(backoff, earlier + 1) >= now)
      }),
    )
  })
})
