/**
 * Filters of the list of markets: presets, the order, and the rest behind one button, each filter that is on as a
 * chip.
 */
import { useId, useState } from 'react'
import { readLeagues, readTags } from '../../platform/api/reference-lists.ts'
import { useRead } from '../../platform/api/use-read.ts'
import { usePage } from '../../contexts/page.ts'
import {
  chosen,
  CLOSES_WITHIN,
  filterChips,
  isEndingSoon,
  KINDS,
  LIQUIDITIES,
  NO_FILTERS,
  SORTS,
  toggleEndingSoon,
} from '../../data/markets/filters.ts'
import type { SearchFilters as Filters } from '../../data/markets/filters.ts'
import { useSearch } from './search-state.ts'
import { tip } from '../../ui/overlays/tip.ts'
import styles from './discovery.module.css'
import { Button } from '../../ui/button.tsx'

/** The lines above the results. */
export function SearchFilters() {
  const { client } = usePage()
  const { query, setQuery } = useSearch()
  const [isOpen, setOpen] = useState(false)
  const ids = useId()
  const leagues = useRead('leagues', (signal) => readLeagues(client, signal), { keep: true })
  const nameOf = (code: string) => leagues.data?.find((one) => one.code === code)?.name ?? code
  const chips = query.mine ? [] : filterChips(query, nameOf)
  const change = (part: Partial<Filters>) => setQuery({ ...query, ...part })

  return (
    <>
      <div role="group" aria-label="Filter" className={`row fine ${styles.filters} side-line-two`}>
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
              <span className="cut">{chip.text}</span> <i aria-hidden="true">{'\u00d7'}</i>
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
    <select
      className="plain push sort-choice"
      aria-label="Order"
      value={query.sort}
      aria-disabled={query.mine}
      {...tip(query.mine ? 'No sorting in Mine' : 'Order')}
      onChange={(event) => {
        if (!query.mine) setQuery({ ...query, sort: chosen(SORTS, event.target.value) ?? NO_FILTERS.sort })
      }}
    >
      {SORTS.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  )
}

function MoreFilters(props: {
  readonly id: string
  readonly filters: Filters
  readonly leagues: readonly { readonly code: string; readonly name: string }[]
  readonly onChange: (part: Partial<Filters>) => void
}) {
  const { id, filters, leagues, onChange } = props
  const { client } = usePage()
  const tags = useRead('tags', (signal) => readTags(client, signal), { keep: true })
  const [typed, setTyped] = useState(filters.tag?.label ?? '')
  const found = tags.data?.find(({ label }) => sameText(label, typed)) ?? null
  const isTagUnknown = typed.trim() !== '' && tags.data !== null && found === null

  return (
    <div id={id} role="group" aria-label="More filters" className={`rigid fine ${styles.moreFilters}`}>
      <Choice
        label="League"
        value={filters.league}
        choices={leagues.map(({ code, name }) => [code, name] as const)}
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
          {...tip(isTagUnknown ? 'No tag of that name' : undefined)}
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
      <Choice
        label="Search in"
        value={filters.kind}
        choices={KINDS}
        onChoose={(kind) => onChange({ kind })}
        any="all texts"
      />
      <Choice
        label="Closes in"
        value={filters.closesWithin}
        choices={CLOSES_WITHIN}
        onChoose={(closesWithin) => onChange({ closesWithin })}
      />
      <Choice
        label="Liquidity"
        value={filters.minLiquidity}
        choices={LIQUIDITIES.map(([value, text]) => [value, `${text} or more`] as const)}
        onChoose={(minLiquidity) => onChange({ minLiquidity })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={filters.combo}
          onChange={(event) => onChange({ combo: event.target.checked })}
        />
        Can be a leg of a combo
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={filters.closed}
          onChange={(event) => onChange({ closed: event.target.checked })}
        />
        Closed, not open
      </label>
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

function Choice<T extends string | number>(props: {
  readonly label: string
  readonly value: T | null
  readonly choices: readonly (readonly [T, string])[]
  readonly onChoose: (value: T | null) => void
  readonly any?: string
}) {
  const { label, value, choices, onChoose } = props
  return (
    <label>
      <span>{label}</span>
      <select
        className="field"
        value={value ?? ''}
        onChange={(event) => {
          const at = choices.find(([one]) => String(one) === event.target.value)
          onChoose(at === undefined ? null : at[0])
        }}
      >
        <option value="">{props.any ?? 'any'}</option>
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
