/** One event: what it is, and all its markets with the live top of each outcome's book. */
import { useEffect, useRef } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { faultText } from '../../platform/api/client.ts'
import type { Event } from '../../platform/api/client.ts'
import { showCompact, showDay } from '../../platform/format/figures.ts'
import { useNow, useSelected } from '../../platform/state/hooks.ts'
import { useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { GameStrip } from '../../features/games/game-strip.tsx'
import { PanelTools } from '../../widgets/panel-context.tsx'
import { BasketButton } from '../../features/event/basket-check.tsx'
import { BookSumLine } from '../../features/event/book-sum.tsx'
import { isExclusive } from '../../words/event-text.ts'
import { MarketRows } from '../../features/event/market-rows.tsx'
import { Button } from '../../ui/controls.tsx'
import { Link } from '../../widgets/link.tsx'
import { LiveMark } from '../../widgets/live-mark.tsx'

export function EventPanel({ read }: { readonly read: UseQueryResult<Event> }) {
  const event = read.data
  const body = useRef<HTMLDivElement>(null)
  const selected = useSelected(useWorkspace().selection, (selection) => selection?.outcome.id ?? null)
  const isLoaded = event !== undefined
  useEffect(() => {
    if (isLoaded && selected !== null)
      body.current?.querySelector('.outcome-line[data-selected]')?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded, selected])
  return (
    <section className="panel event" aria-label="Event">
      {event === undefined ? (
        <EventPlaceholder read={read} />
      ) : (
        <>
          <EventHead event={event} />
          <GameStrip key={event.id} event={event} />
          <ReadFault read={read} />
          <div
            ref={body}
            className="panel-body"
            tabIndex={0}
            role="region"
            aria-label="Markets of this event"
          >
            <MarketRows event={event} />
            {event.description !== '' && (
              <details className="rules">
                <summary>Rules and resolution</summary>
                <p>{event.description}</p>
              </details>
            )}
          </div>
          {isExclusive(event) && <BookSumLine event={event} />}
        </>
      )}
    </section>
  )
}

function EventPlaceholder({ read }: { readonly read: UseQueryResult<Event> }) {
  if (read.error !== null) {
    return (
      <div className="empty">
        <p className="danger">{faultText(read.error.fault)}</p>
        <Button onClick={() => void read.refetch()}>Try again</Button>
      </div>
    )
  }
  return (
    <>
      <header className="panel-head">
        <h2 className="dim">{read.isFetching ? 'Loading\u2026' : 'No event open'}</h2>
        <span className="push" />
        <PanelTools />
      </header>
      {read.isFetching ? (
        <div className="skeletons" aria-hidden="true">
          <i className="skeleton" />
          <i className="skeleton" />
          <i className="skeleton" />
        </div>
      ) : (
        <p className="empty">Choose a market from the list, or search.</p>
      )}
    </>
  )
}

function EventHead({ event }: { readonly event: Event }) {
  const now = useNow(60_000)
  const { startTime: starts, endTime: ends } = event
  return (
    <header className="event-head">
      <h1 className="one-line" data-tip="">
        {event.title}
      </h1>
      <PanelTools />
      <p className="event-facts">
        <ComboCount />
        <span className={event.status === 'open' ? 'chip ok' : 'chip'}>{event.status}</span>
        {isExclusive(event) && <BasketButton event={event} />}
        {event.live && event.gameId === null && <LiveMark />}
        {starts !== null && starts > now && <span>starts {showDay(starts)}</span>}
        {ends !== null && <span>closes {showDay(ends)}</span>}
        <span>vol {showCompact(event.volume)}</span>
        <span>liq {showCompact(event.liquidity)}</span>
        {event.tags.slice(0, 2).map((tag) => (
          <span key={tag.id}>{tag.label}</span>
        ))}
      </p>
    </header>
  )
}

/** A link to the page of combos. */
function ComboCount() {
  const count = useSelected(useTrading().combos.draft, ({ legs }) => legs.length)
  if (count === 0) return null
  return (
    <Link to="/combos" className="chip link" tip={`Combo draft: ${count} ${count === 1 ? 'leg' : 'legs'}`}>
      Combo <b>{count}</b>
    </Link>
  )
}
