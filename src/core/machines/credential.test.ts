// Every row of VEN-2, its pauses to the millisecond, and one attempt at a time.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { CREDENTIAL_START, stepCredential } from './credential.ts'
import type {
  ClockVerdict,
  CredentialAttempt,
  CredentialEffect,
  CredentialEvent,
  CredentialState,
} from './credential.ts'

const MINUTE = 60_000

const attempted = (
  outcome: CredentialAttempt,
  hasKey = true,
  clock: ClockVerdict = 'right',
): CredentialEvent => ({ type: 'attempted', outcome, hasKey, clock })
const network = (retryAfterMs: number | null = null): CredentialEvent =>
  attempted({ kind: 'network', retryAfterMs })
const start = (hasKey: boolean, hasConfigured: boolean): CredentialEvent => ({
  type: 'start',
  hasKey,
  hasConfigured,
})
const unauthorized = (hasKey = true, clock: ClockVerdict = 'right'): CredentialEvent => ({
  type: 'unauthorized',
  hasKey,
  clock,
})
const clockRight: CredentialEvent = { type: 'clock_right' }
const retry: CredentialEvent = { type: 'retry', hasKey: true }
const paused = (resume: 'configured' | 'derived' | 'again' | null): CredentialState => ({
  kind: 'paused',
  resume,
  rejections: 0,
})
const timer: CredentialEvent = { type: 'timer' }

const pending = (changes: Partial<Extract<CredentialState, { kind: 'pending' }>> = {}): CredentialState => ({
  kind: 'pending',
  waiting: false,
  networkFailures: 0,
  rejections: 0,
  ...changes,
})
const ready = (origin: 'configured' | 'derived' | 'again', renewing = false): CredentialState => ({
  kind: 'ready',
  origin,
  renewing,
  rejections: 0,
})
const failed = (
  reason: 'auth_rejected' | 'geoblocked' | 'derive_failed',
  rejections = 0,
  isClockDoubted = false,
): CredentialState => ({ kind: 'failed', reason, rejections, isClockDoubted })

const establish: CredentialEffect = { type: 'establish' }
const resume: CredentialEffect = { type: 'resume' }
const drop: CredentialEffect = { type: 'drop' }
const after = (afterMs: number): CredentialEffect => ({ type: 'timer_after', afterMs })

type Row = readonly [
  title: string,
  from: CredentialState,
  event: CredentialEvent,
  to: CredentialState,
  effects: readonly CredentialEffect[],
]

const ROWS: readonly Row[] = [
  ['none: a key and no credentials: create', CREDENTIAL_START, start(true, false), pending(), [establish]],
  [
    'none: credentials configured: used as given',
    CREDENTIAL_START,
    start(false, true),
    ready('configured'),
    [],
  ],
  ['none: configured ones win over the key', CREDENTIAL_START, start(true, true), ready('configured'), []],
  ['none: neither: stays none', CREDENTIAL_START, start(false, false), CREDENTIAL_START, []],
  ['pending: success', pending(), attempted({ kind: 'ready' }), ready('derived'), []],
  [
    'pending: L1 401',
    pending(),
    attempted({ kind: 'auth_rejected' }),
    failed('auth_rejected', 1),
    [drop, after(5 * MINUTE)],
  ],
  ['pending: L1 403 is final', pending(), attempted({ kind: 'geoblocked' }), failed('geoblocked'), [drop]],
  [
    'pending: another refusal is final',
    pending(),
    attempted({ kind: 'derive_failed' }),
    failed('derive_failed'),
    [drop],
  ],
  [
    'pending: transport error',
    pending(),
    network(),
    pending({ waiting: true, networkFailures: 1 }),
    [after(30_000)],
  ],
  [
    'pending: a longer Retry-After is kept',
    pending(),
    network(45_000),
    pending({ waiting: true, networkFailures: 1 }),
    [after(45_000)],
  ],
  [
    'pending: a shorter Retry-After is not',
    pending(),
    network(1_000),
    pending({ waiting: true, networkFailures: 1 }),
    [after(30_000)],
  ],
  [
    'pending: the timer tries again',
    pending({ waiting: true, networkFailures: 1 }),
    timer,
    pending({ networkFailures: 1 }),
    [establish],
  ],
  ['pending: a timer while an answer is on its way does nothing', pending(), timer, pending(), []],
  ['ready: a 401 derives again', ready('derived'), unauthorized(), ready('derived', true), [establish]],
  [
    'ready: configured ones may be replaced by derived ones',
    ready('configured'),
    unauthorized(),
    ready('configured', true),
    [establish],
  ],
  [
    'ready: further 401s wait for the one re-derivation',
    ready('derived', true),
    unauthorized(),
    ready('derived', true),
    [],
  ],
  [
    'ready: without a key a 401 fails at once, for good',
    ready('configured'),
    unauthorized(false),
    failed('auth_rejected', 1),
    [drop],
  ],
  ['ready: re-derived', ready('derived', true), attempted({ kind: 'ready' }), ready('again'), []],
  [
    'ready from re-derivation: another 401 fails',
    ready('again'),
    unauthorized(),
    failed('auth_rejected', 1),
    [drop, after(5 * MINUTE)],
  ],
  [
    'ready: re-derivation without network waits',
    ready('derived', true),
    network(),
    pending({ waiting: true, networkFailures: 1 }),
    [after(30_000)],
  ],
  [
    'ready: re-derivation refused by L1',
    ready('derived', true),
    attempted({ kind: 'auth_rejected' }),
    failed('auth_rejected', 1),
    [drop, after(5 * MINUTE)],
  ],
  [
    'failed by 401: the timer tries L1 again',
    failed('auth_rejected', 1),
    timer,
    pending({ rejections: 1 }),
    [establish],
  ],
  ['failed by 403: no timer', failed('geoblocked'), timer, failed('geoblocked'), []],
  ['failed by a refusal: no timer', failed('derive_failed'), timer, failed('derive_failed'), []],
  [
    'failed: a 401 says nothing new',
    failed('auth_rejected', 1),
    unauthorized(),
    failed('auth_rejected', 1),
    [],
  ],
  ...(['configured', 'derived', 'again'] as const).map((origin): Row => [
    `INV-51 ready (${origin}): a 401 while our clock is wrong keeps them`,
    ready(origin),
    unauthorized(origin !== 'configured', 'wrong'),
    paused(origin),
    [],
  ]),
  [
    'INV-51 paused: those that are held count again once the clock is right',
    paused('again'),
    clockRight,
    ready('again'),
    [resume],
  ],
  ['INV-51 paused without any: they are asked for then', paused(null), clockRight, pending(), [establish]],
  [
    'paused: neither a timer nor the trader asks with a wrong clock',
    paused('derived'),
    retry,
    paused('derived'),
    [],
  ],
  ['paused: a 401 says nothing new', paused('derived'), unauthorized(), paused('derived'), []],
  [
    'INV-51 pending: L1 401 while our clock is wrong',
    pending(),
    attempted({ kind: 'auth_rejected' }, true, 'wrong'),
    paused(null),
    [],
  ],
  [
    'INV-51 pending: another refusal while our clock is wrong',
    pending(),
    attempted({ kind: 'derive_failed' }, true, 'wrong'),
    paused(null),
    [],
  ],
  [
    'INV-51 ready: re-derivation refused while our clock is wrong',
    ready('derived', true),
    attempted({ kind: 'auth_rejected' }, true, 'wrong'),
    paused('derived'),
    [],
  ],
  [
    'pending: L1 401 while nobody knows whether our clock is right',
    pending(),
    attempted({ kind: 'auth_rejected' }, true, 'unknown'),
    failed('auth_rejected', 1, true),
    [drop, after(5 * MINUTE)],
  ],
  [
    'INV-51 failed, and the clock may have been the cause: again once it is right',
    failed('auth_rejected', 1, true),
    clockRight,
    pending({ rejections: 1 }),
    [establish],
  ],
  [
    'failed with a right clock: its being right says nothing new',
    failed('auth_rejected', 1),
    clockRight,
    failed('auth_rejected', 1),
    [],
  ],
  ...(['auth_rejected', 'geoblocked', 'derive_failed'] as const).map((reason): Row => [
    `failed (${reason}): the trader asks again`,
    failed(reason, 1),
    retry,
    pending({ rejections: 1 }),
    [establish],
  ]),
  [
    'failed without a key: nothing can be asked for',
    failed('auth_rejected', 1),
    { type: 'retry', hasKey: false },
    failed('auth_rejected', 1),
    [],
  ],
  [
    'pending: the trader does not wait for the timer',
    pending({ waiting: true, networkFailures: 3 }),
    retry,
    pending(),
    [establish],
  ],
  ['pending: an attempt is under way', pending(), retry, pending(), []],
  ['ready: nothing to ask for', ready('derived'), retry, ready('derived'), []],
]

describe('credentials', () => {
  for (const [title, from, event, state, effects] of ROWS) {
    test(title, () => {
      assert.deepEqual(stepCredential(from, event), { state, effects })
    })
  }

  test('transport errors are retried after 30 s, doubling to 10 minutes', () => {
    let state = pending()
    const pauses: number[] = []
    for (let round = 0; round < 8; round += 1) {
      const step = stepCredential(state, network())
      pauses.push(...step.effects.flatMap((effect) => (effect.type === 'timer_after' ? effect.afterMs : [])))
      state = stepCredential(step.state, timer).state
    }
    assert.deepEqual(pauses, [30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000, 600_000])
  })

  test('rejected keys are retried after 5, 15, 60 minutes, then hourly', () => {
    let state = pending()
    const pauses: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const step = stepCredential(state, attempted({ kind: 'auth_rejected' }))
      pauses.push(...step.effects.flatMap((effect) => (effect.type === 'timer_after' ? effect.afterMs : [])))
      state = stepCredential(step.state, timer).state
    }
    assert.deepEqual(
      pauses,
      [5, 15, 60, 60, 60].map((minutes) => minutes * MINUTE),
    )
  })

  test('any history has one attempt at a time, and a refusal that is final stays so', () => {
    const anyEvent: fc.Arbitrary<CredentialEvent> = fc.oneof(
      fc
        .record({ hasKey: fc.boolean(), hasConfigured: fc.boolean() })
        .map((given) => ({ type: 'start' as const, ...given })),
      fc.constantFrom(timer, unauthorized(), unauthorized(false)),
      fc
        .constantFrom<CredentialAttempt>(
          { kind: 'ready' },
          { kind: 'auth_rejected' },
          { kind: 'geoblocked' },
          { kind: 'derive_failed' },
          { kind: 'network', retryAfterMs: null },
        )
        .map((outcome) => attempted(outcome)),
    )
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (history) => {
        let state = CREDENTIAL_START
        for (const event of history) {
          const isAsking = isUnderWay(state)
          const step = stepCredential(state, event)
          if (isAsking && event.type !== 'attempted') assert.equal(asks(step.effects), 0)
          if (state.kind === 'failed' && state.reason !== 'auth_rejected') assert.deepEqual(step.state, state)
          assert.equal(asks(step.effects) === 1, !isAsking && isUnderWay(step.state))
          if (step.state.kind === 'failed' && state.kind !== 'failed') assert.deepEqual(step.effects[0], drop)
          state = step.state
        }
      }),
    )
  })
})

function asks(effects: readonly CredentialEffect[]): number {
  return effects.filter(({ type }) => type === 'establish').length
}

function isUnderWay(state: CredentialState): boolean {
  return (state.kind === 'pending' && !state.waiting) || (state.kind === 'ready' && state.renewing)
}
