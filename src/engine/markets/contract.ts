/** Catalog and books as the edges and the rest of the engine see them. */
import type { BookTop, BookView, Trade } from '#core/book/book.ts'
import type { EventId, MarketId, OutcomeId } from '#core/ids.ts'
import type { Price } from '#core/price.ts'
import type { Instant, League, Market, MarketEvent, Outcome, Tag, Team } from '#core/market/market.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import type { Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { HistoryInterval, HistoryPoint } from '#ports/venue-catalog.ts'
import type { SearchHit, SearchQuery } from '../search/query.ts'

export interface Catalog {
  /** First full sync, then refreshes; resolves once the terminal is searchable (from disk or from the venue). */
  start(): Promise<void>
  stop(): void
  search(query: SearchQuery): { readonly hits: readonly SearchHit[]; readonly more: boolean }
  event(id: EventId): MarketEvent | null
  market(id: MarketId): Market | null
  /** As the catalog has it, else as the venue gives it: closed events are found so. Null when there is none. */
  findEvent(id: EventId): Promise<Result<MarketEvent | null, ReadFault>>
  findEventBySlug(slug: string): Promise<Result<MarketEvent | null, ReadFault>>
  findMarket(id: MarketId): Promise<Result<Market | null, ReadFault>>
  /** Reads what the order-book service says of a followed market, unless it is known; resolves when the venue has answered. */
  complete(id: OutcomeId): Promise<void>
  /** Brings the events of outcomes that the catalog does not know; resolves when the venue has answered or after 1.5 s. */
  learn(ids: Iterable<OutcomeId>): Promise<void>
  /**
   * Brings closed events that the venue finds for a text; resolves when the venue has answered or after 3 s.
   *
   * @returns in words why the list may lack some; null when the venue has searched them all
   */
  learnClosed(text: string): Promise<string | null>
  outcome(
    id: OutcomeId,
  ): { readonly outcome: Outcome; readonly market: Market; readonly event: MarketEvent } | null
  tags(): readonly Tag[]
  teams(): readonly Team[]
  leagues(): readonly League[]
  /** When the copy in memory was last confirmed by the venue; null when it is from disk only. */
  freshAt(): Instant | null
  health(): FeedHealth
}

export interface Books {
  start(): void
  stop(): void
  /** Keeps the outcome followed until released; the same outcome may be held many times. */
  hold(outcomeId: OutcomeId): () => void
  /** Follows for 60 s when nobody holds it. Null for an outcome that the catalog does not know. */
  view(outcomeId: OutcomeId): BookView | null
  /** The book of an outcome that is followed already; null for any other. Following is neither begun nor prolonged. */
  peek(outcomeId: OutcomeId): BookView | null
  /** The best prices of an outcome that is followed already, without a copy of the book; null for any other. */
  top(outcomeId: OutcomeId): BookTop | null
  /** The best prices as they were when their sides last had one: what is left to measure from when a side is empty. */
  lastBest(outcomeId: OutcomeId): { readonly bid: Price | null; readonly ask: Price | null }
  /** The last 50 trades received while followed, newest first; follows like `view`. Null for an outcome that the catalog does not know. */
  trades(outcomeId: OutcomeId): readonly Trade[] | null
  health(): FeedHealth
}

/** Price history of an outcome at the nearest fidelity that the venue accepts; the fidelity is in minutes. */
export type ReadHistory = (
  outcomeId: OutcomeId,
  interval: HistoryInterval,
  fidelityMinutes: number | null,
) => Promise<Result<{ readonly points: readonly HistoryPoint[]; readonly fidelity: number }, ReadFault>>
