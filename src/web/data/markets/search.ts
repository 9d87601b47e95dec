/** The search: its filters, kept in this browser (anything unreadable counts as not chosen), and the found events as one row per thing that opens. */
import type { Event, Market, Outcome } from '../../platform/api/client.ts'
import { signedLine } from '../../words/event-text.ts'
import { marketTitle } from './selection.ts'
import { createKept, createStore, fieldsOf, isLike } from '../../platform/state/store.ts'
import type { Memory } from '../../platform/state/store.ts'
import { writtenAmount } from '../../platform/format/figures.ts'

export type SearchFilters = {
  readonly live: boolean
  readonly sort: 'relevance' | 'volume' | 'liquidity' | 'ending' | 'newest'
  readonly tag: { readonly slug: string; readonly label: string } | null
  /** Code of a league. */
  readonly league: string | null
  readonly combo: boolean
  /** Closed events, in place of open ones. */
  readonly closed: boolean
}

export const NO_FILTERS: SearchFilters = {
  live: false,
  sort: 'relevance',
  tag: null,
  league: null,
  combo: false,
  closed: false,
}

export const SORTS = [
  ['relevance', 'Best'],
  ['volume', 'Volume'],
  ['liquidity', 'Liquidity'],
  ['ending', 'Ending'],
  ['newest', 'Newest'],
] as const

/** How many of the filters behind one button are on. */
export function countFilters({ tag, league, combo, closed }: SearchFilters): number {
  return [tag !== null, league !== null, combo, closed].filter(Boolean).length
}

/** The filters as parameters of the search. Without any text, what is most traded comes first. */
export function searchParameters(filters: SearchFilters, text: string) {
  const { live, sort, tag, league, combo, closed } = filters
  return {
    q: text.trim(),
    sort: text.trim() === '' && sort === 'relevance' ? ('volume' as const) : sort,
    ...(live ? { live: 'true' as const } : {}),
    ...(tag === null ? {} : { tag: tag.slug }),
    ...(league === null ? {} : { league }),
    ...(combo ? { combo: 'true' as const } : {}),
    ...(closed ? { status: 'closed' as const } : {}),
  }
}

/** Reads kept filters: with one that is unknown none counts. */
export function readFilters(stored: unknown): SearchFilters {
  const { live, sort, tag, league, combo, closed } = { ...NO_FILTERS, ...fieldsOf(stored) } as SearchFilters
  const isKnown =
    [live, combo, closed].every((flag) => typeof flag === 'boolean') &&
    SORTS.some(([one]) => one === sort) &&
    (tag === null || isLike({ slug: '', label: '' }, tag)) &&
    (league === null || /^[a-z0-9_-]{1,50}$/i.test(league))
  return isKnown ? { live, sort, tag, league, combo, closed } : NO_FILTERS
}

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
