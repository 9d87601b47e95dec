/**
 * The venue's events, markets and outcomes, kept current and searchable. A venue that is down changes nothing: the
 * last good copy goes on serving, marked by `freshAt` and `health`. An event closes on a positive signal only.
 */
import type { EventId, GameId, MarketId } from '#core/ids.ts'
import type { MarketFacts } from '#core/market/market-facts.ts'
import type { League, MarketEvent } from '#core/market/market.ts'
import type { TickSize } from '#core/price.ts'
import { catalogHealth } from './catalog-health.ts'
import { createCatalogState, learnFacts, type CatalogOptions } from './catalog-state.ts'
import { keepWalking, loadCopy, readLeagues } from './catalog-walk.ts'
import { announceEvents, refreshEvents, watchEvents } from './catalog-watch.ts'
import type { Catalog } from './contract.ts'

const WATCH_EVERY_MS = 15_000

export type CatalogActor = Catalog & {
  /** The newest streamed tick size of a market: it wins over reads until released. */
  setStreamedTick(id: MarketId, tickSize: TickSize): void
  releaseTick(id: MarketId): void
  /** Tick size by the last catalog read, for a market whose tick size is streamed. */
  readTick(id: MarketId): TickSize | null
  learnFacts(id: MarketId, facts: MarketFacts): void
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
  const state = createCatalogState(options)
  const { parts, progress } = state
  const { index, search, reference, lookup, pauses } = parts
  let stops: (() => void)[] = []
  return {
    async start() {
      progress.isStarted = true
      await loadCopy(state)
      if (pauses.isStopped()) return
      stops = [options.clock.every(WATCH_EVERY_MS, () => void watchEvents(state))]
      const first = new Promise<void>((resolve) => {
        stops.push(resolve)
        void keepWalking(state, resolve)
      })
      if (index.size() === 0) await first
    },
    stop() {
      pauses.stop()
      for (const end of stops) end()
      stops = []
    },
    refresh: (ids) => refreshEvents(state, ids),
    refreshLeagues: () => readLeagues(parts),
    search: (query) => search.find(query),
    event: (id) => index.event(id),
    findEvent: lookup.findEvent,
    findEventBySlug: lookup.findEventBySlug,
    findMarket: lookup.findMarket,
    learn: lookup.learn,
    learnClosed: lookup.learnClosed,
    announce: (ids) => announceEvents(progress, ids),
    market: (id) => index.market(id)?.market ?? null,
    outcome: (id) => index.outcome(id),
    game: (id) => index.game(id),
    games: () => index.games(),
    tags: reference.tags,
    teams: reference.teams,
    leagues: reference.leagues,
    league: reference.leagueOf,
    leagueByCode: reference.leagueByCode,
    freshAt: () => progress.freshAt,
    health: () => catalogHealth(state),
    setStreamedTick(id, tickSize) {
      const changed = index.setStreamedTick(id, tickSize)
      if (changed !== null) search.put(changed, reference.leagueOf(changed))
    },
    releaseTick: (id) => index.releaseTick(id),
    readTick: (id) => index.readTick(id),
    learnFacts: (id, facts) => learnFacts(parts, id, facts),
    complete(id) {
      const market = index.outcome(id)?.market
      return market === undefined ? Promise.resolve() : parts.readFacts(market)
    },
  }
}
