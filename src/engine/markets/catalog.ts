/**
 * The venue's events, markets and outcomes, kept current and searchable. A venue that is down changes nothing: the
 * last good copy goes on serving, marked by `freshAt` and `health`. An event closes on a positive signal only.
 */
import type { EventId, GameId, MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant, League, Market, MarketEvent } from '#core/market/market.ts'
import type { TickSize } from '#core/price.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import { NO_UNREAD_ROWS, unreadText } from '#core/unread-rows.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { CatalogStore } from '#ports/stores.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import { createCatalogIndex } from './catalog-index.ts'
import { createCatalogIntake } from './catalog-intake.ts'
import { CATALOG_LIMITS } from './catalog-limits.ts'
import type { CatalogLimits } from './catalog-limits.ts'
import { createCatalogLookup } from './catalog-lookup.ts'
import { createPauses } from './catalog-pause.ts'
import { createCatalogReference } from './catalog-reference.ts'
import { lookUpEvents, walkOpenEvents } from './catalog-sync.ts'
import type { Bus } from '../bus.ts'
import type { Catalog } from './contract.ts'
import { createSearch } from '../search/search.ts'

/** What the feed announces and what is needed is read in between: a walk of the whole is tens of megabytes. */
const WALK_EVERY_MS = 60 * 60_000
const WATCH_EVERY_MS = 15_000
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 5 * 60_000
/** Not confirmed for this long: the copy counts as stale. */
const STALE_AFTER_MS = 90 * 60_000
/** Events read in one turn; when more are needed, turns take the next ones. */
const READ_PER_TURN = 500
const ANNOUNCED_AT_MOST = 2_000

export type CatalogOptions = {
  readonly venue: VenueCatalog
  readonly store: CatalogStore
  readonly clock: Clock
  readonly bus: Bus
  readonly log: Log
  /** Outcomes on screen, held or with orders: their events are read every minute, and looked up when they are unknown. */
  readonly watched: () => Iterable<OutcomeId>
  readonly limits?: CatalogLimits
}

export type CatalogActor = Catalog & {
  /** The newest streamed tick size of a market: it wins over reads until released. */
  setStreamedTick(id: MarketId, tickSize: TickSize): void
  releaseTick(id: MarketId): void
  /** Something has happened to these events: they are read within a minute. */
  announce(ids: Iterable<EventId>): void
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
  const index = createCatalogIndex(options.limits ?? CATALOG_LIMITS)
  const search = createSearch(() => clock.now())
  const reference = createCatalogReference({ venue, clock, log })
  const lookup = createCatalogLookup({ venue, clock, index, take: takeFound })
  const pauses = createPauses(clock)
  const league = reference.leagueOf
  const intake = createCatalogIntake({ index, search, clock, pauses, leagueOf: league, needed })
  const announced = new Set<EventId>()
  let started = false
  let freshAt: Instant | null = null
  let copyFrom: Instant | null = null
  let failures = 0
  /** Rows of the last complete walk that could not be read. */
  let notTradable = 0
  let unread = NO_UNREAD_ROWS
  let fault: ReadFault | null = null
  let confirmed: EventId | null = null
  let watching = false
  let watchedFrom = 0
  let endsFrom = clock.now()
  let stops: (() => void)[] = []

  async function loadCopy(): Promise<void> {
    const copy = await store.load()
    if (copy === null || pauses.isStopped()) return
    reference.restore(copy)
    copyFrom = copy.savedAt
    await intake.take(copy.events, Number.NEGATIVE_INFINITY)
    bus.publish('catalog', { events: index.size() })
  }

  function saveCopy(): void {
    store.save({
      events: [...index.events()],
      tags: reference.tags(),
      teams: reference.teams(),
      leagues: reference.leagues(),
      savedAt: freshAt ?? clock.now(),
    })
  }

  async function refreshLeagues(): Promise<void> {
    if (await reference.readLeagues()) await intake.relabel()
  }

  async function lookUp(ids: readonly EventId[], anchor: EventId | null): Promise<void> {
    if (ids.length === 0) return
    const asOf = clock.monotonic()
    const answer = await lookUpEvents(venue, ids, anchor)
    if (pauses.isStopped()) return
    const excess = (await intake.take(answer.found, asOf)) ?? (await intake.close(answer.gone, asOf))
    if (answer.fault !== null) log.warn('catalog.lookup_failed', { fault: answer.fault.kind })
    if (excess !== null) log.warn('catalog.excess', { detail: excess })
  }

  /** One complete walk: every open event read, and what is missing among them looked up. */
  async function walk(): Promise<Result<unknown, ReadFault>> {
    const beganAt = clock.now()
    intake.startWalk()
    await refreshLeagues()
    let excess: string | null = null
    const walked = await walkOpenEvents(venue, clock, pauses, async (events, asOf) => {
      excess = await intake.take(events, asOf)
      return excess
    })
    if (excess !== null) await intake.dropNew()
    if (!walked.ok) return walked
    const { ids } = walked.value
    unread = walked.value.notUnderstood
    notTradable = openMarkets().filter((market) => market.notTradable !== undefined).length
    if (unread.count > 0)
      log.warn('catalog.rows_skipped', { skipped: unread.count, rows: unreadText(unread) })
    confirmed = ids.values().next().value ?? null
    const missing = [...index.events()].filter((event) => event.status === 'open' && !ids.has(event.id))
    await lookUp(
      missing.map(({ id }) => id),
      confirmed,
    )
    freshAt = beganAt
    return walked
  }

  function openMarkets(): readonly Market[] {
    const open = [...index.events()].filter(({ status }) => status === 'open')
    return open.flatMap(({ markets }) => markets)
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
        intake.prune()
        onFirst()
        void lookup.readOutcomes(options.watched())
        await reference.readLists()
        saveCopy()
      } else {
        log.warn('catalog.walk_failed', { fault: walked.error.kind, detail: walked.error.detail })
      }
      bus.publish('catalog', { events: index.size() })
      await pauses.wait(walked.ok ? WALK_EVERY_MS : retryDelay(walked.error))
    }
  }

  function retryDelay(error: ReadFault): number {
    return Math.max(error.retryAfterMs ?? 0, Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS))
  }

  function announce(ids: Iterable<EventId>): void {
    for (const id of ids) if (announced.size < ANNOUNCED_AT_MOST) announced.add(id)
  }

  /** Events that were to end since the last look: their next state is near. */
  function announceEnds(): void {
    const now = clock.now()
    for (const { id, status, endTime } of index.events()) {
      if (status === 'open' && endTime !== null && endTime > endsFrom && endTime <= now) announce([id])
    }
    endsFrom = now
  }

  async function watch(): Promise<void> {
    if (watching) return
    watching = true
    try {
      announceEnds()
      const ids = [...needed()]
      if (watchedFrom >= ids.length) watchedFrom = 0
      const hinted = [...announced].slice(0, READ_PER_TURN)
      for (const id of hinted) announced.delete(id)
      const turn = ids.slice(watchedFrom, watchedFrom + READ_PER_TURN)
      watchedFrom += READ_PER_TURN
      await refresh([...new Set([...hinted, ...turn])])
      await lookup.readOutcomes(options.watched())
    } finally {
      watching = false
    }
  }

  async function refresh(ids: readonly EventId[]): Promise<void> {
    if (ids.length === 0) return
    await lookUp(ids, confirmed)
    bus.publish('catalog', { events: index.size() })
  }

  /** Keeps what was looked up on demand. */
  async function takeFound(events: readonly MarketEvent[], asOf: number): Promise<void> {
    if (pauses.isStopped()) return
    const excess = await intake.take(events, asOf)
    if (excess !== null) log.warn('catalog.excess', { detail: excess })
    intake.prune()
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
    const counted = [
      ...(unread.count > 0 ? [unreadText(unread)] : []),
      ...(notTradable > 0 ? [`${notTradable} markets not tradable here`] : []),
    ]
    return counted.length === 0 ? null : counted.join('; ')
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
      notUnderstood: unread,
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
    findEvent: lookup.findEvent,
    findEventBySlug: lookup.findEventBySlug,
    findMarket: lookup.findMarket,
    learn: lookup.learn,
    learnClosed: lookup.learnClosed,
    announce,
    market: (id) => index.market(id)?.market ?? null,
    outcome: (id) => index.outcome(id),
    game: (id) => index.game(id),
    games: () => index.games(),
    tags: reference.tags,
    teams: reference.teams,
    leagues: reference.leagues,
    league,
    leagueByCode: reference.leagueByCode,
    freshAt: () => freshAt,
    health,
    setStreamedTick,
    releaseTick: (id) => index.releaseTick(id),
  }
}
