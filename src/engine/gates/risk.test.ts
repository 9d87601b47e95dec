// Limits in force: the trader's own, never above a ceiling, whatever the file says.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros, ZERO } from '#core/money.ts'
import { DEFAULT_CEILINGS, DEFAULT_LIMITS, type RiskLimits } from '#core/risk-limits.ts'
import { err, ok } from '#lib/result.ts'
import type { SettingsStore } from '#ports/stores.ts'
import type { Risk } from './risk.ts'
import { createRisk } from './risk.ts'
import { silentLog } from '../testing/market-fakes.ts'

const CEILINGS: RiskLimits = {
  ...DEFAULT_CEILINGS,
  maxDailyLoss: micros(100_000_000n),
  maxSessionLoss: micros(50_000_000n),
  maxLosingStreak: 5,
}

const usage = {
  maxPositionNotional: ZERO,
  maxDailyNotional: ZERO,
  maxOpenOrders: 0,
  maxOrdersPerMinute: 0,
  maxComboExposure: ZERO,
  positionFromOutside: ZERO,
}

function store(json: string | null = null): SettingsStore & { json: string | null } {
  const kept = {
    json,
    read: () => kept.json,
    write(_: string, written: string) {
      kept.json = written
      return ok(undefined)
    },
  }
  return kept
}

function riskOn(settings: SettingsStore, ceilings: RiskLimits = DEFAULT_CEILINGS): Risk {
  return createRisk({ settings, ceilings, usage: () => usage, log: silentLog })
}

describe('limits', () => {
  test('are the defaults until somebody sets them, and are kept for the next start', () => {
    const settings = store()
    const risk = riskOn(settings)
    assert.deepEqual(risk.limits(), DEFAULT_LIMITS)
    const asked = { ...DEFAULT_LIMITS, maxOrderNotional: micros(123_456_789n), maxOpenOrders: 7 }
    assert.deepEqual(risk.set(asked), { ok: true, value: asked })
    assert.deepEqual(risk.limits(), asked)
    assert.deepEqual(riskOn(settings).limits(), asked)
  })

  test('exactly the ceiling may be set; above it nothing is, and every offender is named', () => {
    const settings = store()
    const risk = riskOn(settings)
    assert.ok(risk.set(DEFAULT_CEILINGS).ok)
    const kept = settings.json
    const above = {
      ...DEFAULT_CEILINGS,
      maxOrderNotional: micros(DEFAULT_CEILINGS.maxOrderNotional + 1n),
      maxComboLegs: DEFAULT_CEILINGS.maxComboLegs + 1,
    }
    assert.deepEqual(risk.set(above), {
      ok: false,
      error: { code: 'above_ceiling', names: ['maxOrderNotional', 'maxComboLegs'] },
    })
    assert.deepEqual(risk.limits(), DEFAULT_CEILINGS)
    assert.equal(settings.json, kept)
  })

  test('one limit a step above its ceiling is enough to refuse all of them', () => {
    const risk = riskOn(store(), CEILINGS)
    const before = risk.limits()
    for (const [name, ceiling] of Object.entries(CEILINGS)) {
      const above = { ...before, [name]: typeof ceiling === 'bigint' ? ceiling + 1n : ceiling + 1 }
      assert.deepEqual(risk.set(above), { ok: false, error: { code: 'above_ceiling', names: [name] } })
    }
    assert.deepEqual(risk.limits(), before)
  })

  test('INV-15 a loss limit that is off is above every ceiling: under one, it is on', () => {
    const risk = riskOn(store(), CEILINGS)
    assert.equal(risk.limits().maxDailyLoss, CEILINGS.maxDailyLoss)
    const off = { ...risk.limits(), maxLosingStreak: 0 }
    assert.deepEqual(risk.set(off), {
      ok: false,
      error: { code: 'above_ceiling', names: ['maxLosingStreak'] },
    })
    assert.ok(risk.set({ ...risk.limits(), maxLosingStreak: 1 }).ok)
  })

  test('a stored limit above a ceiling that was lowered since counts as the ceiling', () => {
    const settings = store()
    riskOn(settings).set(DEFAULT_CEILINGS)
    const lower = { ...DEFAULT_CEILINGS, maxDailyNotional: micros(5n), priceBandTicks: 2 }
    assert.deepEqual(riskOn(settings, lower).limits(), lower)
  })

  test('a limit that could not be written is not in force', () => {
    const settings = store()
    const risk = riskOn({ ...settings, write: () => err('storage_refused') })
    assert.deepEqual(risk.set(DEFAULT_CEILINGS), { ok: false, error: { code: 'storage_refused' } })
    assert.deepEqual(risk.limits(), DEFAULT_LIMITS)
  })

  test('INV-34 whatever is stored, each limit is a whole number between 0 and its ceiling', () => {
    const value = fc.oneof(
      fc.string(),
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constant('-5'),
    )
    const object = fc.dictionary(fc.constantFrom(...Object.keys(DEFAULT_LIMITS), '__proto__'), value)
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      object.map((row) => JSON.stringify(row)),
    )
    fc.assert(
      fc.property(text, (json) => {
        const limits = riskOn(store(json), CEILINGS).limits()
        assert.deepEqual(Object.keys(limits).toSorted(), Object.keys(DEFAULT_LIMITS).toSorted())
        for (const [name, limit] of Object.entries(limits)) {
          const ceiling = new Map<string, number | bigint>(Object.entries(CEILINGS)).get(name)
          assert.ok(ceiling !== undefined && limit >= 0 && limit <= ceiling, `${name}: ${limit}`)
          assert.ok(typeof limit === 'bigint' || Number.isSafeInteger(limit))
        }
      }),
      {
        examples: [
          ['null'],
          ['[]'],
          ['{"maxOpenOrders":1.5}'],
          ['{"maxOrderNotional":"1e9"}'],
          ['{"maxOrderNotional":-1}'],
          ['{"maxDailyNotional":"99999999999999999999"}'],
        ],
      },
    )
  })
})
