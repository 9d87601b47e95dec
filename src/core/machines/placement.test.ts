// Rules shown here: ORD-1.
// One placement: rows first, one send, and no word about its end that nothing proves.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { replay } from '../testing/replay.ts'
import { RECEIVED, stepPlacement } from './placement.ts'
import type { PlacementEffect, PlacementEvent, PlacementState } from './placement.ts'

const sent: PlacementState = { kind: 'sent', seen: false }
const sentAndSeen: PlacementState = { kind: 'sent', seen: true }
const unknown = (reads = 0, clean = 0): PlacementState => ({ kind: 'unknown', reads, clean })
const settled = (result: 'accepted' | 'rejected', left = true): PlacementState => ({
  kind: 'settled',
  result,
  left,
})
const refused: PlacementState = { kind: 'refused' }

type Ending = Extract<PlacementEvent, { type: 'outcome' }>['outcome']
const outcome = (ending: Ending): PlacementEvent => ({ type: 'outcome', outcome: ending })
const notSeen = (sinceSendMs: number, complete = true): PlacementEvent => ({
  type: 'not_seen',
  complete,
  sinceSendMs,
})
const seen: PlacementEvent = { type: 'seen' }
const response = (result: 'accepted' | 'rejected' | 'unknown'): PlacementEffect => ({
  type: 'record_response',
  result,
})
const reconcile = (result: 'accepted' | 'rejected'): PlacementEffect => ({ type: 'record_reconcile', result })
const readAfter = (afterMs: number): PlacementEffect => ({ type: 'read_after', afterMs })
const correct: PlacementEffect = { type: 'correct' }

type Row = readonly [
  title: string,
  from: PlacementState,
  event: PlacementEvent,
  to: PlacementState,
  effects: readonly PlacementEffect[],
]

const ROWS: readonly Row[] = [
  [
    'an allowed order is recorded first',
    RECEIVED,
    { type: 'checked' },
    { kind: 'recording' },
    [{ type: 'record_signed' }],
  ],
  ['INV-02 durable rows let it go', { kind: 'recording' }, { type: 'recorded' }, sent, [{ type: 'send' }]],
  [
    'INV-32 rows that could not be written stop it',
    { kind: 'recording' },
    { type: 'not_recorded' },
    refused,
    [],
  ],
  ['accepted', sent, outcome('accepted'), settled('accepted'), [response('accepted')]],
  ['refused', sent, outcome('refused'), settled('rejected'), [response('rejected')]],
  [
    'INV-03 a gate closed before the first byte',
    sent,
    outcome('not_sent'),
    settled('rejected', false),
    [response('rejected')],
  ],
  ['INV-05 no answer', sent, outcome('unknown'), unknown(), [response('unknown'), readAfter(500)]],
  ['seen before its answer', sent, seen, sentAndSeen, []],
  [
    'refused though the venue shows it',
    sentAndSeen,
    outcome('refused'),
    settled('accepted'),
    [response('rejected'), correct],
  ],
  [
    'no answer, but seen',
    sentAndSeen,
    outcome('unknown'),
    settled('accepted'),
    [response('unknown'), reconcile('accepted')],
  ],
  ['an unknown order is seen', unknown(3, 2), seen, settled('accepted'), [reconcile('accepted')]],
  ['a late acceptance', unknown(), outcome('accepted'), settled('accepted'), [reconcile('accepted')]],
  ['a late refusal', unknown(), outcome('refused'), settled('rejected'), [reconcile('rejected')]],
  [
    'INV-07 two clean reads prove nothing',
    unknown(5, 1),
    notSeen(130_000),
    unknown(6, 2),
    [readAfter(10_000)],
  ],
  [
    'INV-07 the third clean read, begun at 120 s, proves absence',
    unknown(6, 2),
    notSeen(120_000),
    settled('rejected'),
    [reconcile('rejected')],
  ],
  [
    'INV-07 the third clean read, begun a millisecond earlier, does not',
    unknown(6, 2),
    notSeen(119_999),
    unknown(7, 3),
    [readAfter(10_000)],
  ],
  [
    'INV-07 a read that was not complete restarts the count',
    unknown(6, 2),
    notSeen(130_000, false),
    unknown(7, 0),
    [readAfter(10_000)],
  ],
  ['a rejected order turns up', settled('rejected'), seen, settled('accepted'), [correct]],
  [
    'an order that never left cannot turn up',
    settled('rejected', false),
    seen,
    settled('rejected', false),
    [],
  ],
  ['an accepted order is seen', settled('accepted'), seen, settled('accepted'), []],
  ['found at start without an end', RECEIVED, { type: 'restored' }, unknown(), [readAfter(0)]],
  [
    'found at start with its end',
    RECEIVED,
    { type: 'restored_settled', result: 'rejected', left: true },
    settled('rejected'),
    [],
  ],
]

const EVENTS: readonly PlacementEvent[] = [
  { type: 'checked' },
  { type: 'recorded' },
  { type: 'not_recorded' },
  outcome('accepted'),
  outcome('refused'),
  outcome('unknown'),
  outcome('not_sent'),
  { type: 'restored' },
  { type: 'restored_settled', result: 'rejected', left: true },
  seen,
  notSeen(1_000),
  notSeen(200_000),
  notSeen(200_000, false),
]

describe('placement', () => {
  for (const [title, from, event, state, effects] of ROWS) {
    test(title, () => {
      assert.deepEqual(stepPlacement(from, event), { state, effects })
    })
  }

  test('reads follow after 0.5, 1, 2, 4, 8, then every 10 s', () => {
    const first = stepPlacement(sent, outcome('unknown'))
    const pauses = [...first.effects]
    let state = first.state
    for (let round = 0; round < 7; round += 1) {
      const step = stepPlacement(state, notSeen(1_000))
      pauses.push(...step.effects)
      state = step.state
    }
    assert.deepEqual(
      pauses.flatMap((effect) => (effect.type === 'read_after' ? effect.afterMs : [])),
      [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000],
    )
  })

  const history = fc.array(fc.constantFrom(...EVENTS), { maxLength: 40 })

  test('INV-01 INV-02 any history sends at most once, and only after its rows', () => {
    fc.assert(
      fc.property(history, (events) => {
        const names = replay(stepPlacement, RECEIVED, events).effects.map(({ type }) => type)
        const count = (name: string): number => names.filter((other) => other === name).length
        assert.ok(count('send') <= 1)
        assert.ok(count('record_signed') <= 1)
        if (count('send') === 1) assert.ok(names.indexOf('record_signed') < names.indexOf('send'))
      }),
      { numRuns: 2_000 },
    )
  })

  test('INV-31 any history writes one response and one finding at most, and a correction at most once', () => {
    fc.assert(
      fc.property(history, (events) => {
        const { state, effects } = replay(stepPlacement, RECEIVED, events)
        const count = (name: string): number => effects.filter(({ type }) => type === name).length
        assert.ok(count('record_response') <= 1)
        assert.ok(count('record_reconcile') <= 1)
        assert.ok(count('correct') <= 1)
        const hasEnd = effects.some(
          (effect) =>
            effect.type === 'record_reconcile' ||
            (effect.type === 'record_response' && effect.result !== 'unknown'),
        )
        const wasRestored = events.some(({ type }) => type === 'restored_settled')
        if (state.kind === 'settled' && !wasRestored) assert.ok(hasEnd)
      }),
      { numRuns: 2_000 },
    )
  })

  test('INV-07 absence needs three complete reads in a row, the last begun 120 s after the send', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 60_000 })), { maxLength: 30 }),
        (reads) => {
          let state = unknown()
          let inRow = 0
          let since = 0
          for (const [complete, passed] of reads) {
            since += passed
            inRow = complete ? inRow + 1 : 0
            state = stepPlacement(state, notSeen(since, complete)).state
            const isProven = inRow >= 3 && since >= 120_000
            assert.equal(state.kind, isProven ? 'settled' : 'unknown')
            if (isProven) return
          }
        },
      ),
    )
  })
})
