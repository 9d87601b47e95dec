/** The search, and the found events as one row per thing that opens. */
import type { Event, Market, Outcome } from '../../platform/api/client.ts'
import { signedLine } from '../../words/event-text.ts'
import { marketTitle } from './selection.ts'
import { createKept, createStore } from '../../platform/state/store.ts'
import type { Memory } from '../../platform/state/store.ts'
import { readFilters } from './filters.ts'
import type { SearchFilters } from './filters.ts'
import { writtenAmount } from '../../platform/format/figures.ts'

export type SearchQuery = SearchFilters & { readonly text: string }
/** One row that can be opened: an event, or one of its markets. */
export type SearchRow = { readonly id: string; readonly event: Event; readonly market: Market | null }

/** Markets listed under an event of several. */
export const MAX_MARKETS = 3

/** Rows in the order shown: each event, then its best-matching markets when there are several. */
export function searchRows(events: readonly Event[]): readonly SearchRow[] {
  return events.flatMap((event) => [
    { id: `result-${event.id.slice(3)}`, event, market: null },
    ...(event.markets.length > 1 ? event.markets.slice(0, MAX_MARKETS) : []).map((market) => ({
      id: `result-${market.id.slice(3)}`,
      event,
      market,
    })),
  ])
}

/** The outcome that a row opens. */
export function leadingOutcome(row: Pick<SearchRow, 'event' | 'market'>): Outcome | null {
  return (row.market ?? row.event.markets[0])?.outcomes[0] ?? null
}

/** Name of the outcome whose prices a row shows; null where it is the plain Yes, or where the row has none. */
export function pricedName(market: Market | null): string | null {
  const name = market?.outcomes[0]?.name ?? 'Yes'
  return name === 'Yes' ? null : name
}

/**
 * Text of a market's row beside that name: the line of a spread (it belongs to the first outcome) or total, nothing
 * where the market is the game itself, else its title.
 */
export function pricedRest(event: Event, market: Market): string {
  const title = marketTitle(event, market)
  if (pricedName(market) === null) return title
  const { line, sportsMarketType: type } = market
  if (line !== null && type === 'totals') return writtenAmount(line)
  if (line !== null && type === 'spreads') return signedLine(line)
  return title === event.title ? '' : title
}

/** The search for the list of markets: its filters are kept, its text and the row that is marked are not. */
export function createSearch(storage: Memory) {
  const read = (kept: unknown): SearchQuery => ({ ...readFilters(kept), text: '' })
  return {
    query: createKept(storage, 'sesame.search', read, readFilters),
    /** Id of the marked row; null for none. */
    active: createStore<string | null>(null),
  }
}
