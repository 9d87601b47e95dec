// Books that the feed does not give: read over REST to be looked at, marked, and never more than the venue takes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OutcomeId } from '#core/ids.ts'
import type { BookRead } from '#ports/venue-catalog.ts'
import { createBus } from '../bus.ts'
import { createMarketModule } from '../assembly/market-module.ts'
import {
  createManualClock,
  createMemoryStore,
  createScriptedFeed,
  createScriptedSports,
  createScriptedVenue,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  silentLog,
  whole,
} from '../testing/market-fakes.ts'

const YES = outcomeId(2)

async function setUp() {
  const clock = createManualClock()
  const venue = createScriptedVenue()
  const feed = createScriptedFeed()
  venue.listed = [sampleEvent(1)]
  const side = createMarketModule({
    venue,
    marketFeed: feed,
    sportsFeed: createScriptedSports(),
    store: createMemoryStore(),
    clock,
    bus: createBus((_, error) => {
      throw error
    }),
    log: silentLog,
  })
  await side.start()
  return { clock, venue, feed, ...side }
}

const levels = (bid: number, ask: number) => ({
  bids: [[price(bid), whole(10)] as const],
  asks: [[price(ask), whole(10)] as const],
})

function snapshot(id: OutcomeId, bid = 4_000, ask = 4_200) {
  return {
    type: 'snapshot',
    outcomeId: id,
    marketId: marketId(1),
    ...levels(bid, ask),
    tickSize: 100,
    lastTradePrice: null,
    hash: 'h',
    venueTime: 1,
  } as const
}

function verification(bid: number, ask: number): BookRead {
  return { outcomeId: YES, marketId: marketId(1), ...levels(bid, ask), hash: 'w', at: 1 }
}

describe('a feed that stays silent', () => {
  const readsOf = (calls: readonly string[]): number => calls.filter((call) => call === `book ${YES}`).length

  test('INV-22 INV-24 leaves the book to REST after five seconds, marked and read every second, until it speaks', async () => {
    const { clock, feed, venue, books, stop } = await setUp()
    venue.books.set(YES, verification(4_000, 4_200))
    books.hold(YES)
    await clock.advance(4_000)
    assert.deepEqual([books.view(YES)?.staleReason, readsOf(venue.calls)], ['no_snapshot', 0])
    await clock.advance(2_000)
    assert.deepEqual([books.view(YES)?.staleReason, books.view(YES)?.bids[0]?.[0]], ['polled', 4_000])
    venue.books.set(YES, { ...verification(4_100, 4_200), hash: 'w2' })
    await clock.advance(1_000)
    assert.equal(books.view(YES)?.bids[0]?.[0], 4_100)
    const reads = readsOf(venue.calls)
    await clock.advance(10_000)
    assert.equal(readsOf(venue.calls) - reads, 10)
    assert.equal(books.top(YES)?.staleReason, 'polled')
    feed.send(snapshot(YES, 5_000, 5_200))
    assert.deepEqual([books.view(YES)?.staleReason, books.view(YES)?.bids[0]?.[0]], [null, 5_000])
    await clock.advance(5_000)
    assert.equal(readsOf(venue.calls) - reads, 10)
    stop()
  })

  test('and a REST that stays silent too leave no levels standing, and the reason of the feed', async () => {
    const { clock, feed, venue, books, stop } = await setUp()
    venue.books.set(YES, verification(4_000, 4_200))
    books.hold(YES)
    feed.send(snapshot(YES))
    feed.send({ type: 'lost', outcomeIds: [YES], reason: 'feed_down' })
    await clock.advance(7_000)
    assert.equal(books.view(YES)?.staleReason, 'polled')
    venue.books.set(YES, null)
    await clock.advance(8_000)
    assert.deepEqual([books.view(YES)?.staleReason, books.view(YES)?.bids], ['feed_down', []])
    stop()
  })

  test('has 24 books shown at most, each read every second; others wait', async () => {
    const { clock, venue, books, stop } = await setUp()
    const wanted = Array.from({ length: 40 }, (_, n) => outcomeId(2 * n + 2))
    venue.listed = wanted.map((_, n) => sampleEvent(n + 1))
    for (const id of wanted) {
      venue.books.set(id, { ...verification(4_000, 4_200), outcomeId: id })
      books.hold(id)
    }
    await clock.advance(6_000)
    const shown = (): readonly string[] =>
      wanted.filter((id) => venue.calls.filter((call) => call === `book ${id}`).length > 0)
    assert.equal(shown().length, 24)
    await clock.advance(10_000)
    assert.equal(shown().length, 24)
    const reads = shown().map((id) => venue.calls.filter((call) => call === `book ${id}`).length)
    assert.ok(Math.min(...reads) >= 11, reads.join())
    stop()
  })

  test('INV-47 has 24 books read a second at most, in turn, and only those that somebody holds', async () => {
    const { clock, venue, books, stop } = await setUp()
    const wanted = Array.from({ length: 40 }, (_, n) => outcomeId(100 + n))
    for (const id of wanted) books.hold(id)
    books.hold(YES)()
    await clock.advance(4_000)
    for (let second = 0; second < 20; second += 1) {
      const before = venue.calls.length
      await clock.advance(1_000)
      assert.ok(venue.calls.slice(before).filter((call) => call.startsWith('book')).length <= 24)
    }
    const reads = wanted.map((id) => venue.calls.filter((call) => call === `book ${id}`).length)
    assert.ok(Math.min(...reads) >= 10, reads.join())
    assert.equal(readsOf(venue.calls), 0)
    stop()
  })
})
