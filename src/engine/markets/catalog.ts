/**
 * The venue's events, markets and outcomes, kept current and searchable. A venue that is down changes nothing: the
 * last good copy goes on serving, marked by `freshAt` and `health`. An event closes on a positive signal only.
 */
import type { EventId, GameId, MarketId, OutcomeId } from '#core/ids.ts'
import type { MarketFacts } from '#core/market/market-facts.ts'
import type { Instant, Market, MarketEvent } from '#core/market/market.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import type { SearchQuery } from '../search/query.ts'
import { catalogHealth } from './catalog-health.ts'
import { createCatalogState, learnFacts, type CatalogOptions } from './catalog-state.ts'
import { keepWalking, loadCopy, readLeagues } from './catalog-walk.ts'
import { announceEvents, refreshEvents, watchEvents } from './catalog-watch.ts'

const WATCH_EVERY_MS = 15_000

export type CatalogActor = ReturnType<typeof createCatalog>

/** As the edges and the rest of the engine see it. */
export type Catalog = Omit<
  CatalogActor,
  'announce' | 'game' | 'games' | 'league' | 'leagueByCode' | 'learnFacts' | 'refresh' | 'refreshLeagues'
>

/** Builds the catalog; nothing is read before `start`. */
export function createCatalog(options: CatalogOptions) {
  const state = createCatalogState(options)
  const { parts, progress } = state
  const { index, search, reference, lookup, pauses } = parts
  let stops: (() => void)[] = []
  return {
    /** First full sync, then refreshes; resolves once the terminal is searchable (from disk or from the venue). */
    async start(): Promise<void> {
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
    stop(): void {
      pauses.stop()
      for (const end of stops) end()
      stops = []
    },
    /** Reads these events now. */
    refresh: (ids: readonly EventId[]): Promise<void> => refreshEvents(state, ids),
    /** Reads the leagues now: their ordering is needed at each connect of the sports feed. */
    refreshLeagues: (): Promise<void> => readLeagues(parts),
    search: (query: SearchQuery) => search.find(query),
    event: index.event,
    /** As the catalog has it, else as the venue gives it: closed events are found so. Null when there is none. */
    findEvent: lookup.findEvent,
    findEventBySlug: lookup.findEventBySlug,
    findMarket: lookup.findMarket,
    learn: lookup.learn,
    learnClosed: lookup.learnClosed,
    /** Something has happened to these events: they are read within a minute. */
    announce: (ids: Iterable<EventId>): void => announceEvents(progress, ids),
    market: (id: MarketId): Market | null => index.market(id)?.market ?? null,
    outcome: index.outcome,
    /** All events of a game, the main one first. */
    game: (id: GameId): readonly MarketEvent[] => index.game(id),
    games: index.games,
    tags: reference.tags,
    teams: reference.teams,
    leagues: reference.leagues,
    league: reference.leagueOf,
    leagueByCode: reference.leagueByCode,
    /** When the copy in memory was last confirmed by the venue; null when it is from disk only. */
    freshAt: (): Instant | null => progress.freshAt,
    health: (): FeedHealth => catalogHealth(state),
    learnFacts: (id: MarketId, facts: MarketFacts): void => learnFacts(parts, id, facts),
    /** Reads what the order-book service says of a followed market, unless it is known; resolves when the venue has answered. */
    complete(id: OutcomeId): Promise<void> {
      const market = index.outcome(id)?.market
      return market === undefined ? Promise.resolve() : parts.readFacts(market)
    },
  }
}
