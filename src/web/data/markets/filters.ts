/** Filters of the list of markets, kept in this browser. Anything unreadable counts as not chosen. */
import { fieldsOf } from '../../platform/state/store.ts'

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

/** Reads kept filters, field by field. */
export function readFilters(stored: unknown): SearchFilters {
  const kept = fieldsOf(stored)
  const { league, tag } = kept
  return {
    live: kept['live'] === true,
    sort: SORTS.find(([one]) => one === kept['sort'])?.[0] ?? NO_FILTERS.sort,
    tag: readTag(tag),
    league: typeof league === 'string' && /^[a-z0-9_-]{1,50}$/i.test(league) ? league : null,
    combo: kept['combo'] === true,
    closed: kept['closed'] === true,
  }
}

function readTag(value: unknown): SearchFilters['tag'] {
  if (typeof value !== 'object' || value === null) return null
  const { slug, label } = value as { readonly slug?: unknown; readonly label?: unknown }
  if (typeof slug !== 'string' || typeof label !== 'string') return null
  return slug === '' || slug.length > 100 ? null : { slug, label: label.slice(0, 100) }
}
