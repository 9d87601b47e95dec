// Followers of a book, and its freshness.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OutcomeId } from '#core/ids.ts'
import type { BookRead } from '#ports/venue-catalog.ts'
import type { LevelChange } from '#ports/venue-feeds.ts'
import { createBus } from '../bus.ts'
import { createMarketModule } from '../assembly/market-module.ts'
import {
  createManualClock,
  createMemoryStore,
  createScriptedFeed,
  createScriptedSports,
  createScriptedVenue,
  eventId,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  settle,
  silentLog,
  whole,
} from '../testing/market-fakes.ts'

const YES = outcomeId(2)
const NO = outcomeId(3)
const OTHER = outcomeId(4)

async function setUp() {
  const clock = createManualClock()
  const venue = createScriptedVenue()
  const feed = createScriptedFeed()
  const bus = createBus((_, error) => {
    throw error
  })
  venue.listed = [sampleEvent(1), sampleEvent(2)]
  const side = createMarketModule({
    venue,
    marketFeed: feed,
    sportsFeed: createScriptedSports(),
    store: createMemoryStore(),
    clock,
    bus,
    log: silentLog,
  })
  await side.start()
  const received: { readonly outcomeId: OutcomeId; readonly version: number }[] = []
  bus.subscribe('book', (fact) => received.push(fact))
  return { clock, venue, feed, bus, received, ...side }
}

function snapshot(id: OutcomeId, bid = 4000, ask = 4200) {
  return {
    type: 'snapshot',
    outcomeId: id,
    marketId: marketId(Math.floor(Number(id.slice(3)) / 2)),
    bids: [[price(bid), whole(10)]],
    asks: [[price(ask), whole(10)]],
    tickSize: 100,
    lastTradePrice: null,
    hash: 'h',
    venueTime: 1,
  } as const
}

function change(id: OutcomeId, steps: number, size: number): LevelChange {
  return {
    outcomeId: id,
    side: 'BUY',
    price: price(steps),
    size: whole(size),
    hash: 'c',
    bestBid: undefined,
    bestAsk: undefined,
  }
}

function verification(bid: number, ask: number): BookRead {
  return {
    outcomeId: YES,
    marketId: marketId(1),
    bids: [[price(bid), whole(10)]],
    asks: [[price(ask), whole(10)]],
  }
}

describe('following', () => {
  test('an outcome is followed while held, and for 60 seconds after the last release', async () => {
    const { clock, feed, books, stop } = await setUp()
    const releases = [books.hold(YES), books.hold(YES), books.hold(OTHER)]
    await settle()
    assert.deepEqual(feed.followed, [YES, OTHER])
    assert.equal(feed.follows, 1)
    releases[0]?.()
    releases[0]?.()
    await clock.advance(200_000)
    assert.deepEqual(feed.followed, [YES, OTHER])
    releases[1]?.()
    await clock.advance(59_000)
    assert.deepEqual(feed.followed, [YES, OTHER])
    await clock.advance(2_000)
    assert.deepEqual(feed.followed, [OTHER])
    stop()
  })

  test('a look follows for 60 seconds; an unknown outcome has no book', async () => {
    const { clock, feed, books, stop } = await setUp()
    assert.equal(books.view(outcomeId(999)), null)
    assert.equal(books.view(YES)?.staleReason, 'no_snapshot')
    await clock.advance(50_000)
    books.view(YES)
    await clock.advance(50_000)
    assert.deepEqual(feed.followed, [YES])
    await clock.advance(11_000)
    assert.deepEqual(feed.followed, [])
    stop()
  })

  test('an outcome followed again goes on counting epochs and versions', async () => {
    const { clock, feed, books, stop } = await setUp()
    books.view(YES)
    feed.send(snapshot(YES))
    const before = books.view(YES)
    await clock.advance(62_000)
    const after = books.view(YES)
    assert.ok(before !== null && after !== null)
    assert.ok(after.epoch > before.epoch && after.version > before.version)
    assert.deepEqual(after.bids, [])
    stop()
  })
})

describe('a view', () => {
  test('shows levels best first, tick and minimum size, and stays as it is when the book changes', async () => {
    const { feed, books, received, stop } = await setUp()
    books.hold(YES)
    feed.send(snapshot(YES))
    const first = books.view(YES)
    assert.ok(first !== null)
    assert.equal(first.staleReason, null)
    assert.equal(first.minOrderSize, whole(5))
    assert.equal(books.view(YES), first)
    feed.send({ type: 'changes', changes: [change(YES, 4100, 1), change(NO, 5000, 1)], venueTime: 2 })
    const second = books.view(YES)
    assert.deepEqual(first.bids, [[4000, whole(10)]])
    assert.deepEqual(second?.bids, [
      [4100, whole(1)],
      [4000, whole(10)],
    ])
    assert.equal(second?.version, first.version + 1)
    assert.deepEqual(received.at(-1), { outcomeId: YES, version: second?.version })
    assert.equal(received.length, 2)
    stop()
  })

  test('knows the last trade', async () => {
    const { feed, books, stop } = await setUp()
    books.hold(YES)
    feed.send({
      type: 'trade',
      outcomeId: YES,
      price: price(4100),
      size: whole(1),
      side: 'SELL',
      venueTime: 3,
    })
    assert.equal(books.view(YES)?.lastTradePrice, 4100)
    assert.equal(books.view(YES)?.lastTradeSide, 'SELL')
    stop()
  })

  test('keeps the last fifty trades, newest first', async () => {
    const { feed, books, stop } = await setUp()
    books.hold(YES)
    for (let size = 1; size <= 60; size += 1) {
      feed.send({
        type: 'trade',
        outcomeId: YES,
        price: price(4100),
        size: whole(size),
        side: 'BUY',
        venueTime: size,
      })
    }
    const trades = books.trades(YES) ?? []
    assert.equal(trades.length, 50)
    assert.deepEqual([trades[0]?.size, trades.at(-1)?.size], [whole(60), whole(11)])
    assert.equal(new Set(trades.map(({ number }) => number)).size, 50)
    assert.deepEqual(books.trades(OTHER), [])
    assert.equal(books.trades(outcomeId(999)), null)
    stop()
  })

  test('is peeked at only while somebody else follows it', async () => {
    const { feed, clock, books, stop } = await setUp()
    assert.equal(books.peek(YES), null)
    await settle()
    assert.deepEqual([...feed.followed], [])
    const release = books.hold(YES)
    feed.send(snapshot(YES))
    assert.equal(books.peek(YES)?.staleReason, null)
    release()
    for (let seconds = 0; seconds < 62; seconds += 1) {
      books.peek(YES)
      await clock.advance(1_000)
    }
    assert.equal(books.peek(YES), null)
    stop()
  })
})

describe('what the feed says', () => {
  test('INV-23 a lost connection ends its books and no others', async () => {
    const { feed, books, stop } = await setUp()
    books.hold(YES)
    books.hold(OTHER)
    feed.send(snapshot(YES))
    feed.send(snapshot(OTHER))
    feed.send({ type: 'lost', outcomeIds: [YES], reason: 'no_pong' })
    assert.equal(books.view(YES)?.staleReason, 'no_pong')
    assert.deepEqual(books.view(YES)?.bids, [])
    assert.equal(books.view(OTHER)?.staleReason, null)
    stop()
  })

  test('a changed tick size ends a book until its next copy', async () => {
    const { feed, books, stop } = await setUp()
    books.hold(YES)
    feed.send(snapshot(YES))
    feed.send({ type: 'tick_size', outcomeId: YES, tickSize: 10 })
    assert.equal(books.view(YES)?.staleReason, 'tick_change')
    assert.deepEqual(feed.resyncs, [YES])
    feed.send({ ...snapshot(YES), tickSize: 10 })
    assert.deepEqual([books.view(YES)?.staleReason, books.view(YES)?.tickSize], [null, 10])
    stop()
  })

  test('a resolved market ends both books and is read again', async () => {
    const { feed, venue, books, stop } = await setUp()
    books.hold(YES)
    books.hold(NO)
    feed.send(snapshot(YES))
    feed.send({ type: 'resolved', marketId: marketId(1), winner: YES })
    assert.equal(books.view(YES)?.staleReason, 'resolved')
    assert.equal(books.view(NO)?.staleReason, 'resolved')
    assert.ok(venue.calls.some((call) => call.startsWith(`ids ${eventId(1)}`)))
    stop()
  })

  test('an event that the feed announces is read within a minute, whether it was known or not', async () => {
    const { clock, feed, venue, books, catalog, stop } = await setUp()
    venue.listed = [...venue.listed, sampleEvent(3)]
    feed.send({ type: 'announced', eventId: eventId(3) })
    feed.send({ type: 'announced', eventId: eventId(3) })
    await clock.advance(60_000)
    assert.equal(catalog.event(eventId(3))?.title, 'Event 3')
    assert.equal(venue.calls.filter((call) => call.includes(eventId(3))).length, 1)
    assert.deepEqual([...books.followed()], [])
    stop()
  })

  test('frames about outcomes that nobody follows change nothing', async () => {
    const { feed, received, stop } = await setUp()
    feed.send(snapshot(YES))
    feed.send({ type: 'changes', changes: [change(YES, 4100, 1)], venueTime: 2 })
    assert.equal(received.length, 0)
    assert.deepEqual(feed.resyncs, [])
    stop()
  })

  test('of a frame that name one outcome more than once are one change of its book, in their order', async () => {
    const { feed, books, received, stop } = await setUp()
    books.hold(YES)
    books.hold(NO)
    for (const id of [YES, NO]) feed.send(snapshot(id))
    const before = received.length
    const changes = [change(YES, 4100, 1), change(NO, 4100, 5), change(YES, 4100, 0), change(YES, 4150, 2)]
    feed.send({ type: 'changes', changes, venueTime: 2 })
    feed.send({ type: 'changes', changes: [change(YES, 4150, 3), change(YES, 4150, 4)], venueTime: 3 })
    assert.deepEqual(
      received.slice(before).map(({ outcomeId }) => outcomeId),
      [YES, NO, YES],
    )
    assert.deepEqual(books.view(YES)?.bids[0], [4150, whole(4)])
    assert.deepEqual(books.view(NO)?.bids[0], [4100, whole(5)])
    stop()
  })

  test('changes without a full book ask for one', async () => {
    const { feed, books, stop } = await setUp()
    books.hold(YES)
    feed.send({ type: 'changes', changes: [change(YES, 4100, 1)], venueTime: 2 })
    assert.deepEqual(feed.resyncs, [YES])
    stop()
  })
})

describe('the verification of a book', () => {
  test('confirms a quiet held book every 10 seconds', async () => {
    const { clock, feed, venue, books, received, stop } = await setUp()
    books.hold(YES)
    feed.send(snapshot(YES))
    venue.books.set(YES, verification(4000, 4200))
    await clock.advance(9_000)
    assert.equal(books.view(YES)?.verifiedAt, null)
    await clock.advance(32_000)
    assert.equal(venue.calls.filter((call) => call.startsWith('book')).length, 4)
    assert.notEqual(books.view(YES)?.verifiedAt, null)
    assert.equal(received.length, 5, 'the snapshot and each confirmation is published')
    assert.equal(books.view(YES)?.staleReason, null)
    stop()
  })

  test('INV-22 that differs twice, 2 seconds apart, freezes the book and requests it again, and writes no price', async () => {
    const { clock, feed, venue, books, stop } = await setUp()
    books.hold(YES)
    feed.send(snapshot(YES))
    venue.books.set(YES, verification(4100, 4200))
    await clock.advance(11_000)
    assert.equal(books.view(YES)?.staleReason, null)
    await clock.advance(2_000)
    assert.equal(books.view(YES)?.staleReason, 'frozen')
    assert.deepEqual(books.view(YES)?.bids, [[4000, whole(10)]])
    assert.deepEqual(feed.resyncs, [YES])
    feed.send(snapshot(YES, 4100))
    assert.equal(books.view(YES)?.staleReason, null)
    stop()
  })

  test('INV-22 several frozen books of one connection end that connection; one alone, or of another, does not', async () => {
    const { clock, feed, venue, books, stop } = await setUp()
    for (const id of [YES, NO, OTHER]) {
      books.hold(id)
      feed.send(snapshot(id))
      venue.books.set(id, verification(4000, 4200))
    }
    feed.carriers.set(YES, 1).set(NO, 2).set(OTHER, 2)
    venue.books.set(YES, verification(4100, 4200)).set(NO, verification(4100, 4200))
    await clock.advance(13_000)
    assert.deepEqual([...feed.resyncs].toSorted(), [YES, NO])
    assert.deepEqual(feed.replaced, [])
    venue.books.set(OTHER, verification(4100, 4200))
    await clock.advance(13_000)
    assert.equal(books.view(OTHER)?.staleReason, 'frozen')
    assert.deepEqual(feed.replaced, [2])
    stop()
  })

  test('INV-22 books of one connection that were found frozen long apart are requested again, one by one', async () => {
    const { clock, feed, venue, books, stop } = await setUp()
    for (const id of [NO, OTHER]) {
      books.hold(id)
      feed.carriers.set(id, 1)
      feed.send(snapshot(id))
      venue.books.set(id, verification(4000, 4200))
    }
    venue.books.set(NO, verification(4100, 4200))
    await clock.advance(13_000)
    feed.send(snapshot(NO, 4100))
    await clock.advance(31_000)
    venue.books.set(OTHER, verification(4100, 4200))
    await clock.advance(13_000)
    assert.deepEqual(feed.resyncs, [NO, OTHER])
    assert.deepEqual(feed.replaced, [])
    stop()
  })

  test('that differs deep in the book freezes it too', async () => {
    const { clock, feed, venue, books, stop } = await setUp()
    books.hold(YES)
    feed.send(snapshot(YES))
    const asks = [[price(4200), whole(10)] as const, [price(4300), whole(1)] as const]
    venue.books.set(YES, { ...verification(4000, 4200), asks })
    await clock.advance(13_000)
    assert.equal(books.view(YES)?.staleReason, 'frozen')
    stop()
  })

  test('that differs once, or fails, or is overtaken by a frame, means nothing', async () => {
    const { clock, feed, venue, books, stop } = await setUp()
    books.hold(YES)
    feed.send(snapshot(YES))
    venue.books.set(YES, verification(4100, 4200))
    await clock.advance(11_000)
    feed.send(snapshot(YES, 4100))
    await clock.advance(5_000)
    venue.isDown = true
    await clock.advance(60_000)
    assert.equal(books.view(YES)?.staleReason, null)
    stop()
  })

  test('INV-22 and the crossed-book timer go on while another connection of the feed is not open', async () => {
    const { clock, feed, venue, books, stop } = await setUp()
    for (const id of [YES, OTHER]) books.hold(id)
    feed.send(snapshot(YES))
    feed.send(snapshot(OTHER, 4300, 4200))
    feed.state = 'connecting'
    venue.books.set(YES, verification(4100, 4200))
    await clock.advance(3_000)
    assert.deepEqual(feed.resyncs, [OTHER])
    await clock.advance(10_000)
    assert.equal(books.view(YES)?.staleReason, 'frozen')
    stop()
  })

  test('looks only at books that are held, and only while they are live', async () => {
    const { clock, feed, venue, books, stop } = await setUp()
    books.view(YES)
    feed.send(snapshot(YES))
    await clock.advance(30_000)
    books.hold(YES)
    feed.send({ type: 'lost', outcomeIds: [YES], reason: 'feed_down' })
    await clock.advance(4_000)
    assert.equal(venue.calls.filter((call) => call.startsWith('book')).length, 0)
    stop()
  })
})

test('INV-45 a jump of the clock makes every live book stale and opens its connection again', async () => {
  const { bus, feed, books, stop } = await setUp()
  for (const id of [YES, NO]) books.hold(id)
  feed.carriers.set(YES, 4).set(NO, 4)
  feed.send(snapshot(YES))
  bus.publish('clock_jumped', null)
  assert.equal(books.view(YES)?.staleReason, 'gap')
  assert.deepEqual(feed.replaced, [4])
  stop()
})

test('INV-22 stopping leaves no book live and no timer running', async () => {
  const { clock, feed, books, stop } = await setUp()
  books.hold(YES)
  feed.send(snapshot(YES))
  stop()
  assert.equal(books.view(YES)?.staleReason, 'feed_down')
  await settle()
  assert.equal(clock.timers(), 0)
})

test('health counts the books that are not live', async () => {
  const { feed, books, stop } = await setUp()
  books.hold(YES)
  books.hold(OTHER)
  feed.send(snapshot(YES))
  assert.equal(books.health().name, 'market')
  assert.match(books.health().detail ?? '', /^1 of 2 books not live$/)
  stop()
})
