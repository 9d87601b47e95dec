// Beside its books the order-book service says what a market is: that completes the catalog, or contradicts it.
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
  eventId,
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
  return { clock, venue, feed, ...side }
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

function verification(bid: number, ask: number): BookRead {
  return {
    outcomeId: YES,
    marketId: marketId(1),
    bids: [[price(bid), whole(10)]],
    asks: [[price(ask), whole(10)]],
  }
}

describe('INV-79 INV-80 what the order-book service says beside the books', () => {
  const facts = {
    tickSize: 10,
    minOrderSize: whole(7),
    secondsDelay: 0,
    gameStartTime: null,
    negRisk: false,
  } as const

  test('is asked for once a market is followed, and completes what its row lacks', async () => {
    const all = await setUp()
    const [market] = sampleEvent(1).markets
    const missing = ['tickSize', 'minOrderSize'] as const
    all.venue.listed = [
      sampleEvent(1, {
        markets: market === undefined ? [] : [{ ...market, missing, notTradable: 'Not yet.' }],
      }),
    ]
    await all.catalog.refresh([eventId(1)])
    all.books.hold(YES)
    const asked = (): number => all.venue.calls.filter((call) => call.startsWith('facts')).length
    await all.clock.advance(2_000)
    assert.equal(all.catalog.market(marketId(1))?.notTradable, 'Not yet.')
    assert.equal(asked(), 1)
    all.venue.facts.set(marketId(1), facts)
    await all.clock.advance(16_000)
    const whole_ = all.catalog.market(marketId(1))
    assert.deepEqual([whole_?.tickSize, whole_?.minOrderSize, whole_?.notTradable], [10, whole(7), undefined])
    const before = asked()
    await all.clock.advance(60_000)
    assert.equal(asked(), before)
    // A later read of the catalog, which still lacks them, takes nothing away.
    await all.catalog.refresh([eventId(1)])
    assert.equal(all.catalog.market(marketId(1))?.notTradable, undefined)
    all.stop()
  })

  test('and another exchange than the catalog has keeps the market from being traded', async () => {
    const all = await setUp()
    all.venue.facts.set(marketId(1), { ...facts, negRisk: true })
    all.books.hold(YES)
    await all.clock.advance(2_000)
    assert.match(all.catalog.market(marketId(1))?.notTradable ?? '', /exchange is uncertain/)
    all.stop()
  })

  test('and so does a read of the book; a tick size in it, or in the catalog, has a full book asked for', async () => {
    const all = await setUp()
    all.books.hold(YES)
    all.feed.send(snapshot(YES))
    all.venue.books.set(YES, { ...verification(4000, 4200), tickSize: 10, negRisk: true })
    const before = all.feed.resyncs.length
    await all.clock.advance(12_000)
    assert.equal(all.feed.resyncs.length, before + 1)
    assert.match(all.catalog.market(marketId(1))?.notTradable ?? '', /exchange is uncertain/)
    all.stop()
    const other = await setUp()
    other.books.hold(YES)
    other.feed.send(snapshot(YES))
    const [market] = sampleEvent(1).markets
    other.venue.listed = [
      sampleEvent(1, { markets: market === undefined ? [] : [{ ...market, tickSize: 10 }] }),
    ]
    await other.catalog.refresh([eventId(1)])
    await other.clock.advance(1_000)
    assert.deepEqual(other.feed.resyncs, [YES])
    assert.equal(other.books.view(YES)?.staleReason, null)
    await other.catalog.refresh([eventId(1)])
    await other.clock.advance(5_000)
    assert.equal(other.feed.resyncs.length, 1)
    other.stop()
  })
})
