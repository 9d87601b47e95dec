/** The search for components: one question behind the box and the list at the left, its answers page by page. */
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { faultText } from '../../platform/api/client.ts'
import type { Event } from '../../platform/api/client.ts'
import { pagesOf, SLEEPING } from '../../platform/api/queries.ts'
import { useLater, useStore } from '../../platform/state/hooks.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useMarketData, usePage, useWorkspace } from '../../contexts/contexts.ts'
import { searchParameters, leadingOutcome, searchRows } from '../../data/markets/search.ts'
import type { SearchQuery, SearchRow } from '../../data/markets/search.ts'
import { bringBefore } from '../../layouts/tree.ts'

const PAUSE_MS = 120
const REFRESH_MS = 30_000
const EVENTS_AT_ONCE = 20
const MAX_EVENTS = 160
const NO_EVENTS: readonly Event[] = []

/** The question, and how it is changed. */
export function useSearchQuery() {
  const { search } = useMarketData()
  const { side } = useWorkspace()
  return {
    query: useStore(search.query),
    setQuery: (query: SearchQuery): void => {
      side.set('markets')
      search.active.set(null)
      search.query.set(query)
    },
  }
}

/** The question with its rows, and the actions on them. */
export function useSearch() {
  const { active } = useMarketData().search
  const { workspace } = useWorkspace()
  const { client, router } = usePage()
  const { query, setQuery } = useSearchQuery()
  const activeId = useStore(active)
  const asked = useLater(query, PAUSE_MS)
  const pages = useInfiniteQuery({
    ...pagesOf(client, 'search', { ...searchParameters(asked, asked.text), limit: EVENTS_AT_ONCE }),
    ...SLEEPING,
    refetchInterval: REFRESH_MS,
  })
  const { data, error, isFetching } = pages
  // The list may have moved between two pages.
  const events = useMemo(
    () => (data === undefined ? NO_EVENTS : [...new Map(data.items.map((one) => [one.id, one])).values()]),
    [data],
  )
  const rows = useMemo(() => searchRows(events), [events])
  const isBehind = asked !== query || pages.isPlaceholderData
  const more = pages.hasNextPage && events.length < MAX_EVENTS
  const openRow = useCallback(
    (row: SearchRow) => {
      router.go(eventAddress(row.event.slug, leadingOutcome(row)?.id ?? null))
      workspace.change((old) => bringBefore(old, 'event', 'discovery'))
    },
    [router, workspace],
  )
  function go(row: SearchRow | undefined, opened: () => void): void {
    if (row === undefined) return
    openRow(row)
    opened()
  }
  const [entered, setEntered] = useState<{ readonly query: SearchQuery; readonly opened: () => void } | null>(
    null,
  )
  const goFirst = useEffectEvent((opened: () => void) => go(rows[0], opened))
  useEffect(() => {
    if (entered?.query === query && !isBehind) goFirst(entered.opened)
  }, [entered, query, isBehind])

  return {
    query,
    setQuery,
    events,
    rows,
    activeId: rows.some(({ id }) => id === activeId) ? activeId : null,
    more,
    isBehind,
    loading: isFetching,
    answered: data !== undefined,
    fault: error === null ? (data?.first?.note ?? null) : faultText(error.fault),
    move: (by: number): void => {
      const at = rows.findIndex(({ id }) => id === active.get())
      const next = rows.at(at === -1 && by < 0 ? -1 : Math.min(rows.length - 1, Math.max(0, at + by)))
      if (next === undefined) return
      active.set(next.id)
      document.getElementById(next.id)?.scrollIntoView({ block: 'nearest' })
    },
    readMore: (): void => {
      if (!isFetching && more) void pages.fetchNextPage()
    },
    openRow,
    /** The marked row, else the first of what was typed, once it is answered; never of what was listed before it. */
    open: (opened: () => void = () => undefined): void => {
      const chosen = rows.find(({ id }) => id === active.get())
      if (chosen === undefined && isBehind) setEntered({ query, opened })
      else go(chosen ?? rows[0], opened)
    },
  }
}
