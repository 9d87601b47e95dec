// combos_can_trade and its reasons in every combination of configuration, scopes, gates and mode.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { combosReasons, quoteGate, type ComboConditions } from './combo-availability.ts'
import type { RejectCode } from '../reject-codes.ts'

const SCOPES: readonly (readonly [
  ComboConditions['scopes'],
  gates: readonly RejectCode[],
  allowed: boolean,
])[] = [
  [null, [], true],
  [[], [], false],
  [['CLOB'], [], false],
  // Alone it fails the order book's own check: the gate is closed already.
  [['COMBOSRFQ'], ['no_credentials'], true],
  [['CLOB', 'COMBOSRFQ'], [], true],
  [['ALL'], [], true],
  [['CLOB', 'COMBOSRFQ'], ['session_key_expired'], true],
  [['CLOB'], ['session_key_expired'], false],
]

describe('the reasons', () => {
  for (const isConfigured of [true, false]) {
    for (const mode of ['SAFE', 'ARMED'] as const) {
      for (const [scopes, gates, allowed] of SCOPES) {
        const name = `${isConfigured ? 'with' : 'without'} a venue, ${mode}, scopes ${scopes?.join('+') ?? 'untold'}, ${gates.join()}`
        const expected: readonly RejectCode[] = [
          ...(isConfigured && allowed ? [] : (['combos_unavailable'] as const)),
          ...gates,
          ...(mode === 'ARMED' ? [] : (['safe_mode'] as const)),
        ]
        test(`${name}: ${expected.join() || 'none, combos can trade'}`, () => {
          assert.deepEqual(combosReasons({ isConfigured, scopes, gates, mode }), expected)
        })
      }
    }
  }

  test('name nothing twice', () => {
    assert.deepEqual(
      combosReasons({ isConfigured: true, scopes: null, gates: ['geoblocked', 'geoblocked'], mode: 'ARMED' }),
      ['geoblocked'],
    )
  })
})

describe('the gates', () => {
  test('asking is free in SAFE and with a clock that is off', () => {
    assert.equal(quoteGate(['clock_skew', 'safe_mode']), null)
  })

  test('trading that is off is reported before a missing scope', () => {
    assert.equal(quoteGate(['combos_unavailable', 'trading_disabled'])?.code, 'trading_disabled')
    assert.equal(quoteGate(['combos_unavailable', 'safe_mode'])?.code, 'combos_unavailable')
  })
})
