/**
 * Filters of the list of markets: presets, the order, and the rest behind one button, each filter that is on as a
 * chip.
 */
import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { wholeOf } from '../../platform/api/queries.ts'
import { usePage } from '../../contexts/contexts.ts'
import { filterChips, isEndingSoon, SORTS, toggleEndingSoon } from '../../data/markets/filters.ts'
import type { SearchFilters as Filters } from '../../data/markets/filters.ts'
import { useSearch } from './search-state.ts'
import { Button, Select, tip } from '../../ui/controls.tsx'
import styles from './discovery.module.css'
import { later } from '../../ui/later.tsx'

const MoreFilters = later(() => import('./more-filters.tsx').then((module) => module.MoreFilters), {
  isAhead: true,
})

/** The lines above the results. */
export function SearchFilters() {
  const { client } = usePage()
  const { query, setQuery } = useSearch()
  const [isOpen, setOpen] = useState(false)
  const ids = useId()
  const leagues = useQuery(wholeOf(client, 'listLeagues', {}))
  const nameOf = (code: string) => leagues.data?.find((one) => one.code === code)?.name ?? code
  const chips = query.mine ? [] : filterChips(query, nameOf)
  const change = (part: Partial<Filters>) => setQuery({ ...query, ...part })

  return (
    <>
      <div role="group" aria-label="Filter" className="row fine side-line-two">
        <Button className="plain" aria-pressed={query.live} onClick={() => change({ live: !query.live })}>
          Live
        </Button>
        <Button
          className="plain"
          aria-pressed={!query.mine && isEndingSoon(query)}
          disabled={query.mine}
          {...tip('What ends within 24 hours, the soonest first')}
          onClick={() => setQuery(toggleEndingSoon(query))}
        >
          Soon
        </Button>
        <Button
          className="plain"
          aria-pressed={query.mine}
          {...tip('Only where I have a position or an open order')}
          onClick={() => change({ mine: !query.mine })}
        >
          Mine
        </Button>
        <Button
          className="plain"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${ids}-more` : undefined}
          aria-disabled={query.mine}
          {...tip(query.mine ? 'No filters in Mine' : 'More filters')}
          onClick={() => {
            if (!query.mine) setOpen(!isOpen)
          }}
        >
          Filter{chips.length > 0 ? ` ${chips.length}` : ''}
        </Button>
      </div>
      {isOpen && !query.mine && (
        <MoreFilters id={`${ids}-more`} filters={query} leagues={leagues.data ?? []} onChange={change} />
      )}
      {chips.length > 0 && (
        <div
          role="group"
          aria-label="Filters that are on"
          className={`wraps rigid gap-4 ${styles.filterChips}`}
        >
          {chips.map((chip) => (
            <Button
              key={chip.name}
              className={styles.filterChip}
              aria-label={`Without ${chip.text}`}
              data-tip=""
              onClick={() => change(chip.without)}
            >
              <span className="cut">{chip.text}</span> <span aria-hidden="true">{'\u00d7'}</span>
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

/** The order of the results, for the panel's head. */
export function SortChoice() {
  const { query, setQuery } = useSearch()
  return (
    <Select
      className="plain push sort-choice"
      aria-label="Order"
      value={query.sort}
      aria-disabled={query.mine}
      {...tip(query.mine ? 'No sorting in Mine' : 'Order')}
      options={SORTS}
      onChoose={(sort) => {
        if (!query.mine) setQuery({ ...query, sort })
      }}
    />
  )
}
