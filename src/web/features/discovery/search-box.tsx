/** The search box above its results, with how many events it found. */
import { SearchIcon } from 'lucide-react'
import { useKeyText, usePage, useWorkspace } from '../../contexts/contexts.ts'
import { focusLadder } from '../../contexts/focus-places.ts'
import { useSearch } from './search-state.ts'
import styles from './discovery.module.css'

/** Arrows and Enter act on the list below; Escape empties the box, then leaves it. */
export function SearchBox() {
  const key = useKeyText('search')
  const { router } = usePage()
  const { selection } = useWorkspace()
  const { query, rows, events, more, answered, loading, isBehind, setQuery, activeId, move, open } =
    useSearch()
  const count = `${events.length}${more ? '+' : ''} ${events.length === 1 ? 'event' : 'events'}`
  return (
    <div className={`row rigid ${styles.searchBox}`}>
      <SearchIcon />
      <input
        id="search"
        type="text"
        role="combobox"
        aria-label="Search markets"
        aria-expanded="true"
        aria-controls="search-results"
        aria-autocomplete="list"
        aria-activedescendant={activeId ?? undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={key === '' ? 'Search' : `Search (${key})`}
        value={query.text}
        onChange={(event) => setQuery({ ...query, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            move(event.key === 'ArrowDown' ? 1 : -1)
          } else if (event.key === 'Enter') {
            // The next keys are about the market.
            open(() => focusLadder({ router, selection }))
            if (isBehind || rows.length > 0) event.currentTarget.blur()
          } else if (event.key === 'Escape') {
            if (query.text === '') event.currentTarget.blur()
            else setQuery({ ...query, text: '' })
          }
        }}
      />
      <span className="dim rigid fine unbroken" role="status">
        {!answered ? '' : loading && query.text !== '' ? 'searching\u2026' : count}
      </span>
    </div>
  )
}
