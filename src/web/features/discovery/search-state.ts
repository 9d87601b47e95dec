/** The search for components: one state behind the box in the top bar and the list at the left. */
import { useCallback, useMemo } from 'react'
import { useStore } from '../../platform/state/hooks.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useMarketData, usePage, useWorkspace } from '../../contexts/contexts.ts'
import { leadingOutcome, searchRows } from '../../data/markets/search.ts'
import type { SearchQuery, SearchRow, SearchState } from '../../data/markets/search.ts'

/** State, rows and actions of the search. */
export function useSearch(): SearchState & {
  readonly rows: readonly SearchRow[]
  readonly activeId: string | null
  readonly setQuery: (query: SearchQuery) => void
  readonly move: (by: number) => void
  readonly open: (opened?: () => void) => void
  readonly openRow: (row: SearchRow) => void
  readonly readMore: () => void
} {
  const { search } = useMarketData()
  const { side, tabletTab } = useWorkspace()
  const { router } = usePage()
  const state = useStore(search.state)
  const rows = useMemo(() => searchRows(state.events), [state.events])
  const openRow = useCallback(
    (row: SearchRow) => {
      router.go(eventAddress(row.event.slug, leadingOutcome(row)?.id ?? null))
      tabletTab.set('event')
    },
    [router, tabletTab],
  )
  return {
    ...state,
    rows,
    activeId: rows[state.active]?.id ?? null,
    setQuery(query) {
      side.set('markets')
      tabletTab.set('markets')
      search.setQuery(query)
    },
    move: (by) => {
      search.move(by)
      const id = searchRows(search.state.get().events)[search.state.get().active]?.id
      if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
    },
    readMore: search.readMore,
    openRow,
    open(opened = () => undefined) {
      const go = (row: SearchRow | undefined): void => {
        if (row === undefined) return
        openRow(row)
        opened()
      }
      const chosen = rows[state.active]
      if (chosen !== undefined) go(chosen)
      // The first of what was typed, not of what was listed before it.
      else search.onceAnswered(() => go(searchRows(search.state.get().events)[0]))
    },
  }
}
