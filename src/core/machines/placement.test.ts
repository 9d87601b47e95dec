// Rules shown here: ORD-3.
// One placement: no word about its end that nothing proves.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { rejection } from '../reject-codes.ts'
import { replay } from '../testing/replay.ts'
import { SENT, stepPlacement, UNKNOWN } from './placement.ts'
import type { PlacementEffect, PlacementEvent, PlacementState } from './placement.ts'

const sentAndSeen: PlacementState = { kind: 'sent', seen: true }
const unknown = (reads = 0): PlacementState => ({ kind: 'unknown', reads })
const settled = (result: 'accepted' | 'rejected', left = true): PlacementState => ({
  kind: 'settled',
  result,
  left,
})

const accepted: PlacementEvent = { type: 'accepted' }
const refusal = rejection('invalid_size')
const refused: PlacementEvent = { type: 'refused', refusal }
const notSent: PlacementEvent = { type: 'not_sent' }
const noAnswer: PlacementEvent = { type: 'no_answer' }
const seen: PlacementEvent = { type: 'seen' }
const notSeen: PlacementEvent = { type: 'not_seen' }
const absent: PlacementEvent = { type: 'absent' }
const found: PlacementEffect = { type: 'found' }
const correct: PlacementEffect = { type: 'correct' }
const readAfter = (afterMs: number): PlacementEffect => ({ type: 'read_after', afterMs })

type Row = readonly [
  title: string,
  from: PlacementState,
  event: PlacementEvent,
  to: PlacementState,
  effects: readonly PlacementEffect[],
]

const ROWS: readonly Row[] = [
  ['accepted', SENT, accepted, settled('accepted'), []],
  ['refused', SENT, refused, settled('rejected'), []],
  ['INV-03 a gate closed before the first byte', SENT, notSent, settled('rejected', false), []],
  ['INV-05 no answer', SENT, noAnswer, unknown(), [readAfter(500)]],
  ['seen before its answer', SENT, seen, sentAndSeen, []],
  ['refused though the venue shows it', sentAndSeen, refused, settled('accepted'), [correct]],
  ['no answer, but seen', sentAndSeen, noAnswer, settled('accepted'), [found]],
  ['an unknown order is seen', unknown(3), seen, settled('accepted'), [found]],
  ['a late acceptance', unknown(), accepted, settled('accepted'), [found]],
  ['a late refusal', unknown(), refused, settled('rejected'), [{ type: 'gone', refusal }]],
  ['that nothing came late proves nothing', unknown(2), noAnswer, unknown(2), []],
  ['a read without it proves nothing', unknown(5), notSeen, unknown(6), [readAfter(10_000)]],
  ['INV-07 proven absent', unknown(6), absent, settled('rejected'), [{ type: 'gone', refusal: null }]],
  ['a rejected order turns up', settled('rejected'), seen, settled('accepted'), [correct]],
  ['one that never left cannot', settled('rejected', false), seen, settled('rejected', false), []],
  ['an accepted order is seen', settled('accepted'), seen, settled('accepted'), []],
]

const EVENTS = [accepted, refused, noAnswer, notSent, seen, notSeen, absent]

describe('placement', () => {
  for (const [title, from, event, state, effects] of ROWS) {
    test(title, () => {
      assert.deepEqual(stepPlacement(from, event), { state, effects })
    })
  }

  test('reads follow after 0.5, 1, 2, 4, 8, then every 10 s', () => {
    const events = [noAnswer, ...Array.from({ length: 7 }, () => notSeen)]
    assert.deepEqual(
      replay(stepPlacement, SENT, events).effects,
      [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000].map(readAfter),
    )
  })

  test('INV-31 any history ends once at most, and is corrected once at most', () => {
    const history = fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 })
    fc.assert(
      fc.property(history, fc.constantFrom(SENT, UNKNOWN), (events, from) => {
        const { state, effects } = replay(stepPlacement, from, events)
        const count = (...types: readonly string[]): number =>
          effects.filter(({ type }) => types.includes(type)).length
        assert.ok(count('found', 'gone') <= 1)
        assert.ok(count('correct') <= 1)
        if (state.kind === 'settled' && from === UNKNOWN) assert.equal(count('found', 'gone'), 1)
      }),
      { numRuns: 2_000 },
    )
  })
})
