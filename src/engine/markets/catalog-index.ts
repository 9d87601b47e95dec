/**
 * Events in memory with every way to look them up. The newest read of an event is kept; nothing is forgotten but old closed
 * events. What all of them may take is bounded (INV-52).
 */
import type { EventId, GameId, MarketId, OutcomeId } from '#core/ids.ts'
import { joinFacts, NO_FACTS, withFacts, type MarketFacts } from '#core/market/market-facts.ts'
import type { Market, MarketEvent, Outcome } from '#core/market/market.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import { excessOf, NOTHING_USED, useAfter, useOf } from './catalog-limits.ts'
import type { CatalogLimits, CatalogUse } from './catalog-limits.ts'

export type OutcomePlace = {
  readonly outcome: Outcome
  readonly market: Market
  readonly event: MarketEvent
}

type Put =
  | { readonly kind: 'kept'; readonly event: MarketEvent; readonly isNew: boolean }
  /** A newer read is kept already. */
  | { readonly kind: 'older' }
  /** It does not fit: nothing has changed. */
  | { readonly kind: 'excess'; readonly detail: string }

export type CatalogIndex = ReturnType<typeof createCatalogIndex>

type Entry = {
  readonly event: MarketEvent
  readonly asOf: number
  readonly use: CatalogUse
  /** Markets that the last read left out. */
  readonly unlisted: readonly MarketId[]
}

const NONE: readonly MarketId[] = []

/** Markets that have been followed. */
const FACTS_KEPT = 5_000

/** An empty index that takes so much. */
export function createCatalogIndex(limits: CatalogLimits) {
  const events = new Map<EventId, Entry>()
  const slugs = new Map<string, EventId>()
  const markets = new Map<MarketId, { readonly market: Market; readonly event: MarketEvent }>()
  const outcomes = new Map<OutcomeId, OutcomePlace>()
  const games = new Map<GameId, Set<EventId>>()
  const facts = new BoundedMap<MarketId, MarketFacts>(FACTS_KEPT)
  /** In the order in which they closed. */
  const closed = new Set<EventId>()
  let used = NOTHING_USED

  /** The market as read, with what else is known of it; the same one when that is nothing. */
  const complete = (market: Market): Market => withFacts(market, facts.get(market.id) ?? NO_FACTS)

  function completeEvent(event: MarketEvent): MarketEvent {
    const isKnown = event.markets.some(({ id }) => facts.get(id) !== undefined)
    return isKnown ? { ...event, markets: event.markets.map(complete) } : event
  }

  function store(
    event: MarketEvent,
    asOf: number,
    use: CatalogUse,
    unlisted: readonly MarketId[],
  ): MarketEvent {
    used = useAfter(used, events.get(event.id)?.use ?? NOTHING_USED, use)
    const before = events.get(event.id)?.event
    if (before !== undefined && before.slug !== event.slug) slugs.delete(before.slug)
    if (before !== undefined && before.gameId !== event.gameId) leaveGame(before)
    events.set(event.id, { event, asOf, use, unlisted })
    slugs.set(event.slug, event.id)
    for (const market of event.markets) {
      markets.set(market.id, { market, event })
      for (const outcome of market.outcomes) outcomes.set(outcome.id, { outcome, market, event })
    }
    if (event.gameId !== null) {
      const known = games.get(event.gameId)
      if (known === undefined) games.set(event.gameId, new Set([event.id]))
      else known.add(event.id)
    }
    if (event.status === 'open') closed.delete(event.id)
    else closed.add(event.id)
    return event
  }

  /** The event without some of its markets. */
  function storeWithout({ event, asOf }: Entry, gone: ReadonlySet<MarketId>): MarketEvent {
    const left = { ...event, markets: event.markets.filter(({ id }) => !gone.has(id)) }
    for (const market of event.markets) {
      if (!gone.has(market.id) || markets.get(market.id)?.event.id !== event.id) continue
      markets.delete(market.id)
      for (const { id } of market.outcomes) outcomes.delete(id)
    }
    return store(left, asOf, useOf(left), NONE)
  }

  /** A market that another event has now is in that one alone. */
  function takeFromOthers({ id: eventId, markets: listed }: MarketEvent): void {
    for (const { id } of listed) {
      const before = markets.get(id)?.event.id
      const other = before === undefined || before === eventId ? undefined : events.get(before)
      if (other !== undefined) storeWithout(other, new Set([id]))
    }
  }

  function leaveGame(event: MarketEvent): void {
    if (event.gameId === null) return
    const known = games.get(event.gameId)
    known?.delete(event.id)
    if (known?.size === 0) games.delete(event.gameId)
  }

  function forget({ event, use }: Entry): void {
    used = useAfter(used, use, NOTHING_USED)
    events.delete(event.id)
    closed.delete(event.id)
    if (slugs.get(event.slug) === event.id) slugs.delete(event.slug)
    leaveGame(event)
    for (const market of event.markets) {
      if (markets.get(market.id)?.event.id === event.id) markets.delete(market.id)
      for (const { id } of market.outcomes) {
        if (outcomes.get(id)?.event.id === event.id) outcomes.delete(id)
      }
    }
  }

  return {
    /**
     * Takes an event as read by a request that began at `asOf` (monotonic). Markets that the read leaves out stay as they
     * were.
     */
    put(event: MarketEvent, asOf: number): Put {
      const known = events.get(event.id)
      if (known !== undefined && known.asOf > asOf) return { kind: 'older' }
      const unlisted = known === undefined ? [] : missingOf(event, known.event)
      const whole = unlisted.length === 0 ? event : { ...event, markets: [...event.markets, ...unlisted] }
      const use = useOf(whole)
      const excess = excessOf(useAfter(used, known?.use ?? NOTHING_USED, use), limits)
      if (excess !== null) return { kind: 'excess', detail: excess }
      takeFromOthers(event)
      const ids = unlisted.length === 0 ? NONE : unlisted.map(({ id }) => id)
      return {
        kind: 'kept',
        event: store(completeEvent(whole), asOf, use, ids),
        isNew: known === undefined,
      }
    },
    /** Takes an event out as if it had never been read. */
    remove(id: EventId): void {
      const known = events.get(id)
      if (known !== undefined) forget(known)
    },
    /** Keeps what the order-book service says of a market, whatever later reads leave out. */
    learnFacts(id: MarketId, learnt: MarketFacts): MarketEvent | null {
      facts.set(id, joinFacts(facts.get(id) ?? NO_FACTS, learnt))
      const place = markets.get(id)
      if (place === undefined || complete(place.market) === place.market) return null
      const known = events.get(place.event.id)
      if (known === undefined) return null
      return store(completeEvent(known.event), known.asOf, known.use, known.unlisted)
    },
    /**
     * Takes out the markets that the reads since `asOf` have left out of their events: after a whole walk they are gone. One
     * that is needed stays, closed.
     *
     * @returns the events that have changed
     */
    dropUnlisted(asOf: number, isNeeded: (id: OutcomeId) => boolean): readonly MarketEvent[] {
      const left = [...events.values()].filter(
        (entry) => entry.asOf >= asOf && entry.unlisted.length > 0 && entry.event.isPartial !== true,
      )
      return left.map((entry) => {
        const isKept = ({ id, outcomes: own }: Market): boolean =>
          entry.unlisted.includes(id) && own.some((outcome) => isNeeded(outcome.id))
        const kept = new Set(entry.event.markets.filter(isKept).map(({ id }) => id))
        const event = storeWithout(entry, new Set(entry.unlisted.filter((id) => !kept.has(id))))
        if (kept.size === 0) return event
        const closed = event.markets.map((market) => (kept.has(market.id) ? closedMarket(market) : market))
        return store({ ...event, markets: closed }, asOf, useOf(event), NONE)
      })
    },
    /** Forgets closed events that are not needed until this number is left, oldest first; answers what it forgot. */
    prune(keep: number, isNeeded: (id: EventId) => boolean): readonly EventId[] {
      const surplus = [...closed].slice(0, Math.max(0, closed.size - keep))
      const forgotten = surplus.filter((id) => !isNeeded(id))
      for (const id of forgotten) {
        const known = events.get(id)
        if (known !== undefined) forget(known)
      }
      return forgotten
    },
    event: (id: EventId): MarketEvent | null => events.get(id)?.event ?? null,
    eventBySlug(slug: string): MarketEvent | null {
      const id = slugs.get(slug)
      return id === undefined ? null : (events.get(id)?.event ?? null)
    },
    market: (id: MarketId) => markets.get(id) ?? null,
    outcome: (id: OutcomeId): OutcomePlace | null => outcomes.get(id) ?? null,
    /** All events of a game, the main one first. */
    game(id: GameId): readonly MarketEvent[] {
      const ids = [...(games.get(id) ?? [])]
      return mainFirst(ids.flatMap((eventId) => events.get(eventId)?.event ?? []))
    },
    games: (): Iterable<GameId> => games.keys(),
    *events() {
      for (const { event } of events.values()) yield event
    },
    size: (): number => events.size,
  }
}

/** Markets that an answer leaves out: none of them is closed by that, they stay as they were until a whole walk lacks them too. */
function missingOf(event: MarketEvent, known: MarketEvent): readonly Market[] {
  const named = new Set(event.markets.map(({ id }) => id))
  return known.markets.filter(({ id }) => !named.has(id))
}

/** The main event of a game: the one that companions name as their parent, else the one with the shortest slug. */
function mainFirst(events: readonly MarketEvent[]): readonly MarketEvent[] {
  const parents = new Set(events.map(({ parentEventId }) => parentEventId))
  return events.toSorted(
    (a, b) =>
      Number(parents.has(b.id)) - Number(parents.has(a.id)) ||
      Number(a.parentEventId !== null) - Number(b.parentEventId !== null) ||
      a.slug.length - b.slug.length,
  )
}

/** The event once the venue no longer lists it. */
export function closedEvent(event: MarketEvent): MarketEvent {
  return {
    ...event,
    status: 'closed',
    live: false,
    markets: event.markets.map(closedMarket),
  }
}

function closedMarket(market: Market): Market {
  return market.status === 'open' ? { ...market, status: 'closed', acceptingOrders: false } : market
}
