/** The market feed over real sockets: subscriptions, lost books, silence, and connections in number. */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { parseOutcomeId, type OutcomeId } from '#core/ids.ts'
import type { MarketFeed, MarketFeedEvent } from '#ports/venue-feeds.ts'
import { createTestClock, createTestLog, createTestRandom, until } from '../testing/host.ts'
import { startSocketServer, type SocketServer } from '../testing/socket-server.ts'
import { createMarketFeed } from './market.ts'

type Sent = {
  operation?: string
  type?: string
  assets_ids: string[]
  initial_dump?: boolean
  level?: number
}

const MARKET = `0x${'ab'.repeat(32)}`
const ids = (count: number): OutcomeId[] =>
  Array.from({ length: count }, (_, index) => parseOutcomeId(`pm:${1000 + index}`)).filter(
    (id) => id !== null,
  )

function book(token: string, bid = '0.40'): Record<string, unknown> {
  return {
    event_type: 'book',
    market: MARKET,
    asset_id: token,
    timestamp: '1790000000000',
    hash: 'h',
    bids: [{ price: bid, size: '10' }],
    asks: [{ price: '0.60', size: '5.5' }],
    tick_size: '0.01',
    last_trade_price: '0.490',
  }
}

/** With a hundred levels more below the best bid. */
function longBook(token: string, bid = '0.40'): Record<string, unknown> {
  const deeper = Array.from({ length: 100 }, (_, at) => ({
    price: `0.${String(1000 + at)}`,
    size: '123.45',
  }))
  return { ...book(token), bids: [{ price: bid, size: '10' }, ...deeper] }
}

function change(token: string, price: string): Record<string, unknown> {
  return {
    event_type: 'price_change',
    market: MARKET,
    timestamp: '1790000000001',
    price_changes: [{ asset_id: token, price, size: '1', side: 'BUY', hash: 'h' }],
  }
}

const stops: (() => void | Promise<void>)[] = []

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

function startFeed(
  server: SocketServer,
  speed = 1,
  onEvent: () => void = () => {},
): { feed: MarketFeed; events: MarketFeedEvent[] } {
  const events: MarketFeedEvent[] = []
  const feed = createMarketFeed({
    url: new URL(`${server.origin.replace('http', 'ws')}/ws/market`),
    clock: createTestClock(speed),
    random: createTestRandom(),
    log: createTestLog(),
  })
  feed.start((event) => {
    events.push(event)
    onEvent()
  })
  stops.push(() => {
    feed.stop()
  })
  return { feed, events }
}

async function startServer(...args: Parameters<typeof startSocketServer>): Promise<SocketServer> {
  const server = await startSocketServer(...args)
  stops.push(() => server.close())
  return server
}

/** A server that answers each subscription with the books of its assets. */
function bookServer(options: Parameters<typeof startSocketServer>[1] = {}): Promise<SocketServer> {
  return startServer((socket, text) => {
    const { operation, assets_ids: assets } = JSON.parse(text) as Sent
    if (operation !== 'unsubscribe') socket.send(JSON.stringify(assets.map((asset) => book(asset))))
  }, options)
}

const sent = (server: SocketServer): Sent[] => server.frames.map((text) => JSON.parse(text) as Sent)
const count = (events: readonly MarketFeedEvent[], type: MarketFeedEvent['type']): number =>
  events.filter((event) => event.type === type).length

describe('the market feed', () => {
  test('subscribes with the first frame, then sends only differences, and asks for the books each time', async () => {
    const server = await startServer((socket, text) => {
      const { operation, assets_ids: assets, initial_dump: isAsked } = JSON.parse(text) as Sent
      if (operation === 'unsubscribe' || isAsked !== true) return
      socket.send(JSON.stringify(assets.map((asset) => book(asset))))
    })
    const { feed, events } = startFeed(server)
    await until(() => feed.status().connections === 1)
    const [first, second, third] = ids(3)
    assert.ok(first && second && third)
    feed.follow([first, second])
    await until(() => count(events, 'snapshot') === 2)
    feed.follow([second, third])
    await until(() => count(events, 'snapshot') === 3)
    const frames = sent(server)
    assert.deepEqual(frames[0], {
      assets_ids: ['1000', '1001'],
      type: 'market',
      initial_dump: true,
      level: 2,
      custom_feature_enabled: true,
    })
    assert.deepEqual(frames.at(-1), {
      operation: 'subscribe',
      assets_ids: ['1002'],
      initial_dump: true,
      level: 2,
      custom_feature_enabled: true,
    })
    assert.deepEqual(
      frames.slice(1).map(({ operation, assets_ids: assets }) => [operation, assets]),
      [
        ['unsubscribe', ['1000']],
        ['subscribe', ['1002']],
      ],
    )
    const snapshot = events.find((event) => event.type === 'snapshot')
    assert.deepEqual(snapshot, {
      type: 'snapshot',
      outcomeId: 'pm:1000',
      marketId: `pm:${MARKET}`,
      bids: [[4000, 10_000_000n]],
      asks: [[6000, 5_500_000n]],
      tickSize: 100,
      lastTradePrice: 4900,
      hash: 'h',
      venueTime: 1_790_000_000_000,
    })
    assert.equal(feed.status().state, 'live')
    assert.equal(feed.status().subscriptions, 2)
  })

  test('without assets the first frame is sent empty after two seconds, and the first assets follow it', async () => {
    const server = await bookServer()
    const { feed, events } = startFeed(server, 10)
    await until(() => server.frames.length === 1)
    feed.follow(ids(1))
    await until(() => count(events, 'snapshot') === 1)
    assert.deepEqual(
      sent(server).map(({ type, operation, assets_ids: assets }) => [type ?? operation, assets]),
      [
        ['market', []],
        ['subscribe', ['1000']],
      ],
    )
  })

  test('INV-23 a connection that is replaced ends its books and carries the same outcomes again', async () => {
    const server = await bookServer()
    const { feed, events } = startFeed(server)
    const [first, second, stranger] = ids(3)
    assert.ok(first && second && stranger)
    assert.equal(feed.connectionOf(first), null)
    feed.follow([first, second])
    await until(() => count(events, 'snapshot') === 2)
    const connection = feed.connectionOf(first)
    assert.ok(connection !== null)
    assert.equal(feed.connectionOf(second), connection)
    assert.equal(feed.connectionOf(stranger), null)
    feed.replaceConnection(connection + 1)
    assert.equal(count(events, 'lost'), 0)
    feed.replaceConnection(connection)
    assert.equal(feed.connectionOf(first), null)
    assert.deepEqual(
      events.find((event) => event.type === 'lost'),
      { type: 'lost', outcomeIds: [first, second], reason: 'feed_down' },
    )
    await until(() => count(events, 'snapshot') === 4)
    assert.equal(server.connections(), 2)
    assert.equal(feed.connectionOf(second), connection)
  })

  test('INV-23 a lost connection ends its books, and the next one subscribes to all of them again', async () => {
    const server = await bookServer()
    const { feed, events } = startFeed(server)
    feed.follow(ids(2))
    await until(() => count(events, 'snapshot') === 2)
    server.sockets[0]?.terminate()
    await until(() => count(events, 'snapshot') === 4)
    assert.deepEqual(
      events.find((event) => event.type === 'lost'),
      { type: 'lost', outcomeIds: ids(2), reason: 'feed_down' },
    )
    assert.equal(feed.status().reconnects, 1)
  })

  test('a resync unsubscribes and subscribes again', async () => {
    const server = await bookServer()
    const { feed, events } = startFeed(server)
    const [only] = ids(1)
    assert.ok(only)
    feed.follow([only])
    await until(() => count(events, 'snapshot') === 1)
    feed.resync(only)
    await until(() => count(events, 'snapshot') === 2)
    assert.deepEqual(
      sent(server)
        .slice(-2)
        .map(({ operation }) => operation),
      ['unsubscribe', 'subscribe'],
    )
  })

  test('INV-40 an unreadable frame is counted, ends the books it may have changed, and asks for them again', async () => {
    const server = await bookServer()
    const { feed, events } = startFeed(server)
    feed.follow(ids(2))
    await until(() => count(events, 'snapshot') === 2)
    const [socket] = server.sockets
    socket?.send('{"event_type":"book","asset_id":"1001"')
    await until(() => count(events, 'snapshot') === 4)
    assert.deepEqual(
      events.find((event) => event.type === 'lost'),
      { type: 'lost', outcomeIds: ids(2), reason: 'gap' },
    )
    socket?.send('NO NEW ASSETS')
    socket?.send(JSON.stringify({ event_type: 'never_seen', asset_id: '1000' }))
    socket?.send(
      JSON.stringify({
        event_type: 'price_change',
        timestamp: '1790000000001',
        market: MARKET,
        price_changes: [{ asset_id: '1000', price: '0.41', size: '-1', side: 'BUY' }],
      }),
    )
    await until(() => count(events, 'lost') === 2)
    assert.equal(feed.status().unreadable, 2)
    assert.deepEqual(events.filter((event) => event.type === 'lost').at(-1)?.outcomeIds, ids(1))
  })

  test('what comes behind a long dump is published after it, in order', async () => {
    const dumped = ids(400)
    const server = await startServer((socket, text) => {
      const { operation, assets_ids: assets } = JSON.parse(text) as Sent
      if (operation === 'unsubscribe') return
      socket.send(JSON.stringify(assets.map((asset) => longBook(asset))))
      for (const price of ['0.41', '0.42']) socket.send(JSON.stringify(change('1000', price)))
      socket.send(JSON.stringify(assets.map((asset) => longBook(asset, '0.50'))))
      socket.send(JSON.stringify(change('1000', '0.51')))
    })
    const { feed, events } = startFeed(server)
    feed.follow(dumped)
    await until(() => count(events, 'changes') === 3)
    const prices = events.map((event) => {
      if (event.type === 'snapshot') return event.bids[0]?.[0]
      return event.type === 'changes' ? event.changes[0]?.price : event.type
    })
    assert.deepEqual(prices, [...dumped.map(() => 4000), 4100, 4200, ...dumped.map(() => 5000), 5100])
    assert.equal(feed.status().unreadable, 0)
  })

  test('INV-23 a connection that is dropped in the middle of a long dump publishes nothing more', async () => {
    const server = await startServer((socket, text) => {
      const { operation, assets_ids: assets } = JSON.parse(text) as Sent
      if (operation === 'unsubscribe' || assets.length === 0) return
      const bid = server.connections() === 1 ? '0.40' : '0.50'
      socket.send(JSON.stringify(assets.map((asset) => longBook(asset, bid))))
      socket.send(JSON.stringify(change('1000', '0.41')))
    })
    const { feed, events } = startFeed(server, 1, () => {
      if (events.length === 1) queueMicrotask(() => feed.replaceConnection(1))
    })
    feed.follow(ids(400))
    await until(() => count(events, 'changes') === 1)
    const dropped = events.findIndex((event) => event.type === 'lost')
    assert.ok(dropped > 0 && dropped < 400)
    const after = events.slice(dropped + 1).filter((event) => event.type === 'snapshot')
    assert.equal(after.length, 400)
    assert.ok(after.every((event) => event.bids[0]?.[0] === 5000))
  })

  test('INV-40 an element longer than any book is counted, and ends the books of its connection', async () => {
    const server = await bookServer()
    const { feed, events } = startFeed(server)
    feed.follow(ids(2))
    await until(() => count(events, 'snapshot') === 2)
    server.sockets[0]?.send(JSON.stringify([{ ...book('1001'), hash: 'h'.repeat(2 * 1024 * 1024) }]))
    await until(() => count(events, 'snapshot') === 4)
    assert.equal(feed.status().unreadable, 1)
    assert.deepEqual(
      events.find((event) => event.type === 'lost'),
      { type: 'lost', outcomeIds: ids(2), reason: 'gap' },
    )
  })

  test('without PONG for 30 s the connection is terminated and its books end', async () => {
    const server = await bookServer({ pong: () => false })
    const { feed, events } = startFeed(server, 60)
    feed.follow(ids(1))
    await until(() => events.some((event) => event.type === 'lost' && event.reason === 'no_pong'))
    await until(() => server.connections() >= 2)
  })

  test('an asset without a book is asked for three times, then moved to a connection of its own', async () => {
    const server = await startServer((socket, text) => {
      const { operation, assets_ids: assets } = JSON.parse(text) as Sent
      const known = assets.filter((asset) => asset !== '1001')
      if (operation !== 'unsubscribe' && known.length > 0)
        socket.send(JSON.stringify(known.map((one) => book(one))))
    })
    const { feed, events } = startFeed(server, 100)
    feed.follow(ids(2))
    const opened = (): number[] =>
      sent(server).flatMap((frame, index) => (frame.type === 'market' ? [index] : []))
    await until(() => opened().length === 2)
    const asked = sent(server)
      .slice(0, opened()[1])
      .filter(({ operation, assets_ids: assets }) => operation === 'subscribe' && assets.includes('1001'))
    assert.equal(asked.length, 3)
    assert.deepEqual(sent(server)[opened()[1] ?? 0]?.assets_ids, ['1001'])
    assert.equal(count(events, 'snapshot'), 1)
    await until(() => feed.status().detail === 'no book for 1 outcome')
    assert.equal(feed.status().state, 'live')
  })

  test('more than 500 assets open further connections, and fewer close them', async () => {
    const server = await bookServer()
    const { feed, events } = startFeed(server)
    feed.follow(ids(1201))
    await until(() => count(events, 'snapshot') === 1201)
    assert.equal(feed.status().connections, 3)
    for (const frame of sent(server)) assert.ok(frame.assets_ids.length <= 500)
    feed.follow(ids(3))
    await until(() => server.sockets.length === 1)
    assert.equal(feed.status().subscriptions, 3)
  })

  test('one connection more that opens is connecting, one that is refused makes the feed down with the reason', async () => {
    let isRefusing = false
    const server = await bookServer({ accept: () => !isRefusing })
    const { feed, events } = startFeed(server)
    feed.follow(ids(500))
    await until(() => count(events, 'snapshot') === 500)
    isRefusing = true
    feed.follow(ids(501))
    assert.deepEqual([feed.status().state, feed.status().detail], ['connecting', 'connecting'])
    await until(() => feed.status().state === 'down')
    assert.equal(feed.status().detail, 'refused with status 401')
  })

  test('INV-47 a server that refuses is asked again ever more slowly', async () => {
    let attempts = 0
    const server = await startServer(() => {}, {
      accept: () => {
        attempts += 1
        return attempts > 4
      },
    })
    const { feed } = startFeed(server, 20)
    await until(() => feed.status().state === 'live')
    assert.equal(attempts, 5)
  })
})
