/** Filters of the list of markets: presets, the order, and the rest behind one button. */
import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { wholeOf } from '../../platform/api/queries.ts'
import { usePage } from '../../contexts/contexts.ts'
import { countFilters, SORTS } from '../../data/markets/search.ts'
import type { SearchFilters as Filters } from '../../data/markets/search.ts'
import { useSearchQuery } from './search-state.ts'
import { Button, Select, tip } from '../../ui/controls.tsx'
import { later } from '../../ui/later.tsx'

const MoreFilters = later(() => import('./more-filters.tsx').then((module) => module.MoreFilters), {
  isAhead: true,
})

/** The lines above the results. */
export function SearchFilters() {
  const { client } = usePage()
  const { query, setQuery } = useSearchQuery()
  const [isOpen, setOpen] = useState(false)
  const ids = useId()
  const leagues = useQuery(wholeOf(client, 'listLeagues', {}))
  const count = countFilters(query)
  const change = (part: Partial<Filters>) => setQuery({ ...query, ...part })

  return (
    <>
      <div role="group" aria-label="Filter" className="row fine side-line-two">
        <Button className="plain" aria-pressed={query.live} onClick={() => change({ live: !query.live })}>
          Live
        </Button>
        <Button
          className="plain"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${ids}-more` : undefined}
          {...tip('More filters')}
          onClick={() => setOpen(!isOpen)}
        >
          Filter{count > 0 ? ` ${count}` : ''}
        </Button>
      </div>
      {isOpen && (
        <MoreFilters id={`${ids}-more`} filters={query} leagues={leagues.data ?? []} onChange={change} />
      )}
    </>
  )
}

/** The order of the results, for the panel's head. */
export function SortChoice() {
  const { query, setQuery } = useSearchQuery()
  return (
    <Select
      className="plain push sort-choice"
      aria-label="Order"
      value={query.sort}
      {...tip('Order')}
      options={SORTS}
      onChoose={(sort) => setQuery({ ...query, sort })}
    />
  )
}
