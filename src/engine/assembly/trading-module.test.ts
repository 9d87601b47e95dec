import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { err, ok } from '#lib/result.ts'
import type { CredentialOutcome, KeyListing } from '#ports/venue-account.ts'
import { createDesk, intent } from '../testing/desk.ts'
import type { Desk } from '../testing/desk.ts'

async function armed(): Promise<Desk> {
  const desk = createDesk()
  await desk.open()
  assert.equal(desk.side.trading.state().mode, 'ARMED')
  return desk
}

async function refusalOf(desk: Desk, number: number): Promise<string | undefined> {
  const answer = desk.side.orders.place(intent(number))
  await desk.clock.advance(100)
  const result = await answer
  return result.ok ? result.value.reject?.code : result.error
}

function reasons(desk: Desk): readonly string[] {
  const armed = desk.side.trading.arm()
  return armed.ok ? [] : armed.error
}

describe('SAFE and ARMED', () => {
  test('INV-04 every start is SAFE, whatever was before', async () => {
    const desk = await armed()
    await desk.restart()
    assert.equal(desk.side.trading.state().mode, 'SAFE')
    assert.equal(await refusalOf(desk, 1), 'safe_mode')
  })

  const closed: readonly (readonly [string, (desk: Desk) => void])[] = [
    ['trading_disabled', (desk) => void (desk.liveTrading = false)],
    ['geoblocked', (desk) => void (desk.venue.blocked = true)],
    ['geoblock_unknown', (desk) => void (desk.venue.blocked = null)],
    ['no_credentials', (desk) => void (desk.venue.establish = async () => ({ kind: 'auth_rejected' }))],
    ['wallet_mismatch', (desk) => void (desk.venue.keyListing = { kind: 'other_wallet', wallet: '0xbb' })],
    ['session_key_not_listed', (desk) => void (desk.venue.keyListing = { kind: 'not_listed' })],
    ['clock_skew', (desk) => void (desk.venue.skewMs = -5_001)],
    ['user_feed_down', (desk) => void (desk.venue.feedState = 'down')],
    ['orders_not_reconciled', (desk) => void (desk.venue.isBlind = true)],
  ]
  for (const [reason, close] of closed) {
    test(`INV-03 ${reason} keeps it from being armed and nothing leaves`, async () => {
      const desk = createDesk()
      close(desk)
      await desk.restart()
      assert.ok(reasons(desk).includes(reason))
      assert.notEqual(await refusalOf(desk, 1), undefined)
      assert.deepEqual(desk.venue.requests, [])
    })
  }

  test('INV-49 arming waits until the list was asked for; one that contradicts later ends ARMED before the next order', async () => {
    const desk = createDesk()
    const { promise, resolve } = Promise.withResolvers<KeyListing>()
    desk.venue.keyListing = promise
    await desk.restart()
    assert.deepEqual(reasons(desk), ['no_credentials'])
    resolve({ kind: 'not_told' })
    await desk.clock.advance(10)
    assert.deepEqual(reasons(desk), [])
    desk.venue.keyListing = { kind: 'other_wallet', wallet: '0xbb' }
    await desk.clock.advance(600_000)
    assert.equal(desk.side.trading.state().mode, 'SAFE')
    assert.equal(desk.told.disarmed?.at(-1)?.cause, 'credentials')
    assert.equal(await refusalOf(desk, 1), 'wallet_mismatch')
    assert.deepEqual(desk.venue.requests, [])
    const cancelled = desk.side.orders.cancelAll()
    await desk.clock.advance(1_000)
    await cancelled
    assert.deepEqual(desk.venue.cancels, ['cancel all'])
  })

  test('INV-03 an audit log that refused a write keeps it from being armed until one succeeds', async () => {
    const desk = await armed()
    desk.audit.isBroken = true
    await refusalOf(desk, 1)
    assert.deepEqual(reasons(desk), ['audit_unavailable'])
    desk.audit.isBroken = false
    assert.equal(await refusalOf(desk, 2), 'audit_unavailable')
    assert.deepEqual(reasons(desk), [])
  })

  test('half an hour without a command ends ARMED; a command starts the time anew', async () => {
    const desk = await armed()
    await desk.clock.advance(1_700_000)
    desk.side.trading.touch()
    await desk.clock.advance(1_700_000)
    assert.equal(desk.side.trading.state().mode, 'ARMED')
    await desk.clock.advance(101_000)
    assert.equal(desk.side.trading.state().mode, 'SAFE')
    assert.equal(desk.told.disarmed?.at(-1)?.cause, 'idle')
  })

  test('INV-45 a host that slept past the idle time sends nothing when it wakes, before any timer runs', async () => {
    const desk = await armed()
    desk.clock.jump(1_800_000)
    const answer = desk.side.orders.place(intent(1))
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    const result = await answer
    assert.equal(result.ok && result.value.reject?.code, 'safe_mode')
    assert.deepEqual(desk.venue.requests, [])
    await desk.clock.advance(2_000)
    assert.equal(desk.venue.userFeed.status().reconnects, 1, 'the user channel is opened anew')
  })

  test('the geographic check fails closed while ARMED, is repeated after 30 s, 1, 2, then 10 min, and opens again', async () => {
    const desk = await armed()
    desk.venue.blocked = null
    await desk.clock.advance(600_000)
    assert.equal(desk.side.trading.state().mode, 'SAFE')
    assert.equal(desk.told.disarmed?.at(-1)?.cause, 'geoblock')
    for (const pause of [30_000, 60_000, 120_000, 600_000]) {
      const { nextCheckAt, checkedAt } = desk.side.status.read().geoblock
      assert.equal((nextCheckAt ?? 0) - (checkedAt ?? 0), pause)
      await desk.clock.advance(pause)
    }
    desk.venue.blocked = false
    await desk.clock.advance(600_000)
    assert.deepEqual(reasons(desk), [])
  })

  test('INV-48 stopped before the venue has answered, it begins nothing that would keep the program alive', async () => {
    const desk = createDesk()
    const { promise, resolve } = Promise.withResolvers<CredentialOutcome>()
    desk.venue.establish = () => promise
    const started = desk.restart()
    await desk.clock.advance(0)
    await desk.side.stop(5_000)
    resolve({ kind: 'network', detail: '', retryAfterMs: null })
    await started
    assert.equal(desk.clock.timers(), 0)
  })

  test('status and health fold what the actors say', async () => {
    const desk = await armed()
    assert.equal(desk.side.status.health(), 'ok')
    assert.equal(desk.side.status.read().tradingEnabled, true)
    desk.venue.feedState = 'stale'
    assert.equal(desk.side.status.health(), 'degraded')
    desk.venue.feedState = 'live'
    const userDetail = (): string | null | undefined =>
      desk.side.status.read().feeds.find(({ name }) => name === 'user')?.detail
    assert.equal(userDetail(), null)
    desk.venue.unreadable = 2
    assert.equal(userDetail(), '2 frames unreadable')
    desk.venue.isBlind = true
    await desk.clock.advance(31_000)
    assert.equal(desk.side.status.health(), 'degraded')
    assert.deepEqual(reasons(desk), ['orders_not_reconciled'])
  })
})

describe('credentials', () => {
  function scripted(desk: Desk, outcomes: CredentialOutcome[]): { attempts: number } {
    const count = { attempts: 0 }
    desk.venue.establish = async () => {
      count.attempts += 1
      return outcomes.shift() ?? { kind: 'ready' }
    }
    return count
  }

  test('network trouble is tried again after 30 s, doubling; L1 is called once for each attempt', async () => {
    const desk = createDesk()
    const network = { kind: 'network', detail: '', retryAfterMs: null } as const
    const count = scripted(desk, [network, network, network])
    await desk.restart()
    assert.equal(desk.side.status.read().credentials.state, 'pending')
    for (const [pause, attempts] of [
      [29_000, 1],
      [1_000, 2],
      [59_000, 2],
      [1_000, 3],
      [120_000, 4],
    ] as const) {
      await desk.clock.advance(pause)
      assert.equal(count.attempts, attempts)
    }
    assert.equal(desk.side.status.read().credentials.state, 'ready')
  })

  test('concurrent 401s share one re-derivation and each read is repeated once', async () => {
    const desk = await armed()
    const count = scripted(desk, [])
    let isOld = true
    const { account } = desk.venue
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
    desk.venue.establish = async () => {
      count.attempts += 1
      isOld = false
      return { kind: 'ready' }
    }
    await desk.clock.advance(31_000)
    assert.equal(count.attempts, 1)
    assert.equal(calls.filter((name) => name === 'orders').length >= 2, true)
    assert.equal(desk.side.trading.state().mode, 'ARMED')
    assert.equal(desk.side.status.read().credentials.state, 'ready')
  })

  test('a 401 to the old credentials that arrives after the new ones are there costs nothing', async () => {
    const desk = await armed()
    const count = scripted(desk, [])
    const unauthorized = err({ kind: 'unauthorized', detail: '401', retryAfterMs: null } as const)
    const pauses = [0, 1_000]
    const late = async <Value>(value: Value): Promise<typeof unauthorized | { ok: true; value: Value }> => {
      const pause = pauses.shift()
      if (pause === undefined) return ok(value)
      const { promise, resolve } = Promise.withResolvers<undefined>()
      desk.clock.after(pause, () => resolve(undefined))
      await promise
      return unauthorized
    }
    Object.assign(desk.venue.account, {
      openOrders: () => late({ orders: [], notUnderstood: [] }),
      trades: () => late({ trades: [], notUnderstood: [] }),
    })
    await desk.clock.advance(33_000)
    assert.deepEqual(pauses, [])
    assert.equal(count.attempts, 1)
    assert.equal(desk.side.status.read().credentials.state, 'ready')
  })

  test('a 401 to the new credentials fails them: no calls, SAFE, and L1 again after 5 min', async () => {
    const desk = await armed()
    const count = scripted(desk, [])
    const unauthorized = err({ kind: 'unauthorized', detail: '401', retryAfterMs: null } as const)
    let calls = 0
    Object.assign(desk.venue.account, {
      openOrders: async () => {
        calls += 1
        return unauthorized
      },
    })
    await desk.clock.advance(32_000)
    const failed = desk.side.status.read().credentials
    assert.equal(failed.reason, 'auth_rejected')
    assert.equal(desk.told.disarmed?.at(-1)?.cause, 'credentials')
    assert.equal(count.attempts, 1)
    const before = calls
    await desk.clock.advance(200_000)
    assert.equal(calls, before)
    await desk.clock.advance(101_000)
    assert.equal(count.attempts >= 2, true)
  })
})
