/** The search for components: one state behind the box in the top bar and the list at the left. */
import { useMemo } from 'react'
import { useStore } from '../../platform/state/use-store.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useTerminal } from '../../model/terminal-context.ts'
import { searchRows } from '../../model/markets/search.ts'
import type { SearchQuery, SearchRow, SearchState } from '../../model/markets/search.ts'

/** State, rows and actions of the search. */
export function useSearch(): SearchState & {
  readonly rows: readonly SearchRow[]
  readonly activeId: string | null
  readonly setQuery: (query: SearchQuery) => void
  readonly move: (by: number) => void
  readonly open: (row?: SearchRow) => void
  readonly readMore: () => void
} {
  const terminal = useTerminal()
  const state = useStore(terminal.search.state)
  const rows = useMemo(() => searchRows(state.events), [state.events])
  return {
    ...state,
    rows,
    activeId: rows[state.active]?.id ?? null,
    setQuery(query) {
      terminal.side.set('markets')
      terminal.tabletTab.set('markets')
      terminal.search.setQuery(query)
    },
    move: (by) => {
      terminal.search.move(by)
      const id = searchRows(terminal.search.state.get().events)[terminal.search.state.get().active]?.id
      if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
    },
    readMore: terminal.search.readMore,
    open: (row = rows[Math.max(0, state.active)]) => {
      if (row === undefined) return
      const outcome = row.market?.outcomes[0] ?? row.event.markets[0]?.outcomes[0]
      terminal.router.go(eventAddress(row.event.slug, outcome?.id ?? null))
      terminal.tabletTab.set('event')
    },
  }
}
