/** Filters of the list of markets, kept in this browser. Anything unreadable counts as not chosen. */
import { amount } from '#contract/codec/fields.ts'
import { fieldsOf, keep, readKept } from '../../platform/state/store.ts'
import type { Memory } from '../../platform/state/store.ts'

export type SearchFilters = {
  readonly live: boolean
  /** Only events with a position or an open order of mine; the order is then theirs and nothing else narrows it. */
  readonly mine: boolean
  readonly sort: 'relevance' | 'volume' | 'liquidity' | 'ending' | 'newest'
  readonly tag: { readonly slug: string; readonly label: string } | null
  /** Code of a league. */
  readonly league: string | null
  /** Kind of text that must match the query. */
  readonly kind: 'event' | 'market' | 'team' | null
  /** Minutes. */
  readonly closesWithin: number | null
  /** Cash as decimal text. */
  readonly minLiquidity: string | null
  readonly combo: boolean
  /** Closed events, in place of open ones. */
  readonly closed: boolean
}

export const NO_FILTERS: SearchFilters = {
  live: false,
  mine: false,
  sort: 'relevance',
  tag: null,
  league: null,
  kind: null,
  closesWithin: null,
  minLiquidity: null,
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

export const KINDS = [
  ['event', 'Events'],
  ['market', 'Markets'],
  ['team', 'Teams'],
] as const

export const CLOSES_WITHIN = [
  [60, '1 h'],
  [360, '6 h'],
  [1_440, '24 h'],
  [10_080, '7 d'],
  [43_200, '30 d'],
] as const

export const LIQUIDITIES = [
  ['1000', '1K'],
  ['5000', '5K'],
  ['25000', '25K'],
  ['100000', '100K'],
] as const

const ENDING_SOON_MINUTES = 1_440

/** True if the list matches the preset "ending soon". */
export function isEndingSoon({ closesWithin, sort }: SearchFilters): boolean {
  return closesWithin === ENDING_SOON_MINUTES && sort === 'ending'
}

/** The filters with the preset on, or off again. */
export function toggleEndingSoon<F extends SearchFilters>(filters: F): F {
  return isEndingSoon(filters)
    ? { ...filters, closesWithin: null, sort: NO_FILTERS.sort }
    : { ...filters, closesWithin: ENDING_SOON_MINUTES, sort: 'ending' }
}

/** How many of the filters behind one button are on. */
export function countFilters(filters: SearchFilters): number {
  const { tag, league, kind, closesWithin, minLiquidity, combo, closed } = filters
  const hasEnd = closesWithin !== null && !isEndingSoon(filters)
  return [tag !== null, league !== null, kind !== null, hasEnd, minLiquidity !== null, combo, closed].filter(
    Boolean,
  ).length
}

/** The filters as parameters of the search. Without any text, what is most traded comes first. */
export function searchParameters(filters: SearchFilters, text: string) {
  const { live, sort, tag, league, kind, closesWithin, minLiquidity, combo, closed } = filters
  const isTyped = text.trim() !== ''
  return {
    q: text.trim(),
    sort: !isTyped && sort === 'relevance' ? ('volume' as const) : sort,
    ...(live ? { live: 'true' as const } : {}),
    ...(tag === null ? {} : { tag: tag.slug }),
    ...(league === null ? {} : { league }),
    ...(kind === null || !isTyped ? {} : { kind }),
    ...(closesWithin === null ? {} : { closesWithin }),
    ...(minLiquidity === null ? {} : { minLiquidity: amount.decode(minLiquidity) }),
    ...(combo ? { combo: 'true' as const } : {}),
    ...(closed ? { status: 'closed' as const } : {}),
  }
}

/** Reads kept filters, field by field. */
export function readFilters(stored: unknown): SearchFilters {
  const kept = fieldsOf(stored) ?? {}
  const { league, tag } = kept
  return {
    live: kept['live'] === true,
    mine: kept['mine'] === true,
    sort: chosen(SORTS, kept['sort']) ?? NO_FILTERS.sort,
    tag: readTag(tag),
    league: typeof league === 'string' && /^[a-z0-9_-]{1,50}$/i.test(league) ? league : null,
    kind: chosen(KINDS, kept['kind']),
    closesWithin: chosen(CLOSES_WITHIN, kept['closesWithin']),
    minLiquidity: chosen(LIQUIDITIES, kept['minLiquidity']),
    combo: kept['combo'] === true,
    closed: kept['closed'] === true,
  }
}

/** The choice of that value; null for none of them. */
function chosen<T>(choices: readonly (readonly [T, string])[], value: unknown): T | null {
  return choices.find(([one]) => one === value)?.[0] ?? null
}

function readTag(value: unknown): SearchFilters['tag'] {
  if (typeof value !== 'object' || value === null) return null
  const { slug, label } = value as { readonly slug?: unknown; readonly label?: unknown }
  if (typeof slug !== 'string' || typeof label !== 'string') return null
  return slug === '' || slug.length > 100 ? null : { slug, label: label.slice(0, 100) }
}

const NAME = 'sesame.search'

export type KeptFilters = {
  readonly read: () => SearchFilters
  readonly write: (filters: SearchFilters) => void
}

/** The filters over the browser's storage. */
export function createKeptFilters(storage: Memory): KeptFilters {
  return {
    read: () => readFilters(readKept(storage, NAME)),
    write: (filters) => keep(storage, NAME, readFilters(filters)),
  }
}
