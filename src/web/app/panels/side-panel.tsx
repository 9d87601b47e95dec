/** The panel at the left: what the search finds, or what is watched. */
import { useStore } from '../../platform/state/hooks.ts'
import { useMarketData, useWorkspace } from '../../contexts/contexts.ts'
import { Discovery } from '../../features/discovery/discovery-panel.tsx'
import { SearchBox } from '../../features/discovery/search-box.tsx'
import { SearchFilters, SortChoice } from '../../features/discovery/search-filters.tsx'
import { PanelTools } from '../../widgets/panel-context.tsx'
import { later } from '../../ui/later.tsx'
import { Segments } from '../../ui/controls.tsx'

const WatchList = later(
  () => import('../../features/watch/watch-panel.tsx').then((module) => module.WatchList),
  {
    isAhead: true,
  },
)

/** Markets or watchlist. */
export function SidePanel() {
  const { side: sideStore } = useWorkspace()
  const { watch } = useMarketData()
  const side = useStore(sideStore)
  const count = useStore(watch.state).ids.length
  return (
    <section className="panel discovery" aria-label="Markets">
      <header className="panel-head">
        <h2 className="visually-hidden">{side === 'markets' ? 'Markets' : 'Watchlist'}</h2>
        <Segments
          className="side-tabs"
          label="List"
          value={side}
          options={[
            ['markets', 'Markets'],
            ['watch', count > 0 ? `Watch ${count}` : 'Watch'],
          ]}
          onChange={(next) => sideStore.set(next)}
        />
        {side === 'markets' && <SortChoice />}
        <PanelTools />
      </header>
      {side === 'markets' && (
        <>
          <SearchBox />
          <SearchFilters />
        </>
      )}
      {side === 'markets' ? <Discovery /> : <WatchList />}
    </section>
  )
}
