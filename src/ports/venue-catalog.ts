/** The engine's reads of the venue's catalog and of price history. */
import type { Level } from '#core/book/book.ts'
import type { EventId, OutcomeId, MarketId } from '#core/ids.ts'
import type { Instant, League, MarketEvent, Tag, Team } from '#core/market/market.ts'
import type { MarketFacts } from '#core/market/market-facts.ts'
import type { TickSize } from '#core/price.ts'
import type { UnreadRows } from '#core/unread-rows.ts'
import type { Result } from '#lib/result.ts'
import type { ReadFault } from './venue-account.ts'

export type EventPage = {
  readonly events: readonly MarketEvent[]
  /** Null on the last page. */
  readonly nextCursor: string | null
  /** Rows of events and markets that are not understood: counted and named, never fatal. */
  readonly notUnderstood: UnreadRows
}

export type HistoryPoint = { readonly at: Instant; readonly price: string }

export type HistoryInterval = '1h' | '6h' | '1d' | '1w' | '1m' | 'max'

/** A book as an independent read shows it: it verifies the feed and is never a price source. */
export type BookRead = {
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  /** Best first. */
  readonly bids: readonly Level[]
  /** Best first. */
  readonly asks: readonly Level[]
  /** Null where the read has none, or none that is understood; left out by a venue that has none. */
  readonly tickSize?: TickSize | null
  readonly negRisk?: boolean | null
}

/** A listing as far as it could be read. */
export type VenueListing<T> = {
  readonly rows: readonly T[]
  /** Why it broke off; null when it is complete, or as long as the venue lists. */
  readonly fault: ReadFault | null
}

export interface VenueCatalog {
  /** One page of at most 100 events. */
  events(filter: {
    readonly closed: boolean
    readonly cursor: string | null
  }): Promise<Result<EventPage, ReadFault>>
  /** Open and closed events by id, at most 50; fails as a whole on an answer that does not fit (catalog rule 3). */
  eventsByIds(ids: readonly EventId[]): Promise<Result<readonly MarketEvent[], ReadFault>>
  /** Null on the venue's 404. */
  event(id: EventId): Promise<Result<MarketEvent | null, ReadFault>>
  eventBySlug(slug: string): Promise<Result<MarketEvent | null, ReadFault>>
  /** Ids of the events that hold these markets or outcomes, open or closed; 50 at most. */
  eventIdsOf(
    held: { readonly markets: readonly MarketId[] } | { readonly outcomes: readonly OutcomeId[] },
  ): Promise<Result<readonly EventId[], ReadFault>>
  /** Ids of closed events that the venue's own search finds. */
  closedEventIds(text: string): Promise<Result<readonly EventId[], ReadFault>>
  tags(): Promise<VenueListing<Tag>>
  teams(): Promise<VenueListing<Team>>
  leagues(): Promise<Result<readonly League[], ReadFault>>
  history(
    outcomeId: OutcomeId,
    interval: HistoryInterval,
    fidelityMinutes: number,
  ): Promise<Result<readonly HistoryPoint[], ReadFault>>
  /** Facts of a market from the order-book service; null when it knows none. */
  marketFacts(id: MarketId): Promise<Result<MarketFacts | null, ReadFault>>
  /** Null when the venue has no book for it. */
  book(outcomeId: OutcomeId): Promise<Result<BookRead | null, ReadFault>>
}
