/** The order of the watchlist: the user's own, or by what the rows tell. */
import type { Micros } from '#core/money.ts'
import type { WatchSort } from '../../data/settings/settings.ts'

/** Sort keys of a row; null where they are not known. */
export type WatchFacts = {
  /** In 24 hours, in millionths. */
  readonly change: number | null
  readonly volume: Micros | null
  /** Milliseconds of the wall clock; null also where nothing starts. */
  readonly startsAt: number | null
}

/**
 * The outcomes in the chosen order: the widest change either way first, the largest volume first, or the next start
 * first and then started games, the latest first. Unknown ones come last; equal ones, in the own order.
 */
export function sortWatched(
  ids: readonly string[],
  sort: WatchSort,
  factsOf: (outcomeId: string) => WatchFacts,
  now: number,
): readonly string[] {
  if (sort === 'own') return ids
  const keys = new Map(ids.map((id) => [id, keyOf(factsOf(id), sort, now)]))
  return ids.toSorted((a, b) => descending(keys.get(a) ?? null, keys.get(b) ?? null))
}

/** The larger the nearer to the top; null is last. */
function keyOf(facts: WatchFacts, sort: Exclude<WatchSort, 'own'>, now: number): number | bigint | null {
  switch (sort) {
    case 'change':
      return facts.change === null ? null : Math.abs(facts.change)
    case 'volume':
      return facts.volume
    case 'start': {
      const { startsAt } = facts
      if (startsAt === null) return null
      return startsAt > now ? 1 / (startsAt - now) : startsAt - now
    }
  }
}

function descending(a: number | bigint | null, b: number | bigint | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a > b ? -1 : a < b ? 1 : 0
}
