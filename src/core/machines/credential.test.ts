// Every row of VEN-2, its pauses to the millisecond, and one attempt at a time.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { CREDENTIAL_START, stepCredential } from './credential.ts'
import type { CredentialAttempt, CredentialEffect, CredentialEvent, CredentialState } from './credential.ts'

const MINUTE = 60_000

const attempted = (outcome: CredentialAttempt, hasKey = true): CredentialEvent => ({
  type: 'attempted',
  outcome,
  hasKey,
})
const network = (retryAfterMs: number | null = null): CredentialEvent =>
  attempted({ kind: 'network', retryAfterMs })
const start = (hasKey: boolean, hasConfigured: boolean): CredentialEvent => ({
  type: 'start',
  hasKey,
  hasConfigured,
})
const unauthorized = (hasKey = true): CredentialEvent => ({ type: 'unauthorized', hasKey })
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
): CredentialState => ({ kind: 'failed', reason, rejections })

const establish: CredentialEffect = { type: 'establish' }
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
  ['ready: a 401 derives anew', ready('derived'), unauthorized(), ready('derived', true), [establish]],
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
