/** The watched outcomes in the chosen order, as far as they have been read. */
import { useMemo } from 'react'
import type { Event, Market } from '../../platform/api/wire.ts'
import { useNow } from '../../platform/state/use-now.ts'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { useQueryClient } from '@tanstack/react-query'
import { dayOf } from '../../data/markets/day.ts'
import { useMarketData } from '../../contexts/market-data.ts'
import { usePage } from '../../contexts/page.ts'
import { sortWatched } from './watch-sort.ts'
import type { WatchFacts } from './watch-sort.ts'

/** Changes meanwhile move rows this often at most. */
const AGAIN_MS = 2_000

/** Sorted again as rows are read, and every two seconds. */
export function useSorted(ids: readonly string[]): readonly string[] {
  const { client, settings } = usePage()
  const { events } = useMarketData()
  const queries = useQueryClient()
  const sort = useSelected(settings, (chosen) => chosen.watchSort)
  const known = useStore(events.all)
  const now = useNow(AGAIN_MS)
  const markets = useMemo(() => (sort === 'own' ? null : marketsOf(known, new Set(ids))), [known, ids, sort])
  const factsOf = (id: string): WatchFacts => {
    const market = markets?.get(id)
    const day = queries.getQueryData(dayOf(client, id).queryKey) ?? null
    return {
      change: day === null ? null : day.last - day.first,
      volume: market?.volume ?? null,
      startsAt: market?.gameStartTime ?? null,
    }
  }
  return sortWatched(ids, sort, factsOf, now)
}

function marketsOf(
  events: ReadonlyMap<string, Event>,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, Market> {
  const markets = new Map<string, Market>()
  for (const event of events.values())
    for (const market of event.markets)
      for (const { id } of market.outcomes) if (wanted.has(id)) markets.set(id, market)
  return markets
}
