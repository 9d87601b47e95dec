/** The user and the sports feed over real sockets. */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { VERSION } from '#lib/user-agent.ts'
import type { GameUpdate, UserFeed, UserFeedEvent } from '#ports/venue-feeds.ts'
import { createCredentialHolder } from '../auth/credentials.ts'
import type { Credentials } from '../auth/l2.ts'
import { createTestClock, createTestLog, createTestRandom, until } from '../testing/host.ts'
import { startSocketServer, type SocketServer } from '../testing/socket-server.ts'
import { createSportsFeed } from './sports.ts'
import { createUserFeed } from './user.ts'

const credentials: Credentials = { apiKey: 'key', secret: 'c2VjcmV0', passphrase: 'pass' }
const ORDER = {
  event_type: 'order',
  type: 'PLACEMENT',
  id: `0x${'cd'.repeat(32)}`,
  market: `0x${'ab'.repeat(32)}`,
  asset_id: '1000',
  side: 'BUY',
  original_size: '5',
  size_matched: '0',
  price: '0.5',
  status: 'LIVE',
  order_type: 'GTC',
  created_at: '1790000000',
  expiration: '0',
}
const stops: (() => void | Promise<void>)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function startServer(...args: Parameters<typeof startSocketServer>): Promise<SocketServer> {
  const server = await startSocketServer(...args)
  stops.push(() => server.close())
  return server
}

function startUserFeed(
  server: SocketServer,
  configured: Credentials | null = credentials,
): {
  feed: UserFeed
  events: UserFeedEvent[]
  log: ReturnType<typeof createTestLog>
  hold: (credentials: Credentials) => boolean
} {
  const holder = createCredentialHolder({
    configured,
    signerAddress: `0x${'11'.repeat(20)}`,
    headerPrefix: 'VENUE',
  })
  const events: UserFeedEvent[] = []
  const log = createTestLog()
  const feed = createUserFeed({
    url: new URL(server.origin.replace('http', 'ws')),
    clock: createTestClock(10),
    random: createTestRandom(),
    log,
    holder,
  })
  feed.start((event) => events.push(event))
  stops.push(() => {
    feed.stop()
  })
  return { feed, events, log, hold: (next) => holder.hold(next) }
}

describe('the user feed', () => {
  test('subscribes at once with its credentials and reports it', async () => {
    const server = await startServer()
    const { feed, events } = startUserFeed(server)
    await until(() => events.length === 1)
    assert.deepEqual(events, [{ type: 'connected' }])
    assert.deepEqual(JSON.parse(server.frames[0] ?? ''), { auth: credentials, type: 'user' })
    assert.equal(feed.status().state, 'live')
  })

  test('names the program at the upgrade', async () => {
    const server = await startServer()
    const { events } = startUserFeed(server)
    await until(() => events.length === 1)
    assert.deepEqual(server.userAgents, [`sesame/${VERSION}`])
  })

  test('stays off without credentials, and connects with new ones', async () => {
    const server = await startServer()
    const { feed, events, hold } = startUserFeed(server, null)
    assert.equal(feed.status().state, 'off')
    assert.ok(hold(credentials))
    feed.reconnect()
    await until(() => events.length === 1)
    hold({ ...credentials, apiKey: 'other' })
    feed.reconnect()
    await until(() => events.length === 3)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['connected', 'disconnected', 'connected'],
    )
    assert.equal((JSON.parse(server.frames[1] ?? '') as { auth: Credentials }).auth.apiKey, 'other')
  })

  test('publishes orders, and requests a read where a frame could not be read', async () => {
    const server = await startServer()
    const { feed, events } = startUserFeed(server)
    await until(() => events.length === 1)
    const [socket] = server.sockets
    socket?.send(JSON.stringify(ORDER))
    socket?.send(
      JSON.stringify([{ ...ORDER, event_type: undefined, type: 'CANCELLATION', status: 'CANCELED_because' }]),
    )
    await until(() => events.length === 3)
    const [, placed, cancelled] = events
    assert.equal(placed?.type === 'order' && placed.change, 'placement')
    assert.equal(cancelled?.type === 'order' && cancelled.order.state, 'cancelled')
    socket?.send(JSON.stringify({ ...ORDER, price: '5' }))
    await until(() => events.length === 5)
    const [, , , odd, again] = events
    assert.equal(odd?.type === 'unread_order' && odd.row.reason, 'price 5')
    assert.deepEqual(again, { type: 'connected' })
    assert.equal(feed.status().unreadable, 1)
  })

  test('publishes an order with an unknown status, and logs the status once', async () => {
    const server = await startServer()
    const { events, log } = startUserFeed(server)
    await until(() => events.length === 1)
    for (const size of ['1', '2']) {
      server.sockets[0]?.send(JSON.stringify({ ...ORDER, status: 'PARKED', size_matched: size }))
    }
    await until(() => events.length === 3)
    assert.equal(events[2]?.type === 'order' && events[2].order.state, 'unrecognised')
    const warnings = log.lines.filter(({ event }) => event === 'venue.unknown_order_state')
    assert.deepEqual(
      warnings.map(({ fields }) => fields['word']),
      ['PARKED'],
    )
  })

  test('INV-40 a frame longer than any honest one ends the connection, and everything is read again', async () => {
    const server = await startServer()
    const { feed, events } = startUserFeed(server)
    await until(() => events.length === 1)
    server.sockets[0]?.send(JSON.stringify(Array.from({ length: 100_000 }, () => ({}))))
    await until(() => events.length === 3)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['connected', 'disconnected', 'connected'],
    )
    assert.equal(feed.status().reconnects, 1)
  })

  test('publishes every end of a connection and reconnects', async () => {
    const server = await startServer()
    const { events } = startUserFeed(server)
    await until(() => events.length === 1)
    server.sockets[0]?.close(1008)
    await until(() => events.length === 3)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['connected', 'disconnected', 'connected'],
    )
  })
})

describe('the sports feed', () => {
  const GAME = {
    gameId: 7,
    leagueAbbreviation: 'nba',
    homeTeam: 'A',
    awayTeam: 'B',
    status: 'InProgress',
    score: '1-2',
    period: 'Q1',
    elapsed: '05:12',
    live: true,
    ended: false,
  }

  test('publishes games, skips what has no game id, counts what it cannot read', async () => {
    const server = await startServer()
    const updates: GameUpdate[] = []
    const feed = createSportsFeed({
      url: new URL(server.origin.replace('http', 'ws')),
      clock: createTestClock(),
      random: createTestRandom(),
      log: createTestLog(),
    })
    stops.push(() => {
      feed.stop()
    })
    feed.start((update) => updates.push(update))
    await until(() => server.sockets.length === 1)
    const [socket] = server.sockets
    socket?.send(
      JSON.stringify({
        leagueAbbreviation: 'cricket',
        metadataGameId: 'id1',
        score: '0-1',
        period: 'Live',
        live: true,
        ended: false,
      }),
    )
    socket?.send('{"gameId":')
    socket?.send(JSON.stringify({ ...GAME, live: 'yes' }))
    socket?.send(JSON.stringify(GAME))
    await until(() => updates.length === 1)
    assert.deepEqual(updates[0], {
      gameId: 'pm:7',
      league: 'nba',
      homeTeam: 'A',
      awayTeam: 'B',
      status: 'InProgress',
      score: '1-2',
      period: 'Q1',
      elapsed: '05:12',
      live: true,
      ended: false,
      finishedAt: null,
    })
    assert.equal(feed.status().unreadable, 2)
    assert.equal(feed.status().state, 'live')
    feed.reconnect()
    await until(() => server.connections() === 2 && feed.status().state === 'live')
    assert.equal(feed.status().reconnects, 1)
  })

  test('answers a text ping, sends none, stays open with control pings and ends after 45 s of silence', async () => {
    const server = await startServer()
    const feed = createSportsFeed({
      url: new URL(server.origin.replace('http', 'ws')),
      clock: createTestClock(100),
      random: createTestRandom(),
      log: createTestLog(),
    })
    stops.push(() => {
      feed.stop()
    })
    feed.start(() => {})
    await until(() => server.sockets.length === 1)
    const [socket] = server.sockets
    socket?.send('ping')
    await until(() => server.frames.length === 1)
    assert.deepEqual(server.frames, ['pong'])
    const pings = setInterval(() => socket?.ping(), 100)
    const startedAt = performance.now()
    await until(() => performance.now() - startedAt > 900)
    assert.equal(server.connections(), 1)
    clearInterval(pings)
    await until(() => server.connections() === 2)
    assert.equal(server.frames.length, 1)
  })
})
