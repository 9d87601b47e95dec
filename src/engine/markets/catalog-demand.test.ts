// Reads of the catalog next to its walk: events on demand, lists of the venue; and its bounds.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { err, ok } from '#lib/result.ts'
import type { CatalogCopy } from '#ports/stores.ts'
import { createBus } from '../bus.ts'
import { createCatalog } from './catalog.ts'
import { CATALOG_LIMITS, type CatalogLimits } from './catalog-limits.ts'
import type { SearchQuery } from '../search/query.ts'
import {
  createManualClock,
  createMemoryStore,
  createScriptedVenue,
  eventId,
  marketId,
  outcomeId,
  sampleEvent,
  sampleMarket,
  silentLog,
} from '../testing/market-fakes.ts'

const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000

function setUp(
  given: {
    readonly limits?: CatalogLimits
    readonly copy?: CatalogCopy
    readonly watched?: readonly number[]
  } = {},
) {
  const clock = createManualClock()
  const venue = createScriptedVenue()
  const store = createMemoryStore(given.copy ?? null)
  const catalog = createCatalog({
    venue,
    store,
    clock,
    bus: createBus((_, error) => {
      throw error
    }),
    log: silentLog,
    watched: () => (given.watched ?? []).map(outcomeId),
    limits: given.limits ?? CATALOG_LIMITS,
  })
  const calls = (beginning: string): number => venue.calls.filter((call) => call.startsWith(beginning)).length
  return { clock, venue, store, catalog, calls }
}

const copyOf = (...numbers: readonly number[]): CatalogCopy => ({
  events: numbers.map((n) => sampleEvent(n)),
  tags: [],
  teams: [],
  leagues: [],
  savedAt: 1,
})

const CLOSED: SearchQuery = {
  text: 'event',
  tag: null,
  league: null,
  kind: null,
  status: 'closed',
  sort: 'relevance',
  live: null,
  closesWithin: null,
  combo: null,
  limit: 50,
  offset: 0,
}

describe('INV-52 what the catalog takes', () => {
  const few = { events: 3, markets: 5, textLength: 1_000 }
  const cases: readonly (readonly [string, RegExp, (n: number) => Parameters<typeof sampleEvent>[1]])[] = [
    ['events', /more than 3 events/, () => ({})],
    [
      'markets',
      /more than 5 markets/,
      (n) => ({ markets: [1, 2, 3].map((m) => sampleMarket(100 * n + m, { eventId: eventId(n) })) }),
    ],
    ['text', /more than 1000 characters of text/, () => ({ description: 'x'.repeat(700) })],
  ]
  for (const [name, reason, changes] of cases) {
    test(`is bounded in ${name}: beyond it the walk fails with the reason, and what had been read is kept`, async () => {
      const { clock, venue, store, catalog } = setUp({ limits: few, copy: copyOf(1) })
      venue.pageSize = 1
      venue.listed = [sampleEvent(1), ...[2, 3, 4, 5].map((n) => sampleEvent(n, changes(n)))]
      await catalog.start()
      await clock.advance(10_000)
      assert.match(catalog.health().detail ?? '', reason)
      assert.deepEqual([catalog.freshAt(), catalog.health().state], [null, 'stale'])
      assert.equal(catalog.event(eventId(1))?.status, 'open')
      for (const n of [2, 3, 4, 5]) assert.equal(catalog.event(eventId(n)), null)
      assert.equal(catalog.search({ ...CLOSED, status: 'all' }).hits.length, 1)
      assert.equal(store.copy?.savedAt, 1)
      venue.listed = [sampleEvent(1), sampleEvent(2)]
      await clock.advance(10 * MINUTE_MS)
      assert.equal(catalog.health().state, 'live')
      assert.equal(catalog.event(eventId(2))?.status, 'open')
      catalog.stop()
    })
  }

  test('is bounded for one event too: a larger read of it does not replace the smaller one', async () => {
    const { clock, venue, catalog } = setUp({ limits: few })
    venue.listed = [sampleEvent(1)]
    await catalog.start()
    venue.listed = [sampleEvent(1, { description: 'x'.repeat(2_000) })]
    await clock.advance(HOUR_MS)
    assert.equal(catalog.event(eventId(1))?.description, '')
    assert.match(catalog.health().detail ?? '', /more than 1000 characters/)
    catalog.stop()
  })

  test('makes room for open events by closed ones', async () => {
    const { clock, venue, catalog } = setUp({ limits: few })
    venue.listed = [sampleEvent(1), sampleEvent(2)]
    await catalog.start()
    const closed = [1, 2].map((n) => sampleEvent(n, { status: 'closed' }))
    venue.listed = [...closed, sampleEvent(3)]
    await clock.advance(HOUR_MS)
    assert.equal(catalog.event(eventId(1))?.status, 'closed')
    venue.listed = [...closed, ...[3, 4, 5].map((n) => sampleEvent(n))]
    await clock.advance(HOUR_MS)
    assert.equal(catalog.health().state, 'live')
    for (const n of [3, 4, 5]) assert.equal(catalog.event(eventId(n))?.status, 'open')
    catalog.stop()
  })
})

describe('the cost of the catalog', () => {
  test('is one walk an hour, four reads a minute for what is needed, and the venue’s lists once a day', async () => {
    const { clock, venue, catalog, calls } = setUp({ watched: [2, 4] })
    venue.pageSize = 2
    venue.listed = [1, 2, 3, 4, 5, 6].map((n) => sampleEvent(n))
    await catalog.start()
    assert.deepEqual([calls('events'), calls('tags')], [3, 1])
    await clock.advance(HOUR_MS - 1)
    assert.deepEqual([calls('events'), calls('ids'), calls('tags')], [3, 239, 1])
    await clock.advance(23 * HOUR_MS)
    assert.deepEqual([calls('events'), calls('tags')], [3 * 24, 1])
    catalog.stop()
  })

  test('is one read more of an event when it was to end, and none of others', async () => {
    const { clock, venue, catalog, calls } = setUp()
    venue.listed = [sampleEvent(1, { endTime: clock.now() + 30 * MINUTE_MS }), sampleEvent(2)]
    await catalog.start()
    await clock.advance(29 * MINUTE_MS)
    venue.listed = venue.listed.map((event) => ({ ...event, status: 'closed' }))
    assert.equal(calls('ids'), 0)
    await clock.advance(2 * MINUTE_MS)
    assert.equal(calls('ids'), 1)
    assert.equal(catalog.event(eventId(1))?.status, 'closed')
    assert.equal(catalog.event(eventId(2))?.status, 'open')
    catalog.stop()
  })

  test('lists that break off keep what is known, and are left alone for longer and longer', async () => {
    const { clock, venue, catalog, calls } = setUp({
      copy: { ...copyOf(1), tags: ['1', '2'].map((id) => ({ id, label: `old ${id}`, slug: id })) },
    })
    venue.listed = [sampleEvent(1)]
    const order: string[] = []
    venue.script.tags = async () => {
      order.push(...venue.calls)
      return {
        rows: [{ id: '1', label: 'new 1', slug: '1' }],
        fault: { kind: 'unavailable', detail: 'x', retryAfterMs: null },
      }
    }
    await catalog.start()
    await clock.advance(1_000)
    assert.ok(order.indexOf('events first') < order.indexOf('tags'))
    assert.deepEqual(
      catalog.tags().map(({ label }) => label),
      ['new 1', 'old 2'],
    )
    await clock.advance(8 * HOUR_MS)
    assert.equal(calls('events'), 9)
    assert.equal(calls('tags'), 4)
    catalog.stop()
  })
})

describe('a closed event that no walk has brought', () => {
  async function withClosed(watched: readonly number[] = []) {
    const made = setUp({ watched })
    made.venue.listed = [
      sampleEvent(1),
      sampleEvent(8, { status: 'closed' }),
      sampleEvent(9, { status: 'resolved' }),
    ]
    await made.catalog.start()
    return made
  }

  test('is found by id, by slug and by a market of it, and asked for once', async () => {
    for (const find of [
      (catalog: Made['catalog']) => catalog.findEvent(eventId(9)),
      (catalog: Made['catalog']) => catalog.findEventBySlug('event-9'),
      (catalog: Made['catalog']) => catalog.findMarket(marketId(9)),
    ]) {
      const { venue, catalog } = await withClosed()
      const asked = venue.calls.length
      const [one, two] = await Promise.all([find(catalog), find(catalog)])
      assert.ok(one.ok && two.ok && one.value !== null && two.value !== null)
      const questions = venue.calls.length - asked
      assert.ok(questions <= 2, String(questions))
      assert.equal(catalog.outcome(outcomeId(18))?.event.title, 'Event 9')
      assert.ok((await find(catalog)).ok)
      assert.equal(venue.calls.length - asked, questions)
      catalog.stop()
    }
  })

  test('and that the venue does not know is not asked for again for ten minutes', async () => {
    const { clock, venue, catalog } = await withClosed()
    const asked = venue.calls.length
    for (let time = 0; time < 3; time += 1) {
      assert.deepEqual(await catalog.findEvent(eventId(77)), ok(null))
      assert.deepEqual(await catalog.findEventBySlug('none'), ok(null))
      assert.deepEqual(await catalog.findMarket(marketId(77)), ok(null))
      await catalog.learn([outcomeId(777)])
    }
    assert.equal(venue.calls.length - asked, 4)
    await clock.advance(10 * MINUTE_MS)
    assert.deepEqual(await catalog.findEvent(eventId(77)), ok(null))
    assert.equal(venue.calls.filter((call) => call === `event ${eventId(77)}`).length, 2)
    catalog.stop()
  })

  test('is no event when the venue is away: that is a fault, and asked for again', async () => {
    const { clock, venue, catalog } = await withClosed()
    venue.isDown = true
    assert.equal((await catalog.findEvent(eventId(9))).ok, false)
    assert.equal((await catalog.findMarket(marketId(9))).ok, false)
    const asked = venue.calls.length
    await catalog.learn([outcomeId(18)])
    assert.equal(venue.calls.length, asked)
    venue.isDown = false
    await clock.advance(15_000)
    assert.ok((await catalog.findMarket(marketId(9))).ok)
    assert.equal(catalog.event(eventId(9))?.status, 'resolved')
    catalog.stop()
  })

  test('has its name as soon as it is held', async () => {
    const { clock, catalog } = await withClosed([18])
    await clock.advance(1)
    assert.equal(catalog.outcome(outcomeId(18))?.event.title, 'Event 9')
    catalog.stop()
  })

  test('is found by a search of closed events, which asks the venue once for a text', async () => {
    const { catalog, calls } = await withClosed()
    assert.equal(catalog.search(CLOSED).hits.length, 0)
    await catalog.learnClosed('Event')
    await catalog.learnClosed(' event')
    assert.equal(calls('closed'), 1)
    assert.deepEqual(
      new Set(catalog.search(CLOSED).hits.map(({ event }) => event.id)),
      new Set([eventId(8), eventId(9)]),
    )
    catalog.stop()
  })

  test('says why a search of closed events may lack some, and nothing when the venue has searched them all', async () => {
    const { venue, catalog } = await withClosed()
    assert.equal(await catalog.learnClosed('Event'), null)
    venue.isDown = true
    assert.match((await catalog.learnClosed('Final')) ?? '', /could not be searched at the venue/)
    venue.isDown = false
    catalog.stop()
  })

  test('keeps nobody waiting for long: the answer is taken when it comes', async () => {
    const { clock, venue, catalog } = await withClosed()
    const slow = Promise.withResolvers<void>()
    venue.script.eventsByIds = async () => {
      await slow.promise
      return ok([sampleEvent(9, { status: 'resolved' })])
    }
    let isDone = false
    const learning = catalog.learn([outcomeId(18)]).then(() => (isDone = true))
    await clock.advance(1_400)
    assert.equal(isDone, false)
    await clock.advance(100)
    await learning
    assert.equal(catalog.outcome(outcomeId(18)), null)
    slow.resolve()
    await clock.advance(1)
    assert.equal(catalog.outcome(outcomeId(18))?.event.title, 'Event 9')
    catalog.stop()
  })

  test('that does not fit is answered all the same, and not kept', async () => {
    const { venue, catalog } = setUp({ limits: { events: 1, markets: 1, textLength: 1_000 } })
    venue.listed = [sampleEvent(1), sampleEvent(9, { status: 'closed' })]
    await catalog.start()
    const found = await catalog.findEvent(eventId(9))
    assert.equal(found.ok && found.value?.title, 'Event 9')
    assert.equal(catalog.event(eventId(9)), null)
    catalog.stop()
  })

  type Made = ReturnType<typeof setUp>
})

test('an event that a walk cannot reach is found on demand, whatever the walk says', async () => {
  const { venue, catalog } = setUp()
  venue.listed = [sampleEvent(1)]
  venue.script.events = async () => err({ kind: 'unreadable', detail: 'x', retryAfterMs: null })
  void catalog.start()
  const found = await catalog.findEventBySlug('event-1')
  assert.equal(found.ok && found.value?.id, eventId(1))
  catalog.stop()
})
