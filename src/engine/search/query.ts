/** Query and results of a search. */
import type { Market, MarketEvent } from '#core/market/market.ts'

export type SearchQuery = {
  readonly text: string
  readonly tag: string | null
  readonly league: string | null
  readonly kind: 'event' | 'market' | 'team' | null
  readonly status: 'open' | 'closed' | 'all'
  readonly sort: 'relevance' | 'volume' | 'liquidity' | 'ending' | 'newest'
  readonly live: boolean | null
  /** Milliseconds from now within which the event ends; what has ended does not count. */
  readonly closesWithin: number | null
  /** True if an open market of the event can be a leg of a combo; markets that cannot are then not listed. */
  readonly combo: boolean | null
  readonly limit: number
  readonly offset: number
}

export type SearchHit = { readonly event: MarketEvent; readonly markets: readonly Market[] }
