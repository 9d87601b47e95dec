// Changes of limits while the password of a raise is being checked.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import { DEFAULT_CEILINGS, DEFAULT_LIMITS } from '#core/risk-limits.ts'
import { COOL_DOWN_MS } from '#core/loss-limit.ts'
import { createRisk } from '#engine/gates/risk.ts'
import { createManualClock, silentLog } from '#engine/testing/market-fakes.ts'
import { ok, type Result } from '#lib/result.ts'
import { createLossLimitFake } from '../testing/engine-fake-parts.ts'
import { createMemorySettings } from '../testing/stores.ts'
import type { Input } from '#contract/routes.ts'
import type { Call } from './call.ts'
import { settingsHandlers } from './settings.ts'

type Body = Input<'writeRiskSettings'>['body']

const call: Call = {
  address: '127.0.0.1',
  session: null,
  cookieHeader: undefined,
  ifMatch: undefined,
  header: () => undefined,
}

/** Handlers whose password check ends on the test's request. */
function checking() {
  const risk = createRisk({
    settings: createMemorySettings(),
    ceilings: DEFAULT_CEILINGS,
    usage: () => ({
      maxPositionNotional: ZERO,
      maxDailyNotional: ZERO,
      maxOpenOrders: 0,
      maxOrdersPerMinute: 0,
      maxComboExposure: ZERO,
      positionFromOutside: ZERO,
    }),
    log: silentLog,
  })
  const checked = Promise.withResolvers<Result<null, never>>()
  const clock = createManualClock()
  const lossLimit = createLossLimitFake(clock)
  const handlers = settingsHandlers({
    engine: { risk, lossLimit },
    checkPassword: () => checked.promise,
    log: silentLog,
  })
  return {
    risk,
    write: (body: Body) => handlers.writeRiskSettings({ params: undefined, query: undefined, body }, call),
    right: () => checked.resolve(ok(null)),
    clock,
    lossLimit,
    unlock: () =>
      handlers.unlockLossLimit({ params: undefined, query: undefined, body: { password: 'it' } }, call),
  }
}

describe('a raise whose password is being checked', () => {
  test('INV-15 undoes nothing that was lowered meanwhile, and raises the rest', async () => {
    const { risk, write, right } = checking()
    const { maxOpenOrders, maxOrdersPerMinute } = DEFAULT_LIMITS
    const raised = { max_open_orders: maxOpenOrders + 1, max_orders_per_minute: maxOrdersPerMinute + 1 }
    const raise = write({ limits: raised, password: 'the password' })
    const lowered = await write({ limits: { max_daily_notional: micros(10_000_000n), max_open_orders: 1 } })
    assert.ok(lowered.ok)
    right()
    assert.ok((await raise).ok)
    assert.deepEqual(risk.limits(), {
      ...DEFAULT_LIMITS,
      maxDailyNotional: micros(10_000_000n),
      maxOpenOrders: 1,
      maxOrdersPerMinute: maxOrdersPerMinute + 1,
    })
  })

  test('is checked again against what was set meanwhile', async () => {
    const { risk, write, right } = checking()
    const { maxComboExposure, maxComboNotional } = DEFAULT_LIMITS
    const raise = write({ limits: { max_combo_notional: maxComboExposure }, password: 'the password' })
    assert.ok(risk.set({ ...DEFAULT_LIMITS, maxComboExposure: maxComboNotional }).ok)
    right()
    const answer = await raise
    assert.equal(answer.ok ? null : answer.error.code, 'invalid_request')
    assert.equal(risk.limits().maxComboNotional, maxComboNotional)
  })
})

test('INV-96 a lock opens with the password only, and not in its first ten minutes', async () => {
  const { clock, lossLimit, unlock, right } = checking()
  lossLimit.lockedAt = clock.now()
  const early = unlock()
  right()
  const refused = await early
  assert.ok(!refused.ok)
  assert.deepEqual([refused.error.code, refused.error.retryAfterMs], ['rate_limited', COOL_DOWN_MS])
  await clock.advance(COOL_DOWN_MS)
  const opened = await unlock()
  assert.ok(opened.ok)
  assert.equal(opened.value.lock, null)
})

test('INV-15 a loss limit is raised, or switched off, with the password; set or lowered without', async () => {
  const { risk, write } = checking()
  const at = (count: bigint) => write({ limits: { max_daily_loss: micros(count), max_losing_streak: 3 } })
  assert.ok((await at(20_000_000n)).ok)
  assert.ok((await at(10_000_000n)).ok)
  for (const looser of [0n, 10_000_001n]) {
    const refused = await at(looser)
    assert.equal(refused.ok ? null : refused.error.code, 'password_required')
  }
  assert.equal(risk.limits().maxDailyLoss, micros(10_000_000n))
})
