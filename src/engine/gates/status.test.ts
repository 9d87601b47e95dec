// Rules shown here: API-3.
// Status and health: folded from everything else, published when it changes and not otherwise.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChatStatus } from '#core/notification/notification.ts'
import { NOT_RECORDING } from '#core/trading-state.ts'
import type { CredentialStatus, FeedHealth, GeoblockState, Status } from '#core/trading-state.ts'
import { createBus } from '../bus.ts'
import { createStatus } from './status.ts'

const feed = (state: FeedHealth['state']): FeedHealth => ({
  name: 'market',
  state,
  connections: 1,
  subscriptions: 1,
  lastMessageAt: 1,
  reconnects: 0,
  detail: null,
})
const free: GeoblockState = { blocked: false, error: null, checkedAt: 1, nextCheckAt: 2 }
const ready: CredentialStatus = {
  state: 'ready',
  reason: null,
  detail: null,
  signerAddress: null,
  walletAddress: null,
  keyListing: 'not_told',
  keyWallet: null,
  scopes: [],
  validUntil: null,
  nextRetryAt: null,
}

const failing: ChatStatus = {
  queued: 1,
  lastSentAt: null,
  lastFailure: { reason: 'refused', at: 7 },
  testAllowedAt: null,
}

type World = {
  geoblock: GeoblockState
  credentials: CredentialStatus
  feeds: FeedHealth[]
  isFeedWanting: boolean
  storageProblem: string | null
  chat: ChatStatus | null
  liveTrading: boolean
}

function scene(changes: Partial<World> = {}): {
  readonly world: World
  readonly status: ReturnType<typeof createStatus>
  readonly published: readonly Status[]
} {
  const world: World = {
    geoblock: free,
    credentials: ready,
    feeds: [feed('live')],
    isFeedWanting: false,
    storageProblem: null,
    chat: null,
    liveTrading: true,
    ...changes,
  }
  const published: Status[] = []
  const bus = createBus(() => assert.fail('no bug here'))
  bus.subscribe('status', (status) => published.push(status))
  const status = createStatus({
    bus,
    isFeedWanting: () => world.isFeedWanting,
    read: () => ({
      version: '1',
      startedAt: 5,
      simulated: false,
      paper: false,
      readOnly: false,
      mode: 'SAFE',
      account: { closedOnly: false, missingApprovals: [] },
      clockSkewMs: 3,
      heartbeat: { enabled: false, healthy: false, lastOkAt: null },
      recording: NOT_RECORDING,
      liveTrading: world.liveTrading,
      geoblock: world.geoblock,
      credentials: world.credentials,
      feeds: world.feeds,
      storageProblem: world.storageProblem,
      chat: world.chat,
    }),
  })
  return { world, status, published }
}

describe('health', () => {
  const rows: readonly (readonly [title: string, changes: Partial<World>, expected: 'ok' | 'degraded'])[] = [
    ['all is well', {}, 'ok'],
    ['a feed that should be live is not', { isFeedWanting: true }, 'degraded'],
    ['a geographic check that has not succeeded', { geoblock: { ...free, blocked: null } }, 'degraded'],
    [
      'a place that is blocked: the check itself has succeeded',
      { geoblock: { ...free, blocked: true } },
      'ok',
    ],
    [
      'credentials that have failed',
      { credentials: { ...ready, state: 'failed', reason: 'geoblocked' } },
      'degraded',
    ],
    ['credentials on their way', { credentials: { ...ready, state: 'pending' } }, 'ok'],
    ['no credentials wanted', { credentials: { ...ready, state: 'none' } }, 'ok'],
    ['an audit log that cannot be written', { storageProblem: 'the disk is full' }, 'degraded'],
    ['a chat service that fails', { chat: failing }, 'ok'],
  ]
  for (const [title, changes, expected] of rows) {
    test(`${title}: ${expected}`, () => {
      assert.equal(scene(changes).status.health(), expected)
    })
  }
})

describe('status', () => {
  test('trading is enabled only with LIVE_TRADING and a check that said not blocked', () => {
    const enabled = (changes: Partial<World>): boolean => scene(changes).status.read().tradingEnabled
    assert.equal(enabled({}), true)
    assert.equal(enabled({ liveTrading: false }), false)
    assert.equal(enabled({ geoblock: { ...free, blocked: true } }), false)
    assert.equal(enabled({ geoblock: { ...free, blocked: null } }), false)
  })

  test('is reported when something changes, not when only a message came', () => {
    const { world, status, published } = scene()
    status.reconsider()
    world.feeds = [{ ...feed('live'), lastMessageAt: 99 }]
    status.reconsider()
    assert.equal(published.length, 1)
    world.feeds = [feed('down')]
    status.reconsider()
    status.reconsider()
    assert.equal(published.length, 2)
    assert.equal(published[1]?.feeds[0]?.state, 'down')
    world.chat = failing
    status.reconsider()
    status.reconsider()
    assert.equal(published.length, 3)
    assert.deepEqual(published[2]?.chat, failing)
  })
})
