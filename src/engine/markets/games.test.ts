// Games: what the sports channel reported, joined with the catalog, and stale when the channel cannot be relied on.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { GameId } from '#core/ids.ts'
import type { League, Team } from '#core/market/market.ts'
import type { GameUpdate } from '#ports/venue-feeds.ts'
import { createBus } from '../bus.ts'
import { createCatalog } from './catalog.ts'
import { createGames } from './games.ts'
import {
  createManualClock,
  createMemoryStore,
  createScriptedSports,
  createScriptedVenue,
  eventId,
  gameId,
  sampleEvent,
  sampleMarket,
  silentLog,
} from '../testing/market-fakes.ts'

const NBA: League = { code: 'nba', name: 'NBA', ordering: 'away' }
const EPL: League = { code: 'epl', name: 'Premier League', ordering: 'home' }
const ANY = { league: null, live: null, starting: null }

function update(id: number, changes: Partial<GameUpdate> = {}): GameUpdate {
  return {
    gameId: gameId(id),
    league: 'nba',
    homeTeam: 'LAL',
    awayTeam: 'BOS',
    status: 'InProgress',
    score: '101-99',
    period: 'Q4',
    elapsed: '05:12',
    live: true,
    ended: false,
    finishedAt: null,
    ...changes,
  }
}

async function setUp(leagues: readonly League[] = [NBA, EPL]) {
  const clock = createManualClock()
  const venue = createScriptedVenue()
  const bus = createBus((_, error) => {
    throw error
  })
  const feed = createScriptedSports()
  venue.leagueRows = leagues
  venue.listed = [
    sampleEvent(1, { gameId: gameId(7), slug: 'nba-bos-lal', startTime: 2_000 }),
    sampleEvent(2, { gameId: gameId(7), slug: 'nba-bos-lal-props', parentEventId: eventId(1) }),
    sampleEvent(3, { gameId: gameId(8), slug: 'epl-ars-lee', startTime: 1_000 }),
    sampleEvent(4, { gameId: gameId(9), slug: 'nba-was-bkn', startTime: 500, live: true }),
  ]
  const catalog = createCatalog({
    venue,
    store: createMemoryStore(),
    clock,
    bus,
    log: silentLog,
    watched: () => [],
  })
  await catalog.start()
  const games = createGames({ feed, catalog, clock, bus })
  games.start()
  const received: GameId[] = []
  bus.subscribe('game', (fact) => received.push(fact.gameId))
  await clock.advance(1_000)
  return { clock, venue, bus, games, received, feed, send: (published: GameUpdate) => feed.send(published) }
}

describe('a game', () => {
  test('joins the main event and turns the score by its league’s ordering', async () => {
    const { games, send } = await setUp()
    send(update(7))
    const game = games.game(gameId(7))
    assert.equal(game?.eventId, eventId(1))
    assert.deepEqual(game?.score, { home: 99, away: 101, detail: null })
    assert.equal(game?.status, 'live')
    assert.equal(game?.startedAt, 2_000)
    assert.equal(game?.stale, false)
  })

  test('that has ended says when', async () => {
    const { games, send } = await setUp()
    send(update(7, { live: false, ended: true, period: 'FT OT', finishedAt: 9_000 }))
    assert.equal(games.game(gameId(7))?.status, 'ended')
    assert.equal(games.game(gameId(7))?.endedAt, 9_000)
  })

  test('INV-28 without leagues has no score, only the venue’s text', async () => {
    const { games, send } = await setUp([])
    send(update(7))
    assert.equal(games.game(gameId(7))?.score, null)
    assert.equal(games.game(gameId(7))?.rawScore, '101-99')
  })

  test('that only the channel knows is shown without an event; one that nobody knows is not', async () => {
    const { games, send } = await setUp()
    send(update(55, { league: 'EPL' }))
    assert.equal(games.game(gameId(55))?.eventId, null)
    assert.equal(games.game(gameId(55))?.ordering, 'home')
    assert.equal(games.game(gameId(56)), null)
  })

  test('that the catalog calls live is stale until the channel reports it', async () => {
    const { games, send } = await setUp()
    assert.equal(games.game(gameId(9))?.stale, true)
    send(update(9))
    assert.equal(games.game(gameId(9))?.stale, false)
  })
})

describe('the bus', () => {
  test('publishes a change once and repeats not at all', async () => {
    const { received, send } = await setUp()
    send(update(7))
    send(update(7))
    send(update(7, { score: '103-99' }))
    assert.deepEqual(received, [gameId(7), gameId(7)])
  })
})

describe('the connection', () => {
  test('lost makes games underway stale, ended ones not; a new one does not fix them until they are reported', async () => {
    const { clock, games, feed, send } = await setUp()
    send(update(7))
    send(update(8, { live: false, ended: true }))
    feed.state = 'down'
    await clock.advance(1_000)
    assert.equal(games.game(gameId(7))?.stale, true)
    assert.equal(games.game(gameId(8))?.stale, false)
    feed.state = 'live'
    await clock.advance(1_000)
    assert.equal(games.game(gameId(7))?.stale, true)
    send(update(7))
    assert.equal(games.game(gameId(7))?.stale, false)
  })

  test('that begins or ends has its events read within a minute, any other only with the walk', async () => {
    const { clock, venue, send } = await setUp()
    const read = (): readonly string[] => venue.calls.filter((call) => call.startsWith('ids'))
    await clock.advance(120_000)
    assert.deepEqual(read(), [])
    send(update(8))
    send(update(8, { score: '101-100' }))
    await clock.advance(60_000)
    assert.equal(read().length, 1)
    assert.ok(read()[0]?.includes(eventId(3)))
    await clock.advance(120_000)
    assert.equal(read().length, 1)
    send(update(8, { live: false, ended: true }))
    await clock.advance(60_000)
    assert.equal(read().length, 2)
  })

  test('INV-28 lost over the end of a game does not leave it live: the catalog says that it is over, not how it ended', async () => {
    const { clock, venue, games, feed, received, send } = await setUp()
    for (const id of [7, 9, 99]) send(update(id))
    feed.state = 'down'
    await clock.advance(1_000)
    feed.state = 'live'
    const published = received.length
    venue.listed = venue.listed.map((event) =>
      event.gameId === gameId(7) ? { ...event, status: 'closed' } : event,
    )
    await clock.advance(1_800_000)
    const { status, stale, score, rawScore, home, endedAt } = games.game(gameId(7)) ?? {}
    assert.deepEqual(
      [status, stale, score, rawScore, home, endedAt],
      ['ended', false, null, null, 'LAL', null],
    )
    assert.ok(received.slice(published).includes(gameId(7)))
    for (const id of [9, 99]) assert.deepEqual(games.game(gameId(id))?.status, 'live', String(id))
    send(update(7, { live: false, ended: true, finishedAt: 9_000 }))
    assert.deepEqual([games.game(gameId(7))?.rawScore, games.game(gameId(7))?.endedAt], ['101-99', 9_000])
  })

  test('made again between two looks is noticed by its count, and loads the leagues', async () => {
    const { clock, venue, games, feed, send } = await setUp([NBA])
    send(update(7))
    venue.leagueRows = [{ ...NBA, ordering: 'home' }]
    feed.reconnects = 1
    await clock.advance(1_000)
    assert.equal(games.game(gameId(7))?.stale, true)
    assert.deepEqual(games.game(gameId(7))?.score, { home: 101, away: 99, detail: null })
  })

  test('INV-45 a clock jump makes games underway stale and opens the channel again', async () => {
    const { bus, games, feed, send } = await setUp()
    send(update(7))
    bus.publish('clock_jumped', null)
    assert.equal(games.game(gameId(7))?.stale, true)
    assert.equal(feed.reconnects, 1)
  })
})

describe('the list', () => {
  const ids = (games: readonly { readonly id: GameId }[]): number[] =>
    games.map(({ id }) => Number(id.slice(3)))

  test('has live games first, then what starts soonest, then what has ended', async () => {
    const { games, send } = await setUp()
    send(update(7))
    send(update(55, { live: false, ended: true }))
    assert.deepEqual(ids(games.list(ANY)), [9, 7, 8, 55])
  })

  test('is filtered by league, by live and by start', async () => {
    const { games, send } = await setUp()
    send(update(7))
    assert.deepEqual(ids(games.list({ ...ANY, league: 'epl' })), [8])
    assert.deepEqual(ids(games.list({ ...ANY, live: true })), [9, 7])
    assert.deepEqual(ids(games.list({ ...ANY, live: false })), [8])
    assert.deepEqual(ids(games.list({ ...ANY, starting: { from: 1_000, before: 2_000 } })), [8])
  })
})

describe('the teams of a game', () => {
  test('are those of the event until the channel names them', async () => {
    const { venue, games, clock, send } = await setUp()
    const team = (name: string, ordering: 'home' | 'away'): Team => ({
      id: name,
      name,
      league: 'nba',
      abbreviation: '',
      alias: null,
      record: null,
      color: null,
      ordering,
    })
    venue.listed = [
      sampleEvent(5, { gameId: gameId(20), teams: [team('Comets', 'away'), team('Herons', 'home')] }),
    ]
    await clock.advance(60 * 60_000)
    const sides = (): (string | null | undefined)[] => {
      const game = games.game(gameId(20))
      return [game?.home, game?.away]
    }
    assert.deepEqual(sides(), ['Herons', 'Comets'])
    send(update(20, { homeTeam: 'HER', awayTeam: null }))
    assert.deepEqual(sides(), ['HER', 'Comets'])
  })
})

describe('the start of a game', () => {
  test('is the event’s, else the first of its markets’, and not known without either', async () => {
    const { venue, games, clock } = await setUp()
    const starts = (id: number): number | null | undefined => games.game(gameId(id))?.startsAt
    assert.equal(starts(8), 1_000)
    venue.listed = [
      sampleEvent(5, {
        gameId: gameId(20),
        markets: [sampleMarket(5, { gameStartTime: 9_000 }), sampleMarket(6, { gameStartTime: 8_000 })],
      }),
      sampleEvent(7, { gameId: gameId(21) }),
    ]
    await clock.advance(60 * 60_000)
    assert.equal(starts(20), 8_000)
    assert.equal(starts(21), null)
  })

  test('of a game that only the channel knows is not invented', async () => {
    const { games, send } = await setUp()
    send(update(99))
    assert.equal(games.game(gameId(99))?.startsAt, null)
  })
})
