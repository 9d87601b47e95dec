// The catalog's rules, one by one, against a scripted venue.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MarketEvent } from '#core/market/market.ts'
import { NO_UNREAD_ROWS, unreadRows } from '#core/unread-rows.ts'
import { err, ok } from '#lib/result.ts'
import type { CatalogCopy } from '#ports/stores.ts'
import { createBus } from '../bus.ts'
import { createCatalog } from './catalog.ts'
import type { SearchQuery } from '../search/query.ts'
import {
  createManualClock,
  createMemoryStore,
  createScriptedVenue,
  DOWN,
  eventId,
  gameId,
  marketId,
  outcomeId,
  sampleEvent,
  sampleMarket,
  settle,
  silentLog,
} from '../testing/market-fakes.ts'

const WALK_MS = 60 * 60_000
const WATCH_MS = 15_000

const OPEN: SearchQuery = {
  text: '',
  tag: null,
  league: null,
  kind: null,
  status: 'all',
  sort: 'relevance',
  live: null,
  closesWithin: null,
  combo: null,
  limit: 50,
  offset: 0,
}

function setUp(copy: CatalogCopy | null = null, watched: readonly number[] = []) {
  const clock = createManualClock()
  const venue = createScriptedVenue()
  const store = createMemoryStore(copy)
  const bus = createBus((_, error) => {
    throw error
  })
  const catalog = createCatalog({
    venue,
    store,
    clock,
    bus,
    log: silentLog,
    watched: () => watched.map((n) => outcomeId(2 * n)),
  })
  return { clock, venue, store, bus, catalog }
}

describe('the full walk', () => {
  test('reads every page and can look everything up by id, slug, market and outcome', async () => {
    const { venue, catalog } = setUp()
    venue.pageSize = 2
    venue.listed = [1, 2, 3, 4, 5].map((n) => sampleEvent(n))
    await catalog.start()
    assert.equal(catalog.search(OPEN).hits.length, 5)
    assert.equal(catalog.event(eventId(5))?.title, 'Event 5')
    const bySlug = await catalog.findEventBySlug('event-4')
    assert.equal(bySlug.ok && bySlug.value?.id, eventId(4))
    assert.ok(!venue.calls.includes('slug event-4'))
    assert.equal(catalog.market(marketId(3))?.question, 'Question 3?')
    assert.equal(catalog.outcome(outcomeId(7))?.outcome.name, 'No')
    assert.equal(catalog.outcome(outcomeId(7))?.event.id, eventId(3))
    assert.equal(catalog.health().state, 'live')
    catalog.stop()
  })

  test('a page that fails is asked for again before the walk is given up', async () => {
    const { venue, clock, catalog } = setUp()
    venue.listed = [sampleEvent(1)]
    let failures = 2
    const events = createScriptedVenue()
    events.listed = venue.listed
    venue.script.events = async (filter) => {
      failures -= 1
      return failures >= 0 ? DOWN : await events.events(filter)
    }
    const started = catalog.start()
    await clock.advance(10_000)
    await started
    assert.equal(catalog.event(eventId(1))?.status, 'open')
    catalog.stop()
  })

  test('a repeated cursor ends the walk as incomplete: nothing is called fresh, nothing closes', async () => {
    const { venue, clock, catalog, store } = setUp({
      events: [sampleEvent(9)],
      tags: [],
      teams: [],
      leagues: [],
      savedAt: 1,
    })
    venue.script.events = async () =>
      ok({ events: [sampleEvent(1)], nextCursor: 'again', notUnderstood: NO_UNREAD_ROWS })
    await catalog.start()
    await clock.advance(1_000)
    assert.equal(catalog.freshAt(), null)
    assert.equal(catalog.event(eventId(9))?.status, 'open')
    assert.equal(catalog.event(eventId(1))?.status, 'open')
    assert.equal(store.copy?.savedAt, 1)
    assert.match(catalog.health().detail ?? '', /repeated cursor|a row that is new/)
    catalog.stop()
  })

  test('INV-86 pages that never bring a new event end the walk with that reason, and no other begins at once', async () => {
    const { venue, clock, catalog } = setUp()
    let page = 0
    venue.script.events = async () => {
      page += 1
      return ok({ events: [sampleEvent(1)], nextCursor: `c${page}`, notUnderstood: NO_UNREAD_ROWS })
    }
    void catalog.start()
    await clock.advance(10_000)
    assert.equal(page, 2)
    assert.match(catalog.health().detail ?? '', /a page without a row that is new/)
    await clock.advance(45_000)
    assert.equal(page, 2)
    await clock.advance(10_000)
    assert.equal(page, 4)
    catalog.stop()
  })

  test('INV-40 INV-58 rows that cannot be read are left out, counted and named in its health until a walk reads them all', async () => {
    const { venue, clock, catalog } = setUp()
    let notUnderstood = unreadRows([
      { list: 'events', id: '7', reason: 'too long to read' },
      { list: 'events', id: null, reason: 'no event that can be read' },
    ])
    venue.script.events = async () => ok({ events: [sampleEvent(1)], nextCursor: null, notUnderstood })
    await catalog.start()
    assert.equal(catalog.health().state, 'live')
    assert.equal(catalog.health().detail, '2 rows not understood (events 7: too long to read)')
    assert.deepEqual(catalog.health().notUnderstood, notUnderstood)
    notUnderstood = NO_UNREAD_ROWS
    await clock.advance(WALK_MS)
    assert.equal(catalog.health().detail, null)
    catalog.stop()
  })

  test('new events and new volumes appear with the next walk', async () => {
    const { venue, clock, catalog } = setUp()
    venue.listed = [sampleEvent(1)]
    await catalog.start()
    venue.listed = [sampleEvent(1, { title: 'Renamed' }), sampleEvent(2)]
    await clock.advance(WALK_MS)
    assert.equal(catalog.event(eventId(1))?.title, 'Renamed')
    assert.deepEqual(
      catalog.search({ ...OPEN, text: 'renamed' }).hits.map(({ event }) => event.id),
      [eventId(1)],
    )
    assert.equal(catalog.event(eventId(2))?.status, 'open')
    catalog.stop()
  })
})

describe('closing', () => {
  test('an event that the look-up reports closed is closed', async () => {
    const { venue, clock, catalog } = setUp()
    venue.listed = [sampleEvent(1), sampleEvent(2)]
    await catalog.start()
    venue.listed = [sampleEvent(1, { status: 'closed' }), sampleEvent(2)]
    await clock.advance(WALK_MS)
    assert.equal(catalog.event(eventId(1))?.status, 'closed')
    assert.equal(catalog.event(eventId(2))?.status, 'open')
    catalog.stop()
  })

  test('an event left out of the answer and unknown to the venue is closed, with its markets', async () => {
    const { venue, clock, catalog } = setUp()
    venue.listed = [sampleEvent(1), sampleEvent(2)]
    await catalog.start()
    venue.listed = [sampleEvent(2)]
    await clock.advance(WALK_MS)
    assert.equal(catalog.event(eventId(1))?.status, 'closed')
    assert.equal(catalog.market(marketId(1))?.status, 'closed')
    assert.equal(catalog.market(marketId(1))?.acceptingOrders, false)
    assert.ok(venue.calls.includes(`event ${eventId(1)}`))
    catalog.stop()
  })

  test('an event left out of the answer but given when asked for alone stays open', async () => {
    const { venue, clock, catalog } = setUp()
    venue.listed = [sampleEvent(1), sampleEvent(2)]
    await catalog.start()
    venue.listed = [sampleEvent(2)]
    venue.script.event = async () => ok(sampleEvent(1))
    await clock.advance(WALK_MS)
    assert.equal(catalog.event(eventId(1))?.status, 'open')
    catalog.stop()
  })

  test('failing to look is no signal', async () => {
    const { venue, clock, catalog } = setUp()
    venue.listed = [sampleEvent(1), sampleEvent(2)]
    await catalog.start()
    venue.listed = [sampleEvent(2)]
    venue.script.event = async () => DOWN
    await clock.advance(WALK_MS)
    assert.equal(catalog.event(eventId(1))?.status, 'open')
    catalog.stop()
  })

  test('a look-up that names none of the ids, or an alien one, leaves the batch as it was', async () => {
    for (const answer of [[], [sampleEvent(77)], [sampleEvent(2), sampleEvent(77)]]) {
      const { venue, clock, catalog } = setUp()
      venue.listed = [sampleEvent(1), sampleEvent(2)]
      await catalog.start()
      venue.listed = [sampleEvent(2)]
      venue.script.eventsByIds = async () => ok(answer)
      await clock.advance(WALK_MS)
      assert.equal(catalog.event(eventId(1))?.status, 'open')
      assert.equal(catalog.event(eventId(77)), null)
      assert.ok(!venue.calls.includes(`event ${eventId(1)}`))
      catalog.stop()
    }
  })

  const two = (): MarketEvent =>
    sampleEvent(1, { markets: [sampleMarket(1), sampleMarket(100, { eventId: eventId(1) })] })

  test('a market that an answer leaves out stays as it was, and is gone after a whole walk without it', async () => {
    const { venue, clock, catalog } = setUp()
    venue.listed = [two()]
    await catalog.start()
    venue.listed = [sampleEvent(1)]
    await catalog.refresh([eventId(1)])
    assert.equal(catalog.market(marketId(100))?.status, 'open')
    assert.equal(catalog.event(eventId(1))?.markets.length, 2)
    await clock.advance(WALK_MS)
    assert.equal(catalog.market(marketId(100)), null)
    assert.equal(catalog.event(eventId(1))?.markets.length, 1)
    catalog.stop()
  })

  test('a market stays where its row could not be read, and closed where it is needed', async () => {
    const partly = setUp()
    partly.venue.listed = [two()]
    await partly.catalog.start()
    partly.venue.listed = [sampleEvent(1, { isPartial: true })]
    await partly.clock.advance(WALK_MS)
    assert.equal(partly.catalog.market(marketId(100))?.status, 'open')
    partly.catalog.stop()
    const needed = setUp(null, [100])
    needed.venue.listed = [two()]
    await needed.catalog.start()
    needed.venue.listed = [sampleEvent(1)]
    await needed.clock.advance(WALK_MS)
    assert.equal(needed.catalog.market(marketId(100))?.status, 'closed')
    needed.catalog.stop()
  })

  test('a market that has moved is in its new event alone', async () => {
    const { venue, clock, catalog } = setUp()
    venue.listed = [two(), sampleEvent(2)]
    await catalog.start()
    venue.listed = [
      sampleEvent(1),
      sampleEvent(2, { markets: [sampleMarket(2), sampleMarket(100, { eventId: eventId(2) })] }),
    ]
    await catalog.refresh([eventId(2)])
    assert.equal(catalog.event(eventId(1))?.markets.length, 1)
    assert.equal(catalog.outcome(outcomeId(200))?.event.id, eventId(2))
    await clock.advance(WALK_MS)
    assert.deepEqual(
      [1, 2].map((n) => catalog.event(eventId(n))?.markets.length),
      [1, 2],
    )
    catalog.stop()
  })
})

describe('watched events', () => {
  test('are read every minute, others only with the walk', async () => {
    const { venue, clock, catalog } = setUp(null, [1])
    venue.listed = [sampleEvent(1), sampleEvent(2)]
    await catalog.start()
    venue.listed = [1, 2].map((n) =>
      sampleEvent(n, { markets: [sampleMarket(n, { acceptingOrders: false })] }),
    )
    await clock.advance(WATCH_MS)
    assert.equal(catalog.market(marketId(1))?.acceptingOrders, false)
    assert.equal(catalog.market(marketId(2))?.acceptingOrders, true)
    catalog.stop()
  })

  test('that are more than one turn can read take turns', async () => {
    const all = Array.from({ length: 600 }, (_, n) => n + 1)
    const { venue, clock, catalog } = setUp(null, all)
    venue.listed = all.map((n) => sampleEvent(n))
    const started = catalog.start()
    await clock.advance(1_000)
    await started
    const lookups = (): number => venue.calls.filter((call) => call.startsWith('ids')).length
    await clock.advance(WATCH_MS)
    assert.equal(lookups(), 11)
    venue.listed = venue.listed.map((event) => ({ ...event, title: 'Read' }))
    await clock.advance(2 * WATCH_MS)
    assert.ok(all.every((n) => catalog.event(eventId(n))?.title === 'Read'))
    catalog.stop()
  })

  test('a page asked for before a newer read does not undo it', async () => {
    const { venue, clock, catalog } = setUp(null, [1])
    venue.listed = [sampleEvent(1)]
    await catalog.start()
    const slow = Promise.withResolvers<void>()
    venue.script.events = async () => {
      await slow.promise
      return ok({ events: [sampleEvent(1)], nextCursor: null, notUnderstood: NO_UNREAD_ROWS })
    }
    await clock.advance(WALK_MS)
    venue.listed = [sampleEvent(1, { title: 'Newer' })]
    await clock.advance(WATCH_MS)
    slow.resolve()
    await settle()
    assert.equal(catalog.event(eventId(1))?.title, 'Newer')
    catalog.stop()
  })
})

describe('a venue that is down', () => {
  const copy: CatalogCopy = {
    events: [sampleEvent(1)],
    tags: [{ id: '1', label: 'Sports', slug: 'sports' }],
    teams: [],
    leagues: [],
    savedAt: 123,
  }

  test('leaves the copy from disk searchable at once, marked as not fresh', async () => {
    const { venue, catalog } = setUp(copy)
    venue.isDown = true
    await catalog.start()
    assert.equal(catalog.search({ ...OPEN, text: 'event' }).hits.length, 1)
    assert.equal(catalog.tags().length, 1)
    assert.equal(catalog.freshAt(), null)
    assert.equal(catalog.health().state, 'stale')
    catalog.stop()
  })

  test('is asked again with growing pauses, and its return makes the copy fresh', async () => {
    const { venue, clock, catalog, store } = setUp(copy)
    venue.isDown = true
    await catalog.start()
    await clock.advance(60_000)
    const asked = venue.calls.length
    assert.ok(asked > 3 && asked < 40, String(asked))
    venue.isDown = false
    venue.listed = [sampleEvent(1), sampleEvent(2)]
    await clock.advance(120_000)
    assert.notEqual(catalog.freshAt(), null)
    assert.equal(catalog.health().state, 'live')
    assert.equal(store.copy?.events.length, 2)
    catalog.stop()
  })

  test('goes on serving what was read before, and turns stale after an hour and a half', async () => {
    const { venue, clock, catalog } = setUp()
    venue.listed = [sampleEvent(1)]
    await catalog.start()
    venue.isDown = true
    await clock.advance(85 * 60_000)
    assert.equal(catalog.health().state, 'live')
    await clock.advance(6 * 60_000)
    assert.equal(catalog.event(eventId(1))?.status, 'open')
    assert.equal(catalog.health().state, 'stale')
    catalog.stop()
  })

  test('a Retry-After is kept', async () => {
    const { venue, clock, catalog } = setUp()
    venue.script.events = async () => err({ kind: 'rate_limited', detail: 'slow down', retryAfterMs: 60_000 })
    void catalog.start()
    await clock.advance(59_000)
    assert.equal(venue.calls.length, 1)
    catalog.stop()
  })
})

describe('games', () => {
  test('the main event is the one that companions name as parent, else the one with the shortest slug', async () => {
    const { venue, catalog } = setUp()
    venue.listed = [
      sampleEvent(1, { gameId: gameId(7), slug: 'nba-a-b-player-props', parentEventId: eventId(2) }),
      sampleEvent(2, { gameId: gameId(7), slug: 'nba-a-b-much-longer-than-the-companion' }),
      sampleEvent(3, { gameId: gameId(8), slug: 'epl-a-b-more-markets' }),
      sampleEvent(4, { gameId: gameId(8), slug: 'epl-a-b' }),
    ]
    await catalog.start()
    assert.deepEqual(
      catalog.game(gameId(7)).map(({ id }) => id),
      [eventId(2), eventId(1)],
    )
    assert.equal(catalog.game(gameId(8))[0]?.id, eventId(4))
    assert.deepEqual(catalog.game(gameId(9)), [])
    catalog.stop()
  })
})

describe('stopping', () => {
  test('leaves no timer and ends a start that still waits', async () => {
    const { venue, clock, catalog } = setUp()
    venue.isDown = true
    const started = catalog.start()
    await clock.advance(5_000)
    catalog.stop()
    await started
    await settle()
    assert.equal(clock.timers(), 0)
    assert.equal(catalog.health().state, 'off')
  })
})
