/** Choosing what an alert watches: typed words, and the outcomes or games that the search finds for them. */
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { faultText } from '../../platform/api/client.ts'
import type { Event } from '../../platform/api/client.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import { useTouch } from '../../platform/page/screen-class.ts'
import { usePage } from '../../contexts/contexts.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import type { AlertTarget } from '../../data/alerts/alert-draft.ts'
import { useLater } from '../../platform/state/hooks.ts'
import styles from './alert.module.css'

const MAX_ROWS = 12
const PAUSE_MS = 120

/** A box to type in with its list; choosing answers a target. */
export function TargetPicker(props: {
  readonly id: string
  readonly isGame: boolean
  readonly fault: string | null
  readonly onChoose: (target: AlertTarget) => void
}) {
  const { id, isGame, fault, onChoose } = props
  const { client } = usePage()
  const isTouch = useTouch()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const words = useLater(typed.trim(), PAUSE_MS)
  const query = {
    q: words,
    sort: words === '' ? ('volume' as const) : ('relevance' as const),
    limit: 40,
    ...(isGame && words === '' ? { live: 'true' as const } : {}),
  }
  const read = useQuery({ ...readOf(client, 'search', { query }), placeholderData: keepPreviousData })
  const events = read.data?.items ?? []
  const found = (isGame ? gamesOf(events) : outcomesOf(events)).slice(0, MAX_ROWS)
  const at = Math.min(active, found.length - 1)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') setActive(Math.min(found.length - 1, at + 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(0, at - 1))
    else if (event.key === 'Enter') {
      const target = found[at]
      if (target !== undefined && !read.isFetching && words === typed.trim()) onChoose(target)
    } else return
    event.preventDefault()
  }

  return (
    <div className="stack gap-4 slim">
      <input
        id={id}
        type="text"
        role="combobox"
        className="field"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
        autoComplete="off"
        spellCheck={false}
        placeholder={isGame ? 'A team or a game' : 'A market, an outcome'}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={isGame ? 'Games' : 'Outcomes'}
        className={styles.targetList}
        tabIndex={-1}
      >
        {found.map((target, place) => (
          <div
            key={target.id}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            tabIndex={-1}
            className={`row gap-8 ${styles.targetOption}`}
            onPointerMove={() => setActive(place)}
            onClick={() => onChoose(target)}
            onKeyDown={undefined}
          >
            <span className="cut">{target.kind === 'outcome' ? target.name : target.title}</span>
            {target.kind === 'outcome' && <span className="cut dim">{target.title}</span>}
          </div>
        ))}
      </div>
      <p id={`${id}-fault`} className={fault === null ? 'dim' : 'danger'}>
        {fault ??
          (read.error !== null
            ? faultText(read.error.fault)
            : found.length === 0 && !read.isFetching
              ? 'Nothing matches.'
              : isTouch
                ? 'Tap one.'
                : 'Arrows and Enter, or a click.')}
      </p>
    </div>
  )
}

function outcomesOf(events: readonly Event[]): readonly AlertTarget[] {
  return events.flatMap((event) =>
    event.markets.flatMap((market) =>
      market.outcomes.flatMap((outcome) => {
        const { tickSize: tick } = market
        const of = marketTitle(event, market)
        const title = of === event.title ? event.title : `${of} \u2013 ${event.title}`
        return tick === null
          ? []
          : [{ kind: 'outcome' as const, id: outcome.id, name: outcome.name, title, tick }]
      }),
    ),
  )
}

/** Each game once, however many events are about it. */
function gamesOf(events: readonly Event[]): readonly AlertTarget[] {
  const games = new Map<string, AlertTarget>()
  for (const { gameId: id, title } of events) {
    if (id !== null && !games.has(id)) games.set(id, { kind: 'game', id, title })
  }
  return [...games.values()]
}
