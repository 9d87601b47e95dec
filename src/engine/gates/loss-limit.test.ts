// The loss limit on a whole trading module: when it locks, what it says, and when it opens.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DAY_MS } from '#core/day.ts'
import type { Results } from '#core/loss-limit.ts'
import { micros, ZERO } from '#core/money.ts'
import { NO_LEGS } from '#core/order/attached-exit.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { LossAction } from '#core/trading-state.ts'
import { placedAfter } from '../testing/armed-fixture.ts'
import {
  clientId,
  createTradingFixture,
  intent,
  NO,
  price,
  whole,
  YES,
  type TradingFixture,
} from '../testing/trading-fixture.ts'

const MINUTE_MS = 60_000
const NOTHING: Results = {
  realised: ZERO,
  realisedToday: ZERO,
  unrealised: ZERO,
  positions: { byLastBid: 0, withoutPrice: 0, withoutCost: 0 },
  ended: [],
}

/** An armed terminal with these limits, that has lost nothing yet. */
async function limited(limits: Partial<RiskLimits>, onLock: LossAction = 'refuse'): Promise<TradingFixture> {
  const fixture = createTradingFixture()
  fixture.onLossLock = onLock
  fixture.results = NOTHING
  await fixture.open()
  const { risk } = fixture.module
  assert.ok(risk.set({ ...risk.limits(), ...limits }).ok)
  return fixture
}

/** So much has been realised in all and today, and the terminal has looked. */
async function lose(fixture: TradingFixture, pusd: number): Promise<void> {
  const realised = micros(-BigInt(pusd) * 1_000_000n)
  fixture.results = { ...NOTHING, realised, realisedToday: realised }
  await fixture.clock.advance(1_000)
}

async function codeOf(fixture: TradingFixture, number: number): Promise<string | null> {
  const placing = fixture.module.orders.place(intent(number))
  await fixture.clock.advance(100)
  const placed = await placing
  assert.ok(placed.ok)
  return placed.value.reject?.code ?? null
}

const facts = (fixture: TradingFixture): readonly string[] =>
  (fixture.published.loss_limit ?? []).map((fact) => `${fact.what} ${fact.limit}`)
const lockOf = (fixture: TradingFixture) => fixture.module.lossLimit.read().lock
const rows = (fixture: TradingFixture): readonly unknown[] =>
  fixture.audit.all.flatMap(({ action, details }) => (action === 'loss_limit' ? details['what'] : []))

/** The host slept until then: the clock is found right again. */
async function toNextDay(fixture: TradingFixture): Promise<void> {
  await fixture.clock.advance(1_000)
  fixture.clock.jump(DAY_MS - (fixture.clock.now() % DAY_MS))
  await fixture.clock.advance(2_000)
}

describe('INV-95 the loss limit', () => {
  for (const limit of ['maxDailyLoss', 'maxSessionLoss'] as const) {
    test(`${limit}: says so at 80 %, once, and locks at 100 %, to the micro`, async () => {
      const fixture = await limited({ [limit]: whole(100) })
      await lose(fixture, 79)
      assert.deepEqual(facts(fixture), [])
      await lose(fixture, 80)
      await lose(fixture, 99)
      assert.deepEqual(facts(fixture), [`near ${limit}`])
      fixture.results = { ...NOTHING, unrealised: micros(-99_999_999n) }
      assert.equal(await codeOf(fixture, 1), null)
      fixture.results = { ...NOTHING, unrealised: micros(-100_000_000n) }
      assert.equal(await codeOf(fixture, 2), 'loss_limit')
      assert.deepEqual(facts(fixture), [`near ${limit}`, `locked ${limit}`])
      assert.deepEqual(rows(fixture), ['near', 'locked'])
      await lose(fixture, 0)
      assert.equal(await codeOf(fixture, 3), 'loss_limit', 'a lock stays when the loss is won back')
      assert.deepEqual(fixture.module.trading.state().reasons, ['loss_limit'])
      fixture.module.trading.disarm('user')
      assert.ok(fixture.module.trading.arm().ok, 'it can be armed all the same')
    })
  }

  test('round trips in a row that lost lock too; one that won ends the row', async () => {
    const fixture = await limited({ maxLosingStreak: 3 })
    const at = fixture.clock.now()
    const ended = (...profits: readonly number[]) =>
      profits.map((profit) => ({ at, profit: micros(BigInt(profit)) }))
    fixture.results = { ...NOTHING, ended: ended(-1, -1, 1, -1, -1) }
    assert.equal(await codeOf(fixture, 1), null)
    fixture.results = { ...NOTHING, ended: ended(1, -1, -1, -1) }
    assert.equal(await codeOf(fixture, 2), 'loss_limit')
    assert.equal(lockOf(fixture)?.lost, whole(3))
  })

  test('a session counts from ARMED, and only while it lasts', async () => {
    const fixture = await limited({ maxSessionLoss: whole(100) })
    await lose(fixture, 60)
    fixture.module.trading.disarm('user')
    await lose(fixture, 150)
    assert.equal(lockOf(fixture), null)
    fixture.module.trading.arm()
    await lose(fixture, 240)
    assert.equal(await codeOf(fixture, 1), null)
    await lose(fixture, 250)
    assert.equal(lockOf(fixture)?.limit, 'maxSessionLoss')
  })

  test('what is not known is not taken for no loss: with a limit it refuses and says why', async () => {
    const fixture = await limited({})
    fixture.results = null
    assert.equal(await codeOf(fixture, 1), null)
    const { risk } = fixture.module
    risk.set({ ...risk.limits(), maxDailyLoss: whole(100) })
    assert.equal(await codeOf(fixture, 2), 'loss_limit')
    fixture.results = { ...NOTHING, unrealised: null }
    assert.equal(await codeOf(fixture, 3), 'loss_limit')
    assert.equal(lockOf(fixture), null)
    fixture.results = NOTHING
    assert.equal(await codeOf(fixture, 4), null)
  })
})

describe('INV-96 a lock', () => {
  test('opens at the next UTC day, and the day begins with what was unrealised then', async () => {
    const fixture = await limited({ maxDailyLoss: whole(100) })
    await lose(fixture, 100)
    assert.equal(lockOf(fixture)?.until, Math.ceil(fixture.clock.now() / DAY_MS) * DAY_MS)
    fixture.results = { ...NOTHING, realised: whole(-100), unrealised: whole(-50) }
    await toNextDay(fixture)
    assert.equal(lockOf(fixture), null)
    assert.deepEqual(facts(fixture).at(-1), 'unlocked maxDailyLoss')
    assert.equal(fixture.module.lossLimit.read().losses.maxDailyLoss, ZERO)
    fixture.results = { ...NOTHING, realised: whole(-100), unrealised: whole(-60) }
    assert.equal(fixture.module.lossLimit.read().losses.maxDailyLoss, whole(10))
  })

  test('of a session that goes on opens at the next UTC day too', async () => {
    const fixture = createTradingFixture()
    fixture.clock.jump(DAY_MS - (fixture.clock.now() % DAY_MS) - MINUTE_MS)
    fixture.results = NOTHING
    await fixture.open()
    const { risk } = fixture.module
    assert.ok(risk.set({ ...risk.limits(), maxSessionLoss: whole(100) }).ok)
    await lose(fixture, 100)
    assert.ok(lockOf(fixture) !== null)
    await fixture.clock.advance(MINUTE_MS)
    fixture.results = { ...NOTHING, realised: whole(-100) }
    await fixture.clock.advance(2_000)
    assert.equal(fixture.module.trading.state().mode, 'ARMED')
    assert.equal(lockOf(fixture), null)
    fixture.results = { ...NOTHING, realised: whole(-199) }
    assert.equal(await codeOf(fixture, 1), null)
    fixture.results = { ...NOTHING, realised: whole(-200) }
    assert.equal(await codeOf(fixture, 2), 'loss_limit')
  })

  test('opens after ten minutes at the earliest, and then counts what is lost from there', async () => {
    const fixture = await limited({ maxDailyLoss: whole(100) })
    await lose(fixture, 120)
    const { lossLimit } = fixture.module
    await fixture.clock.advance(9 * MINUTE_MS)
    const early = lossLimit.unlock()
    assert.ok(!early.ok && early.error !== 'storage_refused')
    assert.ok(early.error.waitMs > 0 && early.error.waitMs <= MINUTE_MS)
    await fixture.clock.advance(MINUTE_MS)
    fixture.audit.isBroken = true
    assert.deepEqual(lossLimit.unlock(), { ok: false, error: 'storage_refused' })
    fixture.audit.isBroken = false
    assert.ok(lossLimit.unlock().ok)
    assert.equal(lossLimit.read().losses.maxDailyLoss, ZERO)
    fixture.module.trading.arm()
    assert.equal(await codeOf(fixture, 1), null)
    await lose(fixture, 219)
    assert.equal(lockOf(fixture), null)
    await lose(fixture, 220)
    assert.equal(lockOf(fixture)?.lost, whole(100))
    assert.deepEqual(
      rows(fixture).filter((what) => what !== 'near'),
      ['locked', 'unlocked', 'locked'],
    )
  })

  test('survives a restart with its time, and so does what an unlock let go', async () => {
    const fixture = await limited({ maxDailyLoss: whole(100) })
    await lose(fixture, 120)
    const before = lockOf(fixture)
    await fixture.restart()
    assert.deepEqual(lockOf(fixture), before)
    fixture.module.trading.arm()
    assert.equal(await codeOf(fixture, 1), 'loss_limit')
    await fixture.clock.advance(10 * MINUTE_MS)
    assert.ok(fixture.module.lossLimit.unlock().ok)
    await fixture.restart()
    assert.equal(lockOf(fixture), null)
    assert.equal(fixture.module.lossLimit.read().losses.maxDailyLoss, ZERO)
  })

  test('is not opened by a clock that is wrong', async () => {
    const fixture = await limited({ maxDailyLoss: whole(100) })
    await lose(fixture, 100)
    fixture.venue.skewMs = -DAY_MS
    fixture.clock.jump(DAY_MS)
    await fixture.clock.advance(2_000)
    assert.notEqual(lockOf(fixture), null)
    assert.ok(!fixture.module.lossLimit.unlock().ok)
  })

  for (const [action, live, mode] of [
    ['refuse', 3, 'ARMED'],
    ['cancel', 2, 'ARMED'],
    ['safe', 3, 'SAFE'],
    ['cancel_and_safe', 2, 'SAFE'],
  ] as const) {
    test(`with ${action} leaves ${live} of three orders and the terminal ${mode}, and sells nothing`, async () => {
      const fixture = await limited({ maxDailyLoss: whole(100) }, action)
      const bought = await placedAfter(fixture, intent(1, { price: price(4_500) }), { ms: 1_000 })
      fixture.venue.fill(bought, whole(10))
      await fixture.clock.advance(1_000)
      await placedAfter(fixture, intent(2), { ms: 1_000 })
      await placedAfter(fixture, intent(3, { side: 'SELL', price: price(6_000), size: whole(5) }), {
        ms: 1_000,
      })
      await placedAfter(fixture, intent(4, { outcomeId: NO, size: whole(5) }), { ms: 1_000 })
      const { requests } = fixture.venue
      const sent = requests.length
      const { attachedExits } = fixture.module
      const entry = { price: price(4_900), size: whole(5), slippageTicks: 1 }
      assert.ok((await attachedExits.put(YES, ZERO, { ...NO_LEGS, entry }, clientId(9))).ok)
      await lose(fixture, 100)
      await fixture.clock.advance(10_000)
      const end = action.startsWith('cancel') ? 'entry_not_filled' : undefined
      assert.equal(attachedExits.list()[0]?.exit.end?.how, end, 'a stop entry is a purchase that adds risk')
      assert.equal(fixture.venue.live().length, live)
      assert.equal(fixture.module.trading.state().mode, mode)
      assert.equal(requests.length, sent)
    })
  }
})
