/**
 * The venue's events, markets and outcomes, kept current and searchable. A venue that is down changes nothing: the
 * last good copy goes on serving, marked by `freshAt` and `health`. An event closes on a positive signal only.
 */
import type { EventId, GameId, MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant, League, MarketEvent, Tag, Team } from '#core/market.ts'
import type { TickSize } from '#core/price.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { CatalogStore } from '#ports/stores.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import { closedEvent, createCatalogIndex } from './catalog-index.ts'
import { createPauses } from './catalog-pause.ts'
import { lookUpEvents, walkOpenEvents } from './catalog-sync.ts'
import type { CompleteWalk } from './catalog-sync.ts'
import type { Bus, Catalog } from './engine.ts'
import { createSearch } from './search.ts'

const WALK_EVERY_MS = 5 * 60_000
const WATCH_EVERY_MS = 15_000
const REFERENCE_EVERY_MS = 60 * 60_000
const SAVE_EVERY_MS = 30 * 60_000
const FIRST_RETRY_MS = 2_000
/** Not confirmed for this long: the copy counts as stale. */
const STALE_AFTER_MS = 3 * WALK_EVERY_MS
/** Events are taken in for so long before other work has its turn: an event may have one market or a hundred. */
const TURN_MS = 3
/** Watched events read in one turn; when there are more, turns take the next ones. */
const WATCHED_PER_TURN = 500
const NAMED_AT_MOST = 3

export type CatalogOptions = {
  readonly venue: VenueCatalog
  readonly store: CatalogStore
  readonly clock: Clock
  readonly bus: Bus
  readonly log: Log
  /** Outcomes on screen, held or with orders: their events are read every 15 s. */
  readonly watched: () => Iterable<OutcomeId>
}

export type CatalogActor = Catalog & {
  /** The newest streamed tick size of a market: it wins over reads until released. */
  setStreamedTick(id: MarketId, tickSize: TickSize): void
  releaseTick(id: MarketId): void
  /** Reads these events now. */
  refresh(ids: readonly EventId[]): Promise<void>
  /** Reads the leagues now: their ordering is needed at each connect of the sports feed. */
  refreshLeagues(): Promise<void>
  league(event: MarketEvent): League | null
  leagueByCode(code: string): League | null
  /** All events of a game, the main one first. */
  game(id: GameId): readonly MarketEvent[]
  games(): Iterable<GameId>
}

/** Builds the catalog; nothing is read before `start`. */
export function createCatalog(options: CatalogOptions): CatalogActor {
  const { venue, store, clock, bus, log } = options
  const index = createCatalogIndex()
  const search = createSearch(() => clock.now())
  let tags: readonly Tag[] = []
  let teams: readonly Team[] = []
  let leagues: ReadonlyMap<string, League> = new Map()
  const pauses = createPauses(clock)
  let started = false
  let freshAt: Instant | null = null
  let copyFrom: Instant | null = null
  let savedAt: number | null = null
  let referenceAt: number | null = null
  let failures = 0
  /** Rows of the last complete walk that could not be read. */
  let unread: Pick<CompleteWalk, 'skipped' | 'tooLong'> = { skipped: 0, tooLong: [] }
  let fault: ReadFault | null = null
  let confirmed: EventId | null = null
  let watching = false
  let watchedFrom = 0
  let stops: (() => void)[] = []

  function league(event: MarketEvent): League | null {
    const code = event.teams[0]?.league
    if (code !== undefined) return leagues.get(code) ?? { code, name: code, ordering: 'home' }
    return leagues.get(event.slug.split('-', 1)[0] ?? '') ?? null
  }

  function take(event: MarketEvent, asOf: number): void {
    const kept = index.put(event, asOf)
    if (kept !== null) search.put(kept, league(kept))
  }

  async function takeInTurns(events: readonly MarketEvent[], asOf: number): Promise<void> {
    let began = clock.monotonic()
    for (const event of events) {
      if (clock.monotonic() - began >= TURN_MS) {
        await pauses.wait(0)
        if (pauses.isStopped()) return
        began = clock.monotonic()
      }
      take(event, asOf)
    }
  }

  function close(ids: readonly EventId[], asOf: number): Promise<void> {
    const known = ids.flatMap((id) => index.event(id) ?? [])
    return takeInTurns(known.map(closedEvent), asOf)
  }

  async function loadCopy(): Promise<void> {
    const copy = await store.load()
    if (copy === null || pauses.isStopped()) return
    tags = copy.tags
    teams = copy.teams
    leagues = byCode(copy.leagues)
    copyFrom = copy.savedAt
    await takeInTurns(copy.events, Number.NEGATIVE_INFINITY)
    bus.publish('catalog', { events: index.size() })
  }

  function saveCopy(): void {
    if (savedAt !== null && clock.monotonic() - savedAt < SAVE_EVERY_MS) return
    savedAt = clock.monotonic()
    store.save({
      events: [...index.events()],
      tags,
      teams,
      leagues: [...leagues.values()],
      savedAt: freshAt ?? clock.now(),
    })
  }

  async function refreshLeagues(): Promise<void> {
    const answer = await venue.leagues()
    if (answer.ok) leagues = byCode(answer.value)
    else log.warn('catalog.leagues_unread', { fault: answer.error.kind })
  }

  async function readReference(): Promise<void> {
    if (referenceAt !== null && clock.monotonic() - referenceAt < REFERENCE_EVERY_MS) return
    const [newTags, newTeams] = await Promise.all([venue.tags(), venue.teams(), refreshLeagues()])
    if (newTags.ok) tags = newTags.value
    if (newTeams.ok) teams = newTeams.value
    if (newTags.ok && newTeams.ok && leagues.size > 0) referenceAt = clock.monotonic()
  }

  async function lookUp(ids: readonly EventId[], anchor: EventId | null): Promise<void> {
    if (ids.length === 0) return
    const asOf = clock.monotonic()
    const answer = await lookUpEvents(venue, ids, anchor)
    if (pauses.isStopped()) return
    await takeInTurns(answer.found, asOf)
    await close(answer.gone, asOf)
    if (answer.fault !== null) log.warn('catalog.lookup_failed', { fault: answer.fault.kind })
  }

  /** One complete walk: every open event read, and what is missing among them looked up. */
  async function walk(): Promise<Result<unknown, ReadFault>> {
    const beganAt = clock.now()
    await readReference()
    const walked = await walkOpenEvents(venue, clock, pauses, takeInTurns)
    if (!walked.ok) return walked
    const { ids, skipped, tooLong } = walked.value
    unread = { skipped, tooLong }
    if (skipped > 0) log.warn('catalog.rows_skipped', { skipped, too_long: namesOf(tooLong) })
    confirmed = ids.values().next().value ?? null
    const missing = [...index.events()].filter((event) => event.status === 'open' && !ids.has(event.id))
    await lookUp(
      missing.map(({ id }) => id),
      confirmed,
    )
    freshAt = beganAt
    return walked
  }

  function needed(): ReadonlySet<EventId> {
    return new Set([...options.watched()].flatMap((id) => index.outcome(id)?.event.id ?? []))
  }

  async function walkForEver(onFirst: () => void): Promise<void> {
    while (!pauses.isStopped()) {
      const walked = await walk()
      if (pauses.isStopped()) return
      fault = walked.ok ? null : walked.error
      failures = walked.ok ? 0 : failures + 1
      if (walked.ok) {
        const kept = needed()
        for (const id of index.prune((eventId) => kept.has(eventId))) search.remove(id)
        saveCopy()
        onFirst()
      } else {
        log.warn('catalog.walk_failed', { fault: walked.error.kind, detail: walked.error.detail })
      }
      bus.publish('catalog', { events: index.size() })
      await pauses.wait(walked.ok ? WALK_EVERY_MS : retryDelay(walked.error))
    }
  }

  function retryDelay(error: ReadFault): number {
    return Math.max(error.retryAfterMs ?? 0, Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), WALK_EVERY_MS))
  }

  async function watch(): Promise<void> {
    if (watching) return
    watching = true
    try {
      const ids = [...needed()]
      if (watchedFrom >= ids.length) watchedFrom = 0
      const turn = ids.slice(watchedFrom, watchedFrom + WATCHED_PER_TURN)
      watchedFrom += WATCHED_PER_TURN
      await refresh(turn)
    } finally {
      watching = false
    }
  }

  async function refresh(ids: readonly EventId[]): Promise<void> {
    if (ids.length === 0) return
    await lookUp(ids, confirmed)
    bus.publish('catalog', { events: index.size() })
  }

  async function start(): Promise<void> {
    started = true
    await loadCopy()
    if (pauses.isStopped()) return
    stops = [clock.every(WATCH_EVERY_MS, () => void watch())]
    const first = new Promise<void>((resolve) => {
      stops.push(resolve)
      void walkForEver(resolve)
    })
    if (index.size() === 0) await first
  }

  function stop(): void {
    pauses.stop()
    for (const end of stops) end()
    stops = []
  }

  function setStreamedTick(id: MarketId, tickSize: TickSize): void {
    const changed = index.setStreamedTick(id, tickSize)
    if (changed !== null) search.put(changed, league(changed))
  }

  function detail(): string | null {
    if (fault !== null) return fault.detail
    if (freshAt === null && copyFrom !== null) return 'copy from disk'
    const { skipped, tooLong } = unread
    if (skipped === 0) return null
    const named = tooLong.length > 0 ? `; too long to read: event ${namesOf(tooLong)}` : ''
    return `${skipped} rows unreadable${named}`
  }

  function health(): FeedHealth {
    return {
      name: 'catalog',
      state: state(),
      connections: 0,
      subscriptions: index.size(),
      lastMessageAt: freshAt,
      reconnects: failures,
      detail: detail(),
    }
  }

  function state(): FeedHealth['state'] {
    if (!started || pauses.isStopped()) return 'off'
    if (freshAt !== null) return clock.now() - freshAt > STALE_AFTER_MS ? 'stale' : 'live'
    if (copyFrom !== null) return 'stale'
    return failures > 0 ? 'down' : 'connecting'
  }

  return {
    start,
    stop,
    refresh,
    refreshLeagues,
    search: (query) => search.find(query),
    event: (id) => index.event(id),
    eventBySlug: (slug) => index.eventBySlug(slug),
    market: (id) => index.market(id)?.market ?? null,
    outcome: (id) => index.outcome(id),
    game: (id) => index.game(id),
    games: () => index.games(),
    tags: () => tags,
    teams: () => teams,
    leagues: () => [...leagues.values()],
    league,
    leagueByCode: (code) => leagues.get(code) ?? null,
    freshAt: () => freshAt,
    health,
    setStreamedTick,
    releaseTick: (id) => index.releaseTick(id),
  }
}

/** The first few, and how many more. */
function namesOf(ids: readonly EventId[]): string {
  const more = ids.length - NAMED_AT_MOST
  return ids.slice(0, NAMED_AT_MOST).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function byCode(leagues: readonly League[]): ReadonlyMap<string, League> {
  return new Map(leagues.map((league) => [league.code, league]))
}
