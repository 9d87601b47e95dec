/** State of the catalog: its index and search, the parts that read the venue, and the progress of the reads. */
import type { EventId, MarketId, OutcomeId } from '#core/ids.ts'
import type { MarketFacts } from '#core/market/market-facts.ts'
import type { Instant, MarketEvent } from '#core/market/market.ts'
import { NO_UNREAD_ROWS, type UnreadRows } from '#core/unread-rows.ts'
import type { CatalogStore } from '#ports/stores.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import type { Tools } from '../tools.ts'
import { createFactsReader, type ReadFacts } from './catalog-facts.ts'
import { createCatalogIndex, type CatalogIndex } from './catalog-index.ts'
import { createCatalogIntake, type CatalogIntake } from './catalog-intake.ts'
import { CATALOG_LIMITS, type CatalogLimits } from './catalog-limits.ts'
import { createCatalogLookup, type CatalogLookup } from './catalog-lookup.ts'
import { createPauses, type Pauses } from './catalog-pause.ts'
import { createCatalogReference, type CatalogReference } from './catalog-reference.ts'
import { createSearch, type Search } from '../search/search.ts'

export type CatalogOptions = Pick<Tools, 'clock' | 'bus' | 'log'> & {
  readonly venue: VenueCatalog
  readonly store: CatalogStore
  /** Outcomes on screen, held or with orders: their events are read every minute, and looked up when they are unknown. */
  readonly watched: () => Iterable<OutcomeId>
  readonly limits?: CatalogLimits
}

/** The catalog's parts. */
export type CatalogParts = {
  readonly options: CatalogOptions
  readonly index: CatalogIndex
  readonly search: Search
  readonly reference: CatalogReference
  readonly lookup: CatalogLookup
  readonly intake: CatalogIntake
  readonly pauses: Pauses
  readonly readFacts: ReadFacts
}

/** How far the reads have come. */
export type CatalogProgress = {
  isStarted: boolean
  /** When the last complete walk began. */
  freshAt: Instant | null
  /** When the copy on disk was saved that was loaded at the start. */
  copyFrom: Instant | null
  /** Walks in a row that failed, and why the last one did. */
  failures: number
  fault: ReadFault | null
  /** Rows of the last complete walk that could not be read. */
  unread: UnreadRows
  notTradable: number
  /** An event that the last complete walk has brought: the venue knows it for sure. */
  confirmed: EventId | null
  /** Events of which something was announced and that are not read since. */
  readonly announced: Set<EventId>
  isWatching: boolean
  watchedFrom: number
  /** Ends after this are still to be announced. */
  endsFrom: Instant
}

export type CatalogState = { readonly parts: CatalogParts; readonly progress: CatalogProgress }

/** An empty catalog; nothing is read. */
export function createCatalogState(options: CatalogOptions): CatalogState {
  const { venue, clock, log } = options
  const index = createCatalogIndex(options.limits ?? CATALOG_LIMITS)
  const search = createSearch(() => clock.now())
  const reference = createCatalogReference({ venue, clock, log })
  const pauses = createPauses(clock)
  const intake = createCatalogIntake({
    index,
    search,
    clock,
    pauses,
    leagueOf: reference.leagueOf,
    needed: () => neededEvents(options, index),
    watched: () => new Set(options.watched()),
  })
  const lookup = createCatalogLookup({
    venue,
    clock,
    index,
    take: (events, asOf) => takeFound(parts, events, asOf),
  })
  const readFacts = createFactsReader({ venue, clock, learn: (id, facts) => learnFacts(parts, id, facts) })
  const parts: CatalogParts = { options, index, search, reference, lookup, intake, pauses, readFacts }
  const progress: CatalogProgress = {
    isStarted: false,
    freshAt: null,
    copyFrom: null,
    failures: 0,
    fault: null,
    unread: NO_UNREAD_ROWS,
    notTradable: 0,
    confirmed: null,
    announced: new Set(),
    isWatching: false,
    watchedFrom: 0,
    endsFrom: clock.now(),
  }
  return { parts, progress }
}

/** Events of the outcomes that are on screen, held or ordered. */
export function neededEvents(
  { watched }: Pick<CatalogOptions, 'watched'>,
  index: CatalogIndex,
): ReadonlySet<EventId> {
  return new Set([...watched()].flatMap((id) => index.outcome(id)?.event.id ?? []))
}

/** Publishes that events may have changed. */
export function publishCatalog({ options, index }: CatalogParts): void {
  options.bus.publish('catalog', { events: index.size() })
}

/** Keeps what the order-book service says of a market. */
export function learnFacts(parts: CatalogParts, id: MarketId, facts: MarketFacts): void {
  const changed = parts.index.learnFacts(id, facts)
  if (changed === null) return
  parts.search.put(changed, parts.reference.leagueOf(changed))
  publishCatalog(parts)
}

/** Keeps what was looked up on demand. */
async function takeFound(parts: CatalogParts, events: readonly MarketEvent[], asOf: number): Promise<void> {
  const { options, intake, pauses } = parts
  if (pauses.isStopped()) return
  const excess = await intake.take(events, asOf)
  if (excess !== null) options.log.warn('catalog.excess', { detail: excess })
  intake.prune()
  publishCatalog(parts)
}
