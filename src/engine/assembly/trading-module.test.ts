import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { err, ok } from '#lib/result.ts'
import type { Unreliable } from '#core/trading-state.ts'
import type { CredentialOutcome, KeyListing } from '#ports/venue-account.ts'
import { armed, placedAfter } from '../testing/armed-fixture.ts'
import { createTradingFixture, intent, type TradingFixture } from '../testing/trading-fixture.ts'

async function refusalOf(fixture: TradingFixture, number: number): Promise<string | undefined> {
  const answer = fixture.module.orders.place(intent(number))
  await fixture.clock.advance(100)
  const result = await answer
  return result.ok ? result.value.reject?.code : result.error
}

function reasons(fixture: TradingFixture): readonly string[] {
  const armed = fixture.module.trading.arm()
  return armed.ok ? [] : armed.error
}

describe('SAFE and ARMED', () => {
  test('INV-04 every start is SAFE, whatever was before', async () => {
    const fixture = await armed()
    await fixture.restart()
    assert.equal(fixture.module.trading.state().mode, 'SAFE')
    assert.equal(await refusalOf(fixture, 1), 'safe_mode')
  })

  const closed: readonly (readonly [string, (fixture: TradingFixture) => void])[] = [
    ['trading_disabled', (fixture) => void (fixture.liveTrading = false)],
    ['geoblocked', (fixture) => void (fixture.venue.blocked = true)],
    ['geoblock_unknown', (fixture) => void (fixture.venue.blocked = null)],
    ['no_credentials', (fixture) => void (fixture.venue.establish = async () => ({ kind: 'auth_rejected' }))],
    [
      'wallet_mismatch',
      (fixture) => void (fixture.venue.keyListing = { kind: 'other_wallet', wallet: '0xbb' }),
    ],
    ['session_key_not_listed', (fixture) => void (fixture.venue.keyListing = { kind: 'not_listed' })],
    ['clock_skew', (fixture) => void (fixture.venue.skewMs = -5_001)],
    ['user_feed_down', (fixture) => void (fixture.venue.feedState = 'down')],
    ['orders_not_reconciled', (fixture) => void (fixture.venue.isBlind = true)],
  ]
  for (const [reason, close] of closed) {
    test(`INV-03 ${reason} keeps it from being armed and nothing leaves`, async () => {
      const fixture = createTradingFixture()
      close(fixture)
      await fixture.restart()
      assert.ok(reasons(fixture).includes(reason))
      assert.notEqual(await refusalOf(fixture, 1), undefined)
      assert.deepEqual(fixture.venue.requests, [])
    })
  }

  test('INV-49 arming waits until the list was asked for; one that contradicts later ends ARMED before the next order', async () => {
    const fixture = createTradingFixture()
    const { promise, resolve } = Promise.withResolvers<KeyListing>()
    fixture.venue.keyListing = promise
    await fixture.restart()
    assert.deepEqual(reasons(fixture), ['no_credentials'])
    resolve({ kind: 'not_told' })
    await fixture.clock.advance(10)
    assert.deepEqual(reasons(fixture), [])
    fixture.venue.keyListing = { kind: 'other_wallet', wallet: '0xbb' }
    await fixture.clock.advance(600_000)
    assert.equal(fixture.module.trading.state().mode, 'SAFE')
    assert.equal(fixture.published.disarmed?.at(-1)?.cause, 'credentials')
    assert.equal(await refusalOf(fixture, 1), 'wallet_mismatch')
    assert.deepEqual(fixture.venue.requests, [])
    const cancelled = fixture.module.orders.cancelAll()
    await fixture.clock.advance(1_000)
    await cancelled
    assert.deepEqual(fixture.venue.cancels, ['cancel all'])
  })

  for (const how of ['frame', 'look-up'] as const) {
    test(`INV-79 an own order that somebody cancels, by ${how}: the list of keys is read at once, and decides`, async () => {
      const fixture = await armed()
      fixture.venue.keyListing = { kind: 'listed', signer: { scopes: ['ALL'], validUntil: null } }
      await fixture.clock.advance(700_000)
      const id = await placedAfter(fixture, intent(1), { ms: 1_000 })
      fixture.venue.keyListing = { kind: 'not_listed' }
      fixture.venue.isMute = how === 'look-up'
      fixture.venue.change(id, 'cancelled')
      await fixture.clock.advance(how === 'frame' ? 1_000 : 10_000)
      assert.equal(fixture.module.trading.state().mode, 'SAFE')
      assert.deepEqual(reasons(fixture), ['session_key_not_listed'])
      assert.equal(await refusalOf(fixture, 2), 'session_key_not_listed')
      fixture.venue.keyListing = { kind: 'listed', signer: { scopes: ['ALL'], validUntil: null } }
      reasons(fixture)
      await fixture.clock.advance(2_000)
      assert.deepEqual(reasons(fixture), [], 'asking to arm has it read again')
    })
  }

  for (const byMs of [3_600_000, -3_600_000]) {
    test(`INV-83 a clock that jumps by ${byMs} ms ends ARMED as a wrong clock, and so say order and arming`, async () => {
      const fixture = await armed()
      fixture.clock.jump(byMs)
      fixture.venue.skewMs = -byMs
      await fixture.clock.advance(5_000)
      assert.deepEqual(
        fixture.published.disarmed?.map(({ cause }) => cause),
        ['clock'],
      )
      Object.assign(fixture.venue.account, {
        openOrders: async () => err({ kind: 'unauthorized', detail: '401', retryAfterMs: null } as const),
      })
      await fixture.clock.advance(40_000)
      assert.equal(fixture.module.status.read().credentials.state, 'pending')
      assert.deepEqual(
        reasons(fixture).filter((reason) => reason === 'clock_skew' || reason === 'no_credentials'),
        ['clock_skew'],
      )
      assert.equal(await refusalOf(fixture, 1), 'clock_skew')
    })
  }

  const unreliable: readonly (readonly [
    name: string,
    cause: Unreliable,
    seconds: number,
    begin: (fixture: TradingFixture) => void,
    end: (fixture: TradingFixture) => void,
  ])[] = [
    [
      'own orders cannot be read',
      'orders_unread',
      60,
      ({ venue }) => void (venue.isBlind = true),
      ({ venue }) => void (venue.isBlind = false),
    ],
    [
      'the user feed is down',
      'orders_unread',
      60,
      ({ venue }) => void (venue.feedState = 'down'),
      ({ venue }) => void (venue.feedState = 'live'),
    ],
    [
      'the user feed is stale',
      'orders_unread',
      60,
      ({ venue }) => void (venue.feedState = 'stale'),
      ({ venue }) => void (venue.feedState = 'live'),
    ],
    ...(['down', 'stale', 'connecting'] as const).map(
      (state) =>
        [
          `the market feed is ${state}`,
          'market_feed_down',
          30,
          (fixture: TradingFixture) => void (fixture.marketState = state),
          (fixture: TradingFixture) => void (fixture.marketState = 'live'),
        ] as const,
    ),
  ]
  for (const [name, cause, seconds, begin, end] of unreliable) {
    test(`INV-83 ${name}: SAFE with that reason after its time, no arming while it lasts, arming after it`, async () => {
      const fixture = await armed()
      await fixture.clock.advance(40_000)
      begin(fixture)
      await fixture.clock.advance((seconds - 2) * 1_000)
      assert.equal(fixture.module.trading.state().mode, 'ARMED')
      await fixture.clock.advance(36_000)
      assert.equal(fixture.module.trading.state().mode, 'SAFE')
      assert.deepEqual(
        fixture.published.disarmed?.map((fact) => [fact.cause, fact.afterMs]),
        [[cause, seconds * 1_000]],
      )
      assert.ok(reasons(fixture).includes(cause))
      assert.ok(fixture.module.trading.state().reasons.includes(cause))
      end(fixture)
      await fixture.clock.advance(31_000)
      assert.deepEqual(reasons(fixture), [])
    })

    test(`INV-83 ${name}: switched off, it ends nothing`, async () => {
      const fixture = createTradingFixture()
      fixture.safeAfter = { ...fixture.safeAfter, [cause]: null }
      await fixture.open()
      begin(fixture)
      await fixture.clock.advance(600_000)
      assert.equal(fixture.module.trading.state().mode, 'ARMED')
    })
  }

  test('INV-83 an order that stays unknown ends ARMED, one that is proven in its time does not', async () => {
    const fixture = await armed()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    const placed = fixture.module.orders.place(intent(1))
    await fixture.clock.advance(149_000)
    await placed
    assert.equal(fixture.module.trading.state().mode, 'ARMED', 'proven absent')
    fixture.safeAfter = { ...fixture.safeAfter, order_unknown: 60_000 }
    await fixture.open()
    fixture.venue.scriptedOutcomes.push('lost_nothing')
    const lost = fixture.module.orders.place(intent(2))
    await fixture.clock.advance(80_000)
    await lost
    assert.equal(fixture.module.trading.state().mode, 'SAFE')
    assert.deepEqual(fixture.published.disarmed?.at(-1)?.cause, 'order_unknown')
    assert.deepEqual(reasons(fixture), ['order_unknown'])
    await fixture.clock.advance(120_000)
    assert.deepEqual(reasons(fixture), [])
  })

  test('INV-03 an audit log that refused a write keeps it from being armed until one succeeds', async () => {
    const fixture = await armed()
    fixture.audit.isBroken = true
    await refusalOf(fixture, 1)
    assert.deepEqual(reasons(fixture), ['audit_unavailable'])
    fixture.audit.isBroken = false
    assert.equal(await refusalOf(fixture, 2), 'audit_unavailable')
    assert.deepEqual(reasons(fixture), [])
  })

  test('half an hour without a command ends ARMED; a command restarts the time', async () => {
    const fixture = await armed()
    await fixture.clock.advance(1_700_000)
    fixture.module.trading.touch()
    await fixture.clock.advance(1_700_000)
    assert.equal(fixture.module.trading.state().mode, 'ARMED')
    await fixture.clock.advance(101_000)
    assert.equal(fixture.module.trading.state().mode, 'SAFE')
    assert.equal(fixture.published.disarmed?.at(-1)?.cause, 'idle')
  })

  test('INV-45 a host that slept sends nothing when it wakes, before any timer runs, and the clock is the reason', async () => {
    const fixture = await armed()
    fixture.clock.jump(1_800_000)
    const answer = fixture.module.orders.place(intent(1))
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    const result = await answer
    assert.equal(result.ok && result.value.reject?.code, 'clock_skew')
    assert.deepEqual(fixture.venue.requests, [])
    await fixture.clock.advance(2_000)
    assert.equal(fixture.published.disarmed?.at(-1)?.cause, 'clock')
    assert.equal(fixture.venue.userFeed.status().reconnects, 1, 'the user channel is opened again')
  })

  test('the geographic check fails closed while ARMED, is repeated after 30 s, 1, 2, then 10 min, and opens again', async () => {
    const fixture = await armed()
    fixture.venue.blocked = null
    await fixture.clock.advance(600_000)
    assert.equal(fixture.module.trading.state().mode, 'SAFE')
    assert.equal(fixture.published.disarmed?.at(-1)?.cause, 'geoblock')
    for (const pause of [30_000, 60_000, 120_000, 600_000]) {
      const { nextCheckAt, checkedAt } = fixture.module.status.read().geoblock
      assert.equal((nextCheckAt ?? 0) - (checkedAt ?? 0), pause)
      await fixture.clock.advance(pause)
    }
    fixture.venue.blocked = false
    await fixture.clock.advance(600_000)
    assert.deepEqual(reasons(fixture), [])
  })

  test('INV-48 stopped before the venue has answered, it begins nothing that would keep the program alive', async () => {
    const fixture = createTradingFixture()
    const { promise, resolve } = Promise.withResolvers<CredentialOutcome>()
    fixture.venue.establish = () => promise
    const started = fixture.restart()
    await fixture.clock.advance(0)
    await fixture.module.stop(5_000)
    resolve({ kind: 'network', detail: '', retryAfterMs: null })
    await started
    assert.equal(fixture.clock.timers(), 0)
  })

  test('status and health fold what the actors say', async () => {
    const fixture = await armed()
    assert.equal(fixture.module.status.health(), 'ok')
    assert.equal(fixture.module.status.read().tradingEnabled, true)
    fixture.venue.feedState = 'stale'
    assert.equal(fixture.module.status.health(), 'degraded')
    fixture.venue.feedState = 'live'
    const userDetail = (): string | null | undefined =>
      fixture.module.status.read().feeds.find(({ name }) => name === 'user')?.detail
    assert.equal(userDetail(), null)
    fixture.venue.unreadable = 2
    assert.equal(userDetail(), '2 frames unreadable')
    fixture.venue.isBlind = true
    await fixture.clock.advance(31_000)
    assert.equal(fixture.module.status.health(), 'degraded')
    assert.deepEqual(reasons(fixture), ['orders_not_reconciled'])
  })
})

describe('credentials', () => {
  function scripted(fixture: TradingFixture, outcomes: CredentialOutcome[]): { attempts: number } {
    const count = { attempts: 0 }
    fixture.venue.establish = async () => {
      count.attempts += 1
      return outcomes.shift() ?? { kind: 'ready' }
    }
    return count
  }

  test('network trouble is tried again after 30 s, doubling; L1 is called once for each attempt', async () => {
    const fixture = createTradingFixture()
    const network = { kind: 'network', detail: '', retryAfterMs: null } as const
    const count = scripted(fixture, [network, network, network])
    await fixture.restart()
    assert.equal(fixture.module.status.read().credentials.state, 'pending')
    for (const [pause, attempts] of [
      [29_000, 1],
      [1_000, 2],
      [59_000, 2],
      [1_000, 3],
      [120_000, 4],
    ] as const) {
      await fixture.clock.advance(pause)
      assert.equal(count.attempts, attempts)
    }
    assert.equal(fixture.module.status.read().credentials.state, 'ready')
  })

  test('concurrent 401s share one re-derivation and each read is repeated once', async () => {
    const fixture = await armed()
    const count = scripted(fixture, [])
    let isOld = true
    const { account } = fixture.venue
    const unauthorized = err({ kind: 'unauthorized', detail: '401', retryAfterMs: null } as const)
    const calls: string[] = []
    Object.assign(account, {
      openOrders: async () => (
        calls.push('orders'),
        isOld ? unauthorized : ok({ orders: [], notUnderstood: [] })
      ),
      trades: async () => (
        calls.push('trades'),
        isOld ? unauthorized : ok({ trades: [], notUnderstood: [] })
      ),
    })
    fixture.venue.establish = async () => {
      count.attempts += 1
      isOld = false
      return { kind: 'ready' }
    }
    await fixture.clock.advance(31_000)
    assert.equal(count.attempts, 1)
    assert.equal(calls.filter((name) => name === 'orders').length >= 2, true)
    assert.equal(fixture.module.trading.state().mode, 'ARMED')
    assert.equal(fixture.module.status.read().credentials.state, 'ready')
  })

  test('a 401 to the old credentials that arrives after the new ones are there costs nothing', async () => {
    const fixture = await armed()
    const count = scripted(fixture, [])
    const unauthorized = err({ kind: 'unauthorized', detail: '401', retryAfterMs: null } as const)
    const pauses = [0, 1_000]
    const late = async <Value>(value: Value): Promise<typeof unauthorized | { ok: true; value: Value }> => {
      const pause = pauses.shift()
      if (pause === undefined) return ok(value)
      const { promise, resolve } = Promise.withResolvers<undefined>()
      fixture.clock.after(pause, () => resolve(undefined))
      await promise
      return unauthorized
    }
    Object.assign(fixture.venue.account, {
      openOrders: () => late({ orders: [], notUnderstood: [] }),
      trades: () => late({ trades: [], notUnderstood: [] }),
    })
    await fixture.clock.advance(33_000)
    assert.deepEqual(pauses, [])
    assert.equal(count.attempts, 1)
    assert.equal(fixture.module.status.read().credentials.state, 'ready')
  })

  test('a 401 to the new credentials fails them: no calls, SAFE, and L1 again after 5 min', async () => {
    const fixture = await armed()
    const count = scripted(fixture, [])
    const unauthorized = err({ kind: 'unauthorized', detail: '401', retryAfterMs: null } as const)
    let calls = 0
    Object.assign(fixture.venue.account, {
      openOrders: async () => {
        calls += 1
        return unauthorized
      },
    })
    await fixture.clock.advance(32_000)
    const failed = fixture.module.status.read().credentials
    assert.equal(failed.reason, 'auth_rejected')
    assert.equal(fixture.published.disarmed?.at(-1)?.cause, 'credentials')
    assert.equal(count.attempts, 1)
    const before = calls
    await fixture.clock.advance(200_000)
    assert.equal(calls, before)
    await fixture.clock.advance(101_000)
    assert.equal(count.attempts >= 2, true)
  })
})
