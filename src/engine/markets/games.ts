/**
 * The games of the catalog with what the sports channel says about them. The channel sends only changes: what was reported
 * before the connection was lost is stale until it is reported again.
 */
import { gameScore, gameStatus, statusOfWord, type Game, type GameStatus } from '#core/market/game.ts'
import type { GameId } from '#core/ids.ts'
import type { Instant, MarketEvent } from '#core/market/market.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import type { Clock } from '#ports/clock.ts'
import type { GameUpdate, SportsFeed } from '#ports/venue-feeds.ts'
import type { CatalogActor } from './catalog.ts'
import { feedHealth } from './feed-status.ts'
import type { Bus } from '../bus.ts'

const TICK_MS = 1_000
const GAMES_KEPT = 5_000

type GamesQuery = {
  readonly league: string | null
  readonly live: boolean | null
  /** Games that start in this span; null for any. */
  readonly starting: { readonly from: Instant; readonly before: Instant } | null
}

export type Games = ReturnType<typeof createGames>

type GamesOptions = {
  readonly feed: SportsFeed
  readonly catalog: Pick<
    CatalogActor,
    'announce' | 'game' | 'games' | 'league' | 'leagueByCode' | 'leagues' | 'refreshLeagues'
  >
  readonly clock: Clock
  readonly bus: Bus
}

type Report = {
  readonly update: GameUpdate
  readonly at: Instant
  /** The connection that reported it. */
  readonly connection: number
  /** When it was first reported live. */
  readonly liveSince: Instant | null
  /** True if the catalog had an event of it when the connection was lost: closed events leave the catalog. */
  readonly hadEvent: boolean
}

type GamesState = GamesOptions & {
  readonly reports: Map<GameId, Report>
  connection: number
  isConnected: boolean
  reconnects: number
  ends: (() => void)[]
}

/** Builds the actor; the channel is silent until `start`. */
export function createGames(options: GamesOptions) {
  const state: GamesState = {
    ...options,
    reports: new BoundedMap(GAMES_KEPT),
    connection: 0,
    isConnected: false,
    reconnects: 0,
    ends: [],
  }

  return {
    start(): void {
      state.feed.start((update) => receive(state, update))
      state.ends = [
        state.clock.every(TICK_MS, () => tick(state)),
        state.bus.subscribe('catalog', () => onCatalog(state)),
        state.bus.subscribe('clock_jumped', () => {
          startConnection(state)
          state.feed.reconnect()
        }),
      ]
    },
    stop(): void {
      for (const end of state.ends) end()
      state.feed.stop()
      state.isConnected = false
    },
    /** Null for a game that neither the catalog nor the channel knows. */
    game: (id: GameId) => game(state, id),
    /** Live games first, then what starts soonest, then what has ended. */
    list: (query: GamesQuery) => list(state, query),
    health: () => feedHealth('sports', state.feed.status()),
  }
}

/** Notices a connection made or lost since the last look. */
function watchConnection(state: GamesState): void {
  const status = state.feed.status()
  const isLive = status.state === 'live'
  if (isLive === state.isConnected && status.reconnects === state.reconnects) return
  const isNew = isLive && (!state.isConnected || status.reconnects !== state.reconnects)
  state.isConnected = isLive
  state.reconnects = status.reconnects
  if (isNew) void state.catalog.refreshLeagues()
  startConnection(state)
}

function startConnection(state: GamesState): void {
  state.connection += 1
  for (const [gameId, known] of state.reports) {
    if (!known.update.live) continue
    state.reports.set(gameId, { ...known, hadEvent: state.catalog.game(gameId).length > 0 })
    state.bus.publish('game', { gameId })
  }
}

function isStale(state: GamesState, { update, connection: reportedBy }: Report): boolean {
  const status = gameStatus(update)
  return (status === 'live' || status === 'paused') && (!state.isConnected || reportedBy !== state.connection)
}

/** True if the catalog says that it ended while the channel was away: the channel may never report it again. */
function isEndMissed(state: GamesState, id: GameId, known: Report): boolean {
  return known.hadEvent && isStale(state, known) && catalogStatus(state.catalog.game(id)[0]) === 'ended'
}

function onCatalog(state: GamesState): void {
  for (const [gameId, known] of state.reports)
    if (isEndMissed(state, gameId, known)) state.bus.publish('game', { gameId })
}

function tick(state: GamesState): void {
  watchConnection(state)
  for (const [id, known] of state.reports) if (isStale(state, known)) announce(state, id)
}

/** The catalog's copy of what is listed is up to an hour old: it reads what has begun, has ended or may have. */
function announce(state: GamesState, id: GameId): void {
  state.catalog.announce(state.catalog.game(id).map((event) => event.id))
}

function receive(state: GamesState, update: GameUpdate): void {
  watchConnection(state)
  const { gameId } = update
  const before = state.reports.get(gameId)
  const at = state.clock.now()
  const liveSince = before?.liveSince ?? (update.live ? at : null)
  state.reports.delete(gameId)
  state.reports.set(gameId, { update, at, connection: state.connection, liveSince, hadEvent: false })
  const isRepeat =
    before !== undefined && before.connection === state.connection && isSameUpdate(before.update, update)
  if (before?.update.live !== update.live || before.update.ended !== update.ended) announce(state, gameId)
  if (!isRepeat) state.bus.publish('game', { gameId })
}

function game(state: GamesState, id: GameId): Game | null {
  const [event] = state.catalog.game(id)
  const known = state.reports.get(id)
  if (event === undefined && known === undefined) return null
  const code = known?.update.league.toLowerCase()
  const league =
    (event === undefined ? null : state.catalog.league(event)) ??
    (code === undefined ? null : state.catalog.leagueByCode(code))
  const ordering = league?.ordering ?? 'home'
  const fromCatalog: Game = {
    id,
    eventId: event?.id ?? null,
    league: league?.code ?? code ?? '',
    ordering,
    startsAt: event === undefined ? null : startOf(event),
    home: known?.update.homeTeam ?? teamOf(event, 'home'),
    away: known?.update.awayTeam ?? teamOf(event, 'away'),
    score: null,
    rawScore: null,
    period: null,
    elapsed: null,
    status: catalogStatus(event),
    startedAt: null,
    endedAt: null,
    stale: catalogStatus(event) === 'live',
    updatedAt: null,
  }
  if (known === undefined) return fromCatalog
  const { update } = known
  const startedAt = known.liveSince === null ? null : (fromCatalog.startsAt ?? known.liveSince)
  const reported: Game = { ...fromCatalog, startedAt, stale: isStale(state, known), updatedAt: known.at }
  // The last report is not the end.
  if (isEndMissed(state, id, known)) return { ...reported, status: 'ended', stale: false }
  const status = gameStatus(update)
  return {
    ...reported,
    score: state.catalog.leagues().length === 0 ? null : gameScore(update.score, update.period, ordering),
    rawScore: update.score,
    period: update.period,
    elapsed: update.elapsed,
    status,
    endedAt: status === 'ended' ? (update.finishedAt ?? known.at) : null,
  }
}

function list(state: GamesState, query: GamesQuery): readonly Game[] {
  const listed: Game[] = []
  for (const id of new Set([...state.catalog.games(), ...state.reports.keys()])) {
    const found = game(state, id)
    if (found === null) continue
    if (passes(found, query)) listed.push(found)
  }
  return listed.toSorted((a, b) => rank(a) - rank(b) || beginning(a) - beginning(b))
}

/** Status by the catalog alone; it lags, so a live game counts as stale until the channel has reported it. */
function catalogStatus(event: MarketEvent | undefined): GameStatus {
  if (event === undefined || event.status !== 'open') return 'ended'
  const said = event.gameStatus === undefined ? null : statusOfWord(event.gameStatus)
  return said ?? (event.live ? 'live' : 'scheduled')
}

/** The team that plays at home or away, as the event lists it; null when it does not say. */
function teamOf(event: MarketEvent | undefined, side: 'home' | 'away'): string | null {
  return event?.teams.find(({ ordering }) => ordering === side)?.name ?? null
}

/** The event's own start, else the first of its markets'. */
function startOf({ startTime, markets }: MarketEvent): Instant | null {
  if (startTime !== null) return startTime
  const starts = markets.flatMap(({ gameStartTime }) => gameStartTime ?? [])
  return starts.length === 0 ? null : Math.min(...starts)
}

/** When it starts or started; games without a time come last. */
function beginning({ startsAt, startedAt }: Game): number {
  return startsAt ?? startedAt ?? Number.MAX_SAFE_INTEGER
}

function passes(game: Game, query: GamesQuery): boolean {
  if (query.league !== null && game.league !== query.league) return false
  const isUnderway = game.status === 'live' || game.status === 'paused'
  if (query.live !== null && isUnderway !== query.live) return false
  const { starting } = query
  const at = beginning(game)
  return starting === null || (at >= starting.from && at < starting.before)
}

function rank(game: Game): number {
  if (game.status === 'live' || game.status === 'paused') return 0
  return game.status === 'scheduled' ? 1 : 2
}

function isSameUpdate(a: GameUpdate, b: GameUpdate): boolean {
  const fields = ['score', 'period', 'elapsed', 'status', 'live', 'ended', 'finishedAt'] as const
  return [...fields, 'homeTeam' as const, 'awayTeam' as const].every((field) => a[field] === b[field])
}
