/** The filters behind one button, loaded after the first view. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { wholeOf } from '../../platform/api/queries.ts'
import { usePage } from '../../contexts/contexts.ts'
import { NO_FILTERS } from '../../data/markets/search.ts'
import type { SearchFilters as Filters } from '../../data/markets/search.ts'
import { Button, Check, Select, tip } from '../../ui/controls.tsx'
import styles from './discovery.module.css'

export function MoreFilters(props: {
  readonly id: string
  readonly filters: Filters
  readonly leagues: readonly { readonly code: string; readonly name: string }[]
  readonly onChange: (part: Partial<Filters>) => void
}) {
  const { id, filters, leagues, onChange } = props
  const { client } = usePage()
  const tags = useQuery(wholeOf(client, 'listTags', {}))
  const [typed, setTyped] = useState(filters.tag?.label ?? '')
  const found = tags.data?.find(({ label }) => sameText(label, typed)) ?? null
  const isTagUnknown = typed.trim() !== '' && tags.data !== undefined && found === null

  return (
    <div id={id} role="group" aria-label="More filters" className={`rigid fine ${styles.moreFilters}`}>
      <Select
        label="League"
        value={filters.league}
        options={[[null, 'any'], ...leagues.map(({ code, name }) => [code, name] as const)]}
        onChoose={(league) => onChange({ league })}
      />
      <label>
        <span>Tag</span>
        <input
          className="field"
          list={`${id}-tags`}
          autoComplete="off"
          value={typed}
          aria-invalid={isTagUnknown}
          {...tip(isTagUnknown ? 'No such tag' : undefined)}
          onChange={(event) => {
            const text = event.target.value
            setTyped(text)
            const tag = tags.data?.find(({ label }) => sameText(label, text)) ?? null
            onChange({ tag: tag === null ? null : { slug: tag.slug, label: tag.label } })
          }}
        />
        <datalist id={`${id}-tags`}>
          {tags.data?.map(({ slug, label }) => (
            <option key={slug}>{label}</option>
          ))}
        </datalist>
      </label>
      <Check label="Combo legs only" checked={filters.combo} onCheck={(combo) => onChange({ combo })} />
      <Check label="Closed only" checked={filters.closed} onCheck={(closed) => onChange({ closed })} />
      <Button
        className="plain"
        onClick={() => {
          setTyped('')
          onChange({ ...NO_FILTERS, live: filters.live, sort: filters.sort })
        }}
      >
        Clear
      </Button>
    </div>
  )
}

function sameText(a: string, b: string): boolean {
  return a.localeCompare(b.trim(), 'en', { sensitivity: 'base' }) === 0
}
