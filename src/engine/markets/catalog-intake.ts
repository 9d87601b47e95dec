/** Takes events into the index and the search together, in turns, and never more than the limits allow (INV-52). */
import type { EventId, OutcomeId } from '#core/ids.ts'
import type { League, MarketEvent } from '#core/market/market.ts'
import type { Clock } from '#ports/clock.ts'
import { closedEvent, type CatalogIndex } from './catalog-index.ts'
import type { Pauses } from './catalog-pause.ts'
import type { Search } from '../search/search.ts'

/** Events are taken in for so long before other work has its turn: an event may have one market or a hundred. */
const TURN_MS = 3
const CLOSED_EVENTS_KEPT = 5_000

export type CatalogIntake = ReturnType<typeof createCatalogIntake>

/** Works on the given index and search. */
export function createCatalogIntake(parts: {
  readonly index: CatalogIndex
  readonly search: Search
  readonly clock: Clock
  readonly pauses: Pauses
  readonly leagueOf: (event: MarketEvent) => League | null
  /** Events that are kept although they are closed. */
  readonly needed: () => ReadonlySet<EventId>
  /** Outcomes on screen, held or with orders. */
  readonly watched: () => ReadonlySet<OutcomeId>
}) {
  const { index, search, clock, pauses, leagueOf } = parts
  let fresh = new Set<EventId>()

  function pruneTo(keep: number): number {
    const needed = parts.needed()
    const forgotten = index.prune(keep, (id) => needed.has(id))
    for (const id of forgotten) search.remove(id)
    return forgotten.length
  }

  function takeOne(event: MarketEvent, asOf: number): string | null {
    let put = index.put(event, asOf)
    // Closed events give way to open ones.
    if (put.kind === 'excess' && pruneTo(0) > 0) put = index.put(event, asOf)
    if (put.kind === 'excess') return put.detail
    if (put.kind === 'older') return null
    if (put.isNew) fresh.add(event.id)
    search.put(put.event, leagueOf(put.event))
    return null
  }

  async function inTurns<T>(items: Iterable<T>, act: (item: T) => string | null): Promise<string | null> {
    let began = clock.monotonic()
    for (const item of items) {
      if (clock.monotonic() - began >= TURN_MS) {
        await pauses.wait(0)
        if (pauses.isStopped()) return null
        began = clock.monotonic()
      }
      const excess = act(item)
      if (excess !== null) return excess
    }
    return null
  }

  const take = (events: Iterable<MarketEvent>, asOf: number): Promise<string | null> =>
    inTurns(events, (event) => takeOne(event, asOf))

  return {
    /**
     * Takes events as read by a request that began at `asOf` (monotonic).
     *
     * @returns why the rest was not taken: which limit they are beyond; null when all were, or when stopped
     */
    take,
    /** Closes what the venue does not know any more. */
    close: (ids: readonly EventId[], asOf: number): Promise<string | null> =>
      take(ids.flatMap((id) => index.event(id) ?? []).map(closedEvent), asOf),
    /** From here on `dropNew` counts. */
    startWalk(): void {
      fresh = new Set()
    },
    /** Takes out what is new since the walk began: what had been read before is kept. */
    async dropNew(): Promise<void> {
      const dropped = fresh
      fresh = new Set()
      await inTurns(dropped, (id) => {
        index.remove(id)
        search.remove(id)
        return null
      })
    },
    /** Takes out what the walk, which began at `asOf`, has found in no event any more. */
    dropUnlisted(asOf: number): void {
      const needed = parts.watched()
      for (const event of index.dropUnlisted(asOf, (id) => needed.has(id))) search.put(event, leagueOf(event))
    },
    /** Forgets closed events beyond the number that is kept. */
    prune(): void {
      pruneTo(CLOSED_EVENTS_KEPT)
    },
    /** Says the leagues of all events again. */
    async relabel(): Promise<void> {
      await inTurns([...index.events()], (event) => {
        // An event changed meanwhile has its league already.
        if (index.event(event.id) === event) search.put(event, leagueOf(event))
        return null
      })
    },
  }
}
