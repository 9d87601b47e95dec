// SAFE and ARMED as the trader meets them: every reason that keeps it SAFE, every cause that ends ARMED, and the gate.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type {
  ArmReason,
  CredentialStatus,
  DisarmCause,
  TradingState,
  Unreliable,
  VenueMode,
} from '#core/trading-state.ts'
import { createBus } from '../bus.ts'
import { createManualClock, silentLog, type ManualClock } from '../testing/market-fakes.ts'
import { createReliability } from './reliability.ts'
import { createTrading, type TradingActor } from './trading.ts'

const IDLE_MS = 1_800_000

type World = {
  liveTrading: boolean
  blocked: boolean | null
  canSign: boolean
  areCredentialsReady: boolean
  areCredentialsPending: boolean
  isPausedByClock: boolean
  faults: readonly Unreliable[]
  isKeyExpired: boolean
  isKeyListed: boolean
  isWalletMismatch: boolean
  hasTradingScope: boolean
  isClockTolerable: boolean
  isUserFeedLive: boolean
  areOrdersComplete: boolean
  isAuditWritable: boolean
  isAuditVerified: boolean
  isComboVenue: boolean
  scopes: CredentialStatus['scopes'] | null
  venue: VenueMode
}

const FINE: World = {
  liveTrading: true,
  blocked: false,
  canSign: true,
  areCredentialsReady: true,
  areCredentialsPending: true,
  isPausedByClock: false,
  faults: [],
  isKeyExpired: false,
  isKeyListed: true,
  isWalletMismatch: false,
  hasTradingScope: true,
  isClockTolerable: true,
  isUserFeedLive: true,
  areOrdersComplete: true,
  isAuditWritable: true,
  isAuditVerified: true,
  isComboVenue: true,
  scopes: ['CLOB', 'COMBOSRFQ'],
  venue: { mode: 'normal', until: null, retryAfterMs: null, limitWarning: null },
}

type Scene = {
  readonly world: World
  readonly clock: ManualClock
  readonly trading: TradingActor
  readonly causes: DisarmCause[]
  readonly published: TradingState[]
}

function scene(changes: Partial<World> = {}): Scene {
  const world = { ...FINE, ...changes }
  const clock = createManualClock()
  const bus = createBus(() => assert.fail('no bug here'))
  const causes: DisarmCause[] = []
  const published: TradingState[] = []
  bus.subscribe('disarmed', ({ cause }) => causes.push(cause))
  bus.subscribe('trading', (state) => published.push(state))
  const trading = createTrading({
    clock,
    log: silentLog,
    bus,
    idleTimeoutMs: IDLE_MS,
    reliability: createReliability({
      clock,
      safeAfter: { orders_unread: 60_000, market_feed_down: 30_000, order_unknown: null },
      faults: {
        orders_unread: () => world.faults.filter((one) => one === 'orders_unread'),
        market_feed_down: () => world.faults.filter((one) => one === 'market_feed_down'),
        order_unknown: () => world.faults.filter((one) => one === 'order_unknown'),
      },
    }),
    conditions: {
      liveTrading: world.liveTrading,
      geoblock: () => ({ blocked: world.blocked, error: null, checkedAt: null, nextCheckAt: null }),
      canSign: world.canSign,
      areCredentialsReady: () => world.areCredentialsReady,
      areCredentialsPending: () => world.areCredentialsPending,
      isPausedByClock: () => world.isPausedByClock,
      isKeyExpired: () => world.isKeyExpired,
      isKeyListed: () => world.isKeyListed,
      doubtKey() {},
      isWalletMismatch: () => world.isWalletMismatch,
      hasTradingScope: () => world.hasTradingScope,
      isComboVenue: world.isComboVenue,
      isLossLocked: () => false,
      scopes: () => world.scopes,
      isClockTolerable: () => world.isClockTolerable,
      isUserFeedLive: () => world.isUserFeedLive,
      areOrdersComplete: () => world.areOrdersComplete,
      isAuditVerified: () => world.isAuditVerified,
      isAuditWritable: () => world.isAuditWritable,
      venueMode: () => world.venue,
    },
  })
  trading.start()
  return { world, clock, trading, causes, published }
}

function armed(): Scene {
  const made = scene()
  assert.ok(made.trading.arm().ok)
  return made
}

const CLOSED: readonly (readonly [changes: Partial<World>, reason: ArmReason, gate: string | null])[] = [
  [{ liveTrading: false }, 'trading_disabled', 'trading_disabled'],
  [{ blocked: true }, 'geoblocked', 'geoblocked'],
  [{ blocked: null }, 'geoblock_unknown', 'geoblocked'],
  [{ canSign: false }, 'no_credentials', 'no_credentials'],
  [{ areCredentialsReady: false }, 'no_credentials', 'no_credentials'],
  [{ hasTradingScope: false }, 'no_credentials', 'no_credentials'],
  [{ isKeyExpired: true }, 'session_key_expired', 'session_key_expired'],
  [{ isKeyListed: false }, 'session_key_not_listed', 'session_key_not_listed'],
  [{ isWalletMismatch: true }, 'wallet_mismatch', 'wallet_mismatch'],
  [{ isClockTolerable: false }, 'clock_skew', 'clock_skew'],
  [{ isUserFeedLive: false }, 'user_feed_down', 'safe_mode'],
  [{ areOrdersComplete: false }, 'orders_not_reconciled', 'safe_mode'],
  [{ isAuditWritable: false }, 'audit_unavailable', 'audit_unavailable'],
  [{ isAuditVerified: false }, 'audit_unverified', 'audit_unavailable'],
  [{ isAuditWritable: false, isAuditVerified: false }, 'audit_unavailable', 'audit_unavailable'],
]

test('a long hold of the venue’s limits is shown: it can be armed, and cannot trade', () => {
  const { world, trading } = armed()
  Object.assign(world, {
    venue: { mode: 'normal', until: null, retryAfterMs: 90_000, limitWarning: null, isRateLimited: true },
  })
  const { canTrade, reasons, venue } = trading.state()
  assert.deepEqual([canTrade, reasons, venue.retryAfterMs], [false, ['venue_rate_limited'], 90_000])
  assert.ok(trading.arm().ok)
})

describe('combos', () => {
  const cases: readonly (readonly [changes: Partial<World>, reasons: readonly string[]])[] = [
    [{}, []],
    [{ scopes: ['ALL'] }, []],
    [{ scopes: null }, []],
    [{ scopes: ['CLOB'] }, ['combos_unavailable']],
    [{ isComboVenue: false }, ['combos_unavailable']],
    [{ scopes: ['COMBOSRFQ'], hasTradingScope: false }, ['no_credentials', 'safe_mode']],
    [{ isKeyExpired: true }, ['session_key_expired', 'safe_mode']],
    [{ liveTrading: false, scopes: ['CLOB'] }, ['combos_unavailable', 'trading_disabled', 'safe_mode']],
    [{ blocked: null }, ['geoblocked', 'safe_mode']],
    [{ isClockTolerable: false }, ['clock_skew', 'safe_mode']],
  ]
  for (const [changes, reasons] of cases) {
    test(`with ${JSON.stringify(changes)}: ${reasons.join() || 'can trade'}`, () => {
      const { trading } = scene(changes)
      trading.arm()
      const { combosCanTrade, combosReasons } = trading.state()
      assert.deepEqual([combosCanTrade, combosReasons], [reasons.length === 0, reasons])
    })
  }

  test('cannot trade while SAFE', () => {
    const { combosCanTrade, combosReasons } = scene().trading.state()
    assert.deepEqual([combosCanTrade, combosReasons], [false, ['safe_mode']])
  })
})

describe('arming', () => {
  test('INV-04 the start is SAFE, and an order is refused as such', () => {
    const { trading } = scene()
    assert.equal(trading.state().mode, 'SAFE')
    assert.equal(trading.state().canTrade, false)
    assert.equal(trading.gate()?.code, 'safe_mode')
  })

  test('with nothing in the way it is ARMED until the idle time is over', () => {
    const { trading, clock } = armed()
    const state = trading.state()
    assert.deepEqual(
      [state.mode, state.canTrade, state.reasons, state.armedAt, state.idleDisarmAt, state.idleTimeoutMs],
      ['ARMED', true, [], clock.now(), clock.now() + IDLE_MS, IDLE_MS],
    )
    assert.equal(trading.gate(), null)
  })

  for (const [changes, reason, gate] of CLOSED) {
    test(`${JSON.stringify(changes)} refuses with ${reason}`, () => {
      const { trading } = scene(changes)
      assert.deepEqual(trading.arm(), { ok: false, error: [reason] })
      assert.equal(trading.state().mode, 'SAFE')
      assert.deepEqual(trading.state().reasons, [reason])
      assert.equal(trading.gate()?.code, gate)
    })
  }

  test('all reasons are reported at once', () => {
    const all = Object.assign({}, ...CLOSED.map(([changes]) => changes), { blocked: null }) as Partial<World>
    const refused = scene(all).trading.arm()
    assert.ok(!refused.ok)
    assert.deepEqual(
      refused.error,
      // Each of the two is reported where the other is not.
      [...new Set(CLOSED.map(([, reason]) => reason))].filter(
        (reason) => reason !== 'geoblocked' && reason !== 'audit_unverified',
      ),
    )
  })
})

describe('while ARMED', () => {
  const disarming: readonly (readonly [changes: Partial<World>, cause: DisarmCause])[] = [
    [{ blocked: true }, 'geoblock'],
    [{ blocked: null }, 'geoblock'],
    [{ areCredentialsReady: false, areCredentialsPending: false }, 'credentials'],
    [{ isKeyExpired: true }, 'credentials'],
    [{ isWalletMismatch: true }, 'credentials'],
    [{ isAuditWritable: false }, 'audit'],
  ]
  for (const [changes, cause] of disarming) {
    test(`${JSON.stringify(changes)} ends it at once, for ${cause}`, () => {
      const { world, trading, causes } = armed()
      Object.assign(world, changes)
      trading.reconsider()
      assert.equal(trading.state().mode, 'SAFE')
      assert.deepEqual(causes, [cause])
      trading.reconsider()
      Object.assign(world, FINE)
      trading.reconsider()
      assert.equal(trading.state().mode, 'SAFE', 'nothing arms by itself')
      assert.deepEqual(causes, [cause])
    })
  }

  test('nobody has to tell: the next look finds it within a second', async () => {
    const { world, clock, causes } = armed()
    world.blocked = null
    await clock.advance(1_000)
    assert.deepEqual(causes, ['geoblock'])
  })

  const holding: readonly (readonly [changes: Partial<World>, gate: string | null])[] = [
    [{ areCredentialsReady: false }, 'no_credentials'],
    [{ isClockTolerable: false }, 'clock_skew'],
    [{ isUserFeedLive: false }, null],
    [{ areOrdersComplete: false }, null],
  ]
  for (const [changes, gate] of holding) {
    test(`${JSON.stringify(changes)} does not end it${gate === null ? '' : ', but holds orders back'}`, () => {
      const { world, trading, causes } = armed()
      Object.assign(world, changes)
      trading.reconsider()
      assert.equal(trading.state().mode, 'ARMED')
      assert.equal(trading.state().canTrade, false)
      assert.equal(trading.gate()?.code ?? null, gate)
      assert.deepEqual(causes, [])
    })
  }

  test('credentials that only a wrong clock holds up are the clock’s fault, and nothing else', () => {
    const { world, trading } = armed()
    Object.assign(world, { areCredentialsReady: false, isPausedByClock: true, isClockTolerable: false })
    trading.reconsider()
    assert.deepEqual(trading.state().reasons, ['clock_skew'])
    assert.equal(trading.gate()?.code, 'clock_skew')
    world.isClockTolerable = true
    assert.deepEqual(trading.state().reasons, ['no_credentials'], 'not yet in use again')
  })

  const causes: readonly DisarmCause[] = ['user', 'logout', 'foreign_activity', 'correction', 'clock', 'stop']
  for (const cause of causes) {
    test(`${cause} ends it, and is reported once`, () => {
      const made = armed()
      assert.equal(made.trading.disarm(cause).mode, 'SAFE')
      assert.equal(made.trading.disarm(cause).mode, 'SAFE')
      assert.deepEqual(made.causes, [cause])
      assert.equal(made.trading.gate()?.code, 'safe_mode')
    })
  }

  test('INV-16 going SAFE always succeeds, with everything closed', () => {
    const { trading } = scene({ liveTrading: false, blocked: null, isAuditWritable: false })
    assert.equal(trading.disarm('user').mode, 'SAFE')
  })
})

describe('idle', () => {
  test('arming right after the idle end, before any tick has published it, arms', async () => {
    const { clock, trading, causes } = scene()
    await clock.advance(500)
    trading.arm()
    await clock.advance(IDLE_MS)
    const armed = trading.arm()
    assert.ok(armed.ok && armed.value.mode === 'ARMED')
    assert.deepEqual(causes, ['idle'])
  })

  test('ends ARMED by the monotonic clock, and a command restarts the time', async () => {
    const { trading, clock, causes } = armed()
    await clock.advance(IDLE_MS - 1_000)
    trading.touch()
    await clock.advance(IDLE_MS - 1_000)
    assert.equal(trading.state().mode, 'ARMED')
    await clock.advance(1_000)
    assert.equal(trading.state().mode, 'SAFE')
    assert.deepEqual(causes, ['idle'])
  })

  for (const byMs of [10 * IDLE_MS, -10 * IDLE_MS]) {
    test(`a wall clock that jumps by ${byMs} ms is no idle time: what a jump ends is ended as one`, async () => {
      const { trading, clock, causes } = armed()
      clock.jump(byMs)
      await clock.advance(1_000)
      assert.equal(trading.state().mode, 'ARMED')
      assert.deepEqual(causes, [])
    })
  }

  test('a wall clock set back does not make it last longer', async () => {
    const { trading, clock } = armed()
    clock.jump(-10 * IDLE_MS)
    await clock.advance(IDLE_MS)
    assert.equal(trading.state().mode, 'SAFE')
  })

  test('INV-03 the gate closes on the deadline itself, before the next look, and a late command does not reopen it', async () => {
    async function late(): Promise<TradingActor> {
      const { clock, trading } = scene()
      await clock.advance(500)
      trading.arm()
      await clock.advance(IDLE_MS - 1)
      assert.equal(trading.gate(), null)
      await clock.advance(1)
      return trading
    }
    assert.equal((await late()).gate()?.code, 'safe_mode')
    const touched = await late()
    touched.touch()
    assert.equal(touched.state().mode, 'SAFE')
  })
})

describe('telling', () => {
  test('each change is reported once, a running countdown is none', async () => {
    const { world, trading, published, clock } = armed()
    const before = published.length
    world.venue = { mode: 'restarting', until: clock.now() + 5_000, retryAfterMs: 5_000, limitWarning: null }
    trading.reconsider()
    world.venue = { ...world.venue, retryAfterMs: 4_000 }
    trading.reconsider()
    assert.equal(published.length, before + 1)
    assert.equal(published.at(-1)?.venue.mode, 'restarting')
    world.isUserFeedLive = false
    await clock.advance(1_000)
    assert.deepEqual(published.at(-1)?.reasons, ['user_feed_down'])
  })

  test('stopped, it looks no more', async () => {
    const { world, trading, clock, causes } = armed()
    trading.stop()
    world.blocked = true
    await clock.advance(10_000)
    assert.deepEqual(causes, [])
  })
})
