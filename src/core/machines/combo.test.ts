// Every row of VEN-8, and its laws over any history.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { replay } from '../testing/replay.ts'
import { ASKING, stepCombo } from './combo.ts'
import type { AcceptVerdict, ComboEffect, ComboEvent, ComboState, StatusVerdict } from './combo.ts'

const live: ComboState = { kind: 'live' }
const sent: ComboState = { kind: 'sent' }
const filled: ComboState = { kind: 'filled' }
const notFilled: ComboState = { kind: 'not_filled' }
const accepting = (answered: boolean, inDoubt: boolean): ComboState => ({
  kind: 'accepting',
  answered,
  inDoubt,
})

const accept = (remainingMs: number): ComboEvent => ({ type: 'accept', remainingMs })
const outcome = (verdict: AcceptVerdict): ComboEvent => ({ type: 'outcome', verdict })
const status = (verdict: StatusVerdict, remainingMs = 1_000): ComboEvent => ({
  type: 'status',
  verdict,
  remainingMs,
})
const response: ComboEffect = { type: 'record_response' }
const reconcile: ComboEffect = { type: 'record_reconcile' }
const poll: ComboEffect = { type: 'read_after', afterMs: 500 }
const publish = (result: 'filled' | 'failed'): ComboEffect => ({ type: 'publish', result })

type Row = readonly [
  title: string,
  from: ComboState,
  event: ComboEvent,
  to: ComboState,
  effects: readonly ComboEffect[],
]

const ROWS: readonly Row[] = [
  ['an answer that echoes the request is a live quote', ASKING, { type: 'quoted' }, live, []],
  ['a mismatch or no answer is no quote', ASKING, { type: 'no_quote' }, { kind: 'no_quote' }, []],
  ['nothing can be accepted before the answer', ASKING, accept(5_000), ASKING, []],
  ['a decline is local', live, { type: 'decline' }, { kind: 'dismissed' }, []],
  ['a dismissed quote stays dismissed', { kind: 'dismissed' }, accept(5_000), { kind: 'dismissed' }, []],
  ['time before the deadline changes nothing', live, { type: 'clock', remainingMs: 1 }, live, []],
  ['time at the deadline expires it', live, { type: 'clock', remainingMs: 0 }, { kind: 'expired' }, []],
  ['clocks that disagree drop it', live, { type: 'clock_jumped' }, { kind: 'expired' }, []],
  ['INV-02 an accept is recorded first', live, accept(1), { kind: 'recording' }, [{ type: 'record_signed' }]],
  ['INV-21 an accept at the deadline sends nothing', live, accept(0), { kind: 'expired' }, []],
  ['INV-21 an accept after the deadline sends nothing', live, accept(-1), { kind: 'expired' }, []],
  ['INV-02 durable rows let it go', { kind: 'recording' }, { type: 'recorded' }, sent, [{ type: 'send' }]],
  [
    'rows that could not be written spend the quote',
    { kind: 'recording' },
    { type: 'not_recorded' },
    notFilled,
    [],
  ],
  ['INV-21 a second accept on its way changes nothing', sent, accept(5_000), sent, []],
  ['an answer CONFIRMED is filled', sent, outcome('filled'), filled, [response, publish('filled')]],
  ['an answer FAILED is not filled', sent, outcome('failed'), notFilled, [response, publish('failed')]],
  ['a refusal is not filled', sent, outcome('refused'), notFilled, [response, publish('failed')]],
  ['what never left is published to nobody', sent, outcome('not_sent'), notFilled, [response]],
  ['an answer EXECUTING is polled', sent, outcome('executing'), accepting(true, false), [response, poll]],
  ['a 409 INVALID_RFQ_STATE is read', sent, outcome('conflict'), accepting(true, true), [response, poll]],
  [
    'timeout, lost answer, 5xx and 503 are read',
    sent,
    outcome('no_answer'),
    accepting(false, true),
    [response, poll],
  ],
  [
    'a status CONFIRMED is filled',
    accepting(true, false),
    status('filled'),
    filled,
    [reconcile, publish('filled')],
  ],
  [
    'a status FAILED or unknown is not filled',
    accepting(true, false),
    status('failed'),
    notFilled,
    [reconcile, publish('failed')],
  ],
  [
    'a status that is not final is read again',
    accepting(false, true),
    status('executing'),
    accepting(true, false),
    [poll],
  ],
  [
    'a read without an answer is no evidence',
    accepting(true, true),
    status('no_answer'),
    accepting(true, true),
    [poll],
  ],
  [
    'a status read 409 after an answer is not recorded',
    accepting(true, true),
    status('absent'),
    notFilled,
    [reconcile, publish('failed')],
  ],
  [
    'a status read 409 while the lost accept may arrive is no evidence',
    accepting(false, true),
    status('absent', -1_999),
    accepting(false, true),
    [poll],
  ],
  [
    'a status read 409 when it cannot arrive any more is not recorded',
    accepting(false, true),
    status('absent', -2_000),
    notFilled,
    [reconcile, publish('failed')],
  ],
  [
    'a late answer FILLED still proves it',
    accepting(false, true),
    outcome('filled'),
    filled,
    [reconcile, publish('filled')],
  ],
  [
    'a late refusal still proves it',
    accepting(false, true),
    outcome('refused'),
    notFilled,
    [reconcile, publish('failed')],
  ],
  [
    'a late refusal after other proof is none',
    accepting(true, false),
    outcome('refused'),
    accepting(true, false),
    [],
  ],
  ['a late EXECUTING is an answer', accepting(false, true), outcome('executing'), accepting(true, false), []],
  ['a late 409 is an answer', accepting(false, true), outcome('conflict'), accepting(true, true), []],
  [
    'INV-21 after a restart it is read, not sent',
    ASKING,
    { type: 'restored', answered: false },
    accepting(false, true),
    [{ type: 'read_after', afterMs: 0 }],
  ],
  [
    'INV-21 an accepted quote is not accepted again',
    accepting(true, true),
    accept(5_000),
    accepting(true, true),
    [],
  ],
  ['an end is final: filled', filled, status('failed'), filled, []],
  ['an end is final: not filled', notFilled, status('filled'), notFilled, []],
]

describe('the table of combo quote and accept', () => {
  for (const [title, from, event, to, effects] of ROWS) {
    test(title, () => {
      assert.deepEqual(stepCombo(from, event), { state: to, effects })
    })
  }
})

const remaining = fc.integer({ min: -5_000, max: 5_000 })
const anyEvent: fc.Arbitrary<ComboEvent> = fc.oneof(
  fc.constantFrom<ComboEvent>(
    { type: 'quoted' },
    { type: 'quoted' },
    { type: 'no_quote' },
    { type: 'decline' },
    { type: 'recorded' },
    { type: 'recorded' },
    { type: 'not_recorded' },
    { type: 'clock_jumped' },
    { type: 'restored', answered: false },
  ),
  fc.record({ type: fc.constantFrom('accept' as const, 'clock' as const), remainingMs: remaining }),
  fc
    .constantFrom<AcceptVerdict>(
      'filled',
      'executing',
      'failed',
      'refused',
      'conflict',
      'no_answer',
      'not_sent',
    )
    .map(outcome),
  fc
    .tuple(fc.constantFrom<StatusVerdict>('filled', 'executing', 'failed', 'absent', 'no_answer'), remaining)
    .map(([verdict, left]) => status(verdict, left)),
)

test('INV-21 any history sends at most once, only within the deadline, and publishes one end after it', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (history) => {
      const begun: ComboEvent[] = [{ type: 'quoted' }, ...history]
      const { effects } = replay(stepCombo, ASKING, begun)
      const count = (type: ComboEffect['type']): number => effects.filter((one) => one.type === type).length
      assert.ok(count('send') <= 1)
      assert.ok(count('publish') <= count('send'))
      assert.ok(count('record_signed') <= 1)
      assert.ok(count('record_response') <= 1 && count('record_reconcile') <= 1)
      const inTime = begun.some((event) => event.type === 'accept' && event.remainingMs > 0)
      assert.ok(count('send') === 0 || inTime)
    }),
  )
})
