// Rules shown here: VEN-10.
/** The catalog over a real server: paging, lookups that must fit, gzip and its cap, history and book reads. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parseEventId, parseMarketId, parseOutcomeId, type EventId } from '#core/ids.ts'
import { json, raw, startScriptedServer, type ScriptedServer } from '../testing/scripted-server.ts'
import { createTestVenue } from '../testing/venue.ts'
import type { Venue } from '../venue.ts'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const event = (id: string): object => ({ id, slug: `event-${id}`, title: id, markets: [] })

function eventId(text: string): EventId {
  const id = parseEventId(`pm:${text}`)
  assert.ok(id !== null)
  return id
}

let server: ScriptedServer
let venue: Venue

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin, { secrets: { sessionKey: null, credentials: null } })
})

after(async () => {
  await venue.close()
  await server.close()
})

describe('the catalog', () => {
  test('pages of events carry the cursor on, and end where it is absent; gzip is asked for and read', async () => {
    server.on('GET', '/events/keyset', (response, request) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams
      const page =
        query.get('after_cursor') === null
          ? { events: [event('1'), { id: 'x' }], next_cursor: 'c=' }
          : { events: [event('2')] }
      assert.equal(request.headers['accept-encoding'], 'gzip')
      raw(200, gzipSync(JSON.stringify(page)), { ...JSON_TYPE, 'content-encoding': 'gzip' })(
        response,
        request,
      )
    })
    const first = await venue.catalog.events({ closed: false, cursor: null })
    assert.ok(first.ok)
    assert.equal(first.value.nextCursor, 'c=')
    assert.equal(first.value.notUnderstood.count, 1)
    const second = await venue.catalog.events({ closed: false, cursor: first.value.nextCursor })
    assert.ok(second.ok)
    assert.equal(second.value.nextCursor, null)
    assert.deepEqual(
      server.calls.map(({ target }) => target),
      ['/events/keyset?closed=false&limit=100', '/events/keyset?closed=false&limit=100&after_cursor=c%3D'],
    )
  })

  test('an event above 4 MiB is passed over, counted and named; its page is read all the same', async () => {
    const huge = { ...event('77'), description: 'x'.repeat(5 * 1024 * 1024) }
    const page = { events: [event('1'), huge, event('2')], next_cursor: 'c=' }
    server.on('GET', '/events/keyset', json(200, page))
    const read = await venue.catalog.events({ closed: false, cursor: null })
    assert.ok(read.ok)
    assert.deepEqual(
      read.value.events.map(({ id }) => id),
      ['pm:1', 'pm:2'],
    )
    assert.deepEqual(read.value.notUnderstood, {
      count: 1,
      rows: [{ list: 'events', id: '77', reason: 'too long to read' }],
    })
    assert.equal(read.value.nextCursor, 'c=')
  })

  test('INV-52 a cursor that is too long is none, and leagues are counted', async () => {
    server.on('GET', '/events/keyset', json(200, { events: [event('1')], next_cursor: 'c'.repeat(3_000) }))
    const page = await venue.catalog.events({ closed: false, cursor: null })
    assert.equal(!page.ok && page.error.kind, 'unreadable')
    const leagues = Array.from({ length: 3_000 }, (_, at) => ({ sport: `l${at}`, ordering: 'home' }))
    server.on('GET', '/sports', json(200, leagues))
    const read = await venue.catalog.leagues()
    assert.equal(read.ok && read.value.length, 2_000)
  })

  test('a body beyond the cap is unreadable however small it came', async () => {
    server.on(
      'GET',
      '/events/keyset',
      raw(200, gzipSync(Buffer.alloc(65 * 1024 * 1024, 32)), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    )
    const page = await venue.catalog.events({ closed: false, cursor: null })
    assert.equal(!page.ok && page.error.kind, 'unreadable')
  })

  const misfits: readonly (readonly [string, object])[] = [
    ['an event not asked for', { events: [event('1'), event('3')] }],
    ['a cursor', { events: [event('1')], next_cursor: 'more' }],
    ['none of the ids', { events: [] }],
  ]
  for (const [name, body] of misfits) {
    test(`a lookup by ids whose answer has ${name} fails as a whole`, async () => {
      server.on('GET', '/events/keyset', json(200, body))
      const read = await venue.catalog.eventsByIds([eventId('1'), eventId('2')])
      assert.equal(!read.ok && read.error.kind, 'unreadable')
    })
  }

  test('a lookup by ids may omit what does not exist, and returns the others when a row cannot be read', async () => {
    for (const unreadable of [[], [{ ...event('1'), markets: 'none' }], [{ id: 'x' }]]) {
      server.on('GET', '/events/keyset', json(200, { events: [event('2'), ...unreadable] }))
      const read = await venue.catalog.eventsByIds([eventId('1'), eventId('2')])
      assert.deepEqual(read.ok && read.value.map(({ id }) => id), ['pm:2'])
    }
    assert.equal(server.calls.at(-1)?.target, '/events/keyset?id=1&id=2&limit=100')
  })

  test('a single event is null on 404 and a fault on anything else that is not it', async () => {
    server.on('GET', '/events/9', json(404, { type: 'not found error', error: 'event not found' }))
    assert.deepEqual(await venue.catalog.event(eventId('9')), { ok: true, value: null })
    server.on('GET', '/events/9', json(500, { error: 'x' }))
    assert.equal((await venue.catalog.event(eventId('9'))).ok, false)
    server.on('GET', '/events/slug/a%2Fb', json(200, event('4')))
    const bySlug = await venue.catalog.eventBySlug('a/b')
    assert.equal(bySlug.ok && bySlug.value?.id, 'pm:4')
  })

  test('offset listings are read to the empty page', async () => {
    server.on('GET', '/tags', (response, request) => {
      const offset = Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset'))
      const rows = Array.from({ length: Math.min(100, 150 - offset) }, (_, index) => ({
        id: `${offset + index}`,
        label: 'l',
        slug: 's',
      }))
      json(200, offset >= 150 ? [] : rows)(response, request)
    })
    const tags = await venue.catalog.tags()
    assert.deepEqual([tags.rows.length, tags.fault], [150, null])
  })

  test('an offset that the venue refuses with 422 is the end of a listing; a fault keeps what was read', async () => {
    let broken = 422
    server.on('GET', '/teams', (response, request) => {
      const offset = Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset'))
      const rows = Array.from({ length: 100 }, (_, at) => ({ id: offset + at, name: `team ${offset + at}` }))
      const refusal = { type: 'validation error', error: 'offset too large' }
      json(offset > 200 ? broken : 200, offset > 200 ? refusal : rows)(response, request)
    })
    const teams = await venue.catalog.teams()
    assert.deepEqual([teams.rows.length, teams.fault], [300, null])
    broken = 500
    const part = await venue.catalog.teams()
    assert.deepEqual([part.rows.length, part.fault?.kind], [300, 'unavailable'])
    server.on('GET', '/teams', json(422, {}))
    assert.equal((await venue.catalog.teams()).fault?.kind, 'unavailable')
  })

  test('INV-52 a listing that never ends is read to 20,000 rows', async () => {
    let asked = 0
    server.on('GET', '/tags', (response, request) => {
      asked += 1
      const rows = Array.from({ length: 1_500 }, (_, at) => ({ id: `${asked}${at}`, label: 'l', slug: 's' }))
      json(200, rows)(response, request)
    })
    assert.equal((await venue.catalog.tags()).rows.length, 20_000)
    assert.equal(asked, 14)
  })

  test('INV-86 a listing that gives the same rows whatever is asked for ends with that reason', async () => {
    let asked = 0
    server.on('GET', '/tags', (response, request) => {
      asked += 1
      json(200, [{ id: '1', label: 'l', slug: 's' }])(response, request)
    })
    const tags = await venue.catalog.tags()
    assert.match(tags.fault?.detail ?? '', /without a row that is new/)
    assert.deepEqual([tags.rows.length, asked], [1, 2])
  })

  test('the events of markets and outcomes are asked for among the open ones, then among the closed ones', async () => {
    const market = (hex: string, token: string, eventOf: string): object => ({
      conditionId: `0x${hex.repeat(32)}`,
      clobTokenIds: JSON.stringify([token, `${token}0`]),
      events: [{ id: eventOf, title: 'whatever' }],
    })
    server.on('GET', '/markets/keyset', (response, request) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams
      const isClosed = query.get('closed') === 'true'
      const stranger = market('ee', '99', '9')
      json(200, { markets: [stranger, isClosed ? market('bb', '6', '4') : market('aa', '5', '3')] })(
        response,
        request,
      )
    })
    const markets = ['aa', 'bb']
      .map((hex) => parseMarketId(`pm:0x${hex.repeat(32)}`))
      .filter((id) => id !== null)
    const outcomes = ['5', '60'].map((token) => parseOutcomeId(`pm:${token}`)).filter((id) => id !== null)
    assert.deepEqual(await venue.catalog.eventIdsOf({ markets }), { ok: true, value: ['pm:3', 'pm:4'] })
    assert.deepEqual(await venue.catalog.eventIdsOf({ outcomes }), { ok: true, value: ['pm:3', 'pm:4'] })
    const before = server.calls.length
    assert.deepEqual(await venue.catalog.eventIdsOf({ outcomes: outcomes.slice(0, 1) }), {
      ok: true,
      value: ['pm:3'],
    })
    assert.deepEqual(
      server.calls.slice(before).map(({ target }) => target),
      ['/markets/keyset?clob_token_ids=5&closed=false&limit=100'],
    )
    assert.equal(server.calls[before - 1]?.target, '/markets/keyset?clob_token_ids=60&closed=true&limit=100')
  })

  test('closed events that the venue finds for a text are returned by their ids', async () => {
    server.on(
      'GET',
      '/public-search',
      json(200, { events: [event('7'), null, event('7'), event('8')], tags: null }),
    )
    assert.deepEqual(await venue.catalog.closedEventIds('cup & final'), {
      ok: true,
      value: ['pm:7', 'pm:8'],
    })
    assert.match(
      server.calls.at(-1)?.target ?? '',
      /^\/public-search\?q=cup(%20|\+)%26(%20|\+)final&events_status=closed&/,
    )
    server.on('GET', '/public-search', json(200, { events: null }))
    assert.deepEqual(await venue.catalog.closedEventIds('x'), {
      ok: true,
      value: [],
    })
  })

  test('a search that is refused, or whose answer is of another form, is a fault', async () => {
    for (const answer of [json(404, {}), json(200, { events: 7 }), json(200, [])]) {
      server.on('GET', '/public-search', answer)
      assert.equal((await venue.catalog.closedEventIds('final cup')).ok, false)
    }
  })

  test('price history keeps the later of two points of one second, and none at a time that cannot be', async () => {
    const outcome = parseOutcomeId('pm:5')
    assert.ok(outcome !== null)
    server.on(
      'GET',
      '/prices-history',
      json(200, {
        history: [
          { t: 10, p: 0.5 },
          { t: 20, p: 0.515 },
          { t: 20, p: 0.52 },
          { t: 300_000_000_000, p: 0.53 },
          { t: -100_000_000_000, p: 0.53 },
        ],
      }),
    )
    const history = await venue.catalog.history(outcome, '1d', 5)
    assert.deepEqual(history.ok && history.value, [
      { at: 10_000, price: '0.5' },
      { at: 20_000, price: '0.52' },
    ])
    assert.equal(server.calls.at(-1)?.target, '/prices-history?market=5&interval=1d&fidelity=5')
  })

  test('a book read has the best prices whatever the order, and null where there is no book', async () => {
    const outcome = parseOutcomeId('pm:5')
    assert.ok(outcome !== null)
    const book = {
      market: `0x${'ab'.repeat(32)}`,
      asset_id: '5',
      timestamp: '1790000000000',
      hash: 'h',
      bids: [
        { price: '0.01', size: '5' },
        { price: '0.40', size: '2.5' },
      ],
      asks: null,
    }
    server.on('GET', '/book', json(200, book))
    const read = await venue.catalog.book(outcome)
    assert.deepEqual(read.ok && [read.value?.bids, read.value?.asks], [
      [
        [4000, 2_500_000n],
        [100, 5_000_000n],
      ],
      [],
    ])
    server.on('GET', '/book', json(404, { error: 'No orderbook exists for the requested token id' }))
    assert.deepEqual(await venue.catalog.book(outcome), { ok: true, value: null })
    server.on('GET', '/book', json(200, { ...book, asset_id: '6' }))
    assert.equal((await venue.catalog.book(outcome)).ok, false)
  })

  test('INV-39 a redirect is never followed', async () => {
    const calls = server.calls.length
    server.on('GET', '/sports', raw(302, '', { location: `${server.origin}/tags` }))
    const leagues = await venue.catalog.leagues()
    assert.equal(!leagues.ok && leagues.error.kind, 'unreadable')
    assert.equal(server.calls.length, calls + 1)
  })
})
