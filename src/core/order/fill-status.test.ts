// The ladder of a trade's status: upwards only, and two ends.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isFinalFill, laterFillStatus } from './fill-status.ts'
import type { FillStatus } from './order.ts'

const LADDER: readonly FillStatus[] = ['matched', 'mined', 'retrying', 'confirmed']

describe('fill status', () => {
  test('INV-10 a higher word overwrites a lower one, never the other way round', () => {
    for (const [low, lower] of LADDER.entries()) {
      for (const [high, higher] of LADDER.entries()) {
        assert.equal(laterFillStatus(lower, higher), LADDER[Math.max(low, high)])
      }
    }
  })

  test('confirmed and failed are final, also against each other', () => {
    assert.deepEqual([...LADDER, 'failed' as const].filter(isFinalFill), ['confirmed', 'failed'])
    assert.equal(laterFillStatus('confirmed', 'failed'), 'confirmed')
    assert.equal(laterFillStatus('failed', 'confirmed'), 'failed')
    assert.equal(laterFillStatus('retrying', 'failed'), 'failed')
  })

  test('the order in which words come does not matter before an end, and repeats never do', () => {
    const word = fc.constantFrom<FillStatus>('matched', 'mined', 'retrying')
    const last = (words: readonly FillStatus[]): FillStatus =>
      words.reduce<FillStatus>((known, received) => laterFillStatus(known, received), 'matched')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 10 }), (words) => {
        assert.equal(last(words), last(words.toReversed()))
        assert.equal(last(words), last([...words, ...words]))
      }),
    )
  })
})
