/** The events that match the search, each with its best-matching markets; arrows or j and k move, Enter opens. */
import { memo } from 'react'
import type { KeyboardEvent } from 'react'
import { StarIcon } from 'lucide-react'
import type { TickSize } from '#core/price.ts'
import type { Event, Outcome } from '../../platform/api/client.ts'
import { NONE, showAge, showCompact, showTicks } from '../../platform/format/figures.ts'
import {
  useMarketData,
  usePage,
  usePrices,
  useShownTop,
  useTitleWithKey,
  useWorkspace,
} from '../../contexts/contexts.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { useInView } from '../../platform/page/use-in-view.ts'
import { DayChange } from '../../widgets/day-mark.tsx'
import { Held } from '../../widgets/held.tsx'
import { ladderRefusal } from '../../data/markets/ladder-choice.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import { focusLadder } from '../../contexts/focus-places.ts'
import { findStep } from '../../commands/key-map.ts'
import { takeStep } from '../../commands/registry.ts'
import { StaleSign } from '../../widgets/freshness.tsx'
import { leadingOutcome, pricedName, pricedRest, countFilters } from '../../data/markets/search.ts'
import type { SearchRow } from '../../data/markets/search.ts'
import { useSearch } from './search-state.ts'
import { tip } from '../../ui/controls.tsx'
import styles from './discovery.module.css'
import { LiveMark } from '../../widgets/live-mark.tsx'

/** The results, for the panel at the left. */
export function Discovery() {
  const { announcer, router, keys } = usePage()
  const { ladders, selection } = useWorkspace()
  const { watch } = useMarketData()
  const search = useSearch()
  const route = useStore(router)
  const isNarrowed = search.query.live || countFilters(search.query) > 0
  const slug = route.page === 'trade' ? route.slug : null

  const row = search.rows.find(({ id }) => id === search.activeId)
  const outcome = row === undefined ? null : leadingOutcome(row)
  const watchActive = () => (outcome === null ? undefined : watch.toggle(outcome.id))

  /** Its own ladder beside those that are open, and the event. */
  function openLadder(): void {
    if (row === undefined || outcome === null) return
    const refusal = ladderRefusal(row.event, outcome.id, ladders.get())
    if (refusal !== null) announcer.say(refusal)
    else ladders.update((ids) => (ids.includes(outcome.id) ? ids : [...ids, outcome.id]))
    search.openRow(row)
    focusLadder({ router, selection })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = findStep(keys.get(), 'results', event)
    if (step === null) return
    event.preventDefault()
    event.stopPropagation()
    takeStep<'results'>(
      { move: search.move, watch: watchActive, open: () => search.open(), openLadder },
      step,
    )
  }

  return (
    <>
      {search.fault !== null && <p className="fault">{search.fault}</p>}
      {search.answered && search.rows.length === 0 && (
        <p className="empty">
          No open market matches{search.query.text === '' ? '' : ` "${search.query.text}"`}.{' '}
          {isNarrowed ? 'Remove a filter to see more.' : 'Try a team, a league or a shorter word.'}
        </p>
      )}
      <div
        id="search-results"
        role="listbox"
        aria-label="Search results"
        aria-activedescendant={search.activeId ?? undefined}
        tabIndex={0}
        className="panel-body results"
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget
          if (scrollHeight - scrollTop - clientHeight < clientHeight) search.readMore()
        }}
      >
        {search.rows.map((row) => (
          <ResultRow
            key={row.id}
            row={row}
            isActive={row.id === search.activeId}
            isOpen={row.market === null && row.event.slug === slug}
            onOpen={search.openRow}
          />
        ))}
      </div>
    </>
  )
}

const ResultRow = memo(function ResultRow(props: {
  readonly row: SearchRow
  readonly isActive: boolean
  readonly isOpen: boolean
  readonly onOpen: (row: SearchRow) => void
}) {
  const { event, market } = props.row
  const only = event.markets.length === 1 ? (event.markets[0] ?? null) : null
  const [ref, isShown] = useInView()
  const priced = market ?? only
  const outcome = priced?.outcomes[0]
  const leading = leadingOutcome(props.row)?.id ?? null
  return (
    // The listbox has the keys; the option only takes the press.
    <div
      ref={ref}
      id={props.row.id}
      role="option"
      aria-selected={props.isActive}
      data-open={props.isOpen ? '' : undefined}
      tabIndex={-1}
      className={market === null ? 'result event' : 'result market'}
      onClick={() => props.onOpen(props.row)}
      onKeyDown={undefined}
    >
      {market === null ? (
        <EventLine event={event} leading={leading} priced={pricedName(only)} />
      ) : (
        <span className="cut soft" {...tip(marketTitle(event, market))}>
          {pricedName(market) !== null && <span className="text-1">{pricedName(market)}</span>}{' '}
          {pricedRest(event, market)} {leading !== null && <Held outcomeId={leading} />}
        </span>
      )}
      {outcome !== undefined && (
        <OutcomePrices outcome={outcome} listedTick={priced?.tickSize ?? null} isShown={isShown} />
      )}
      {leading !== null && <RowStar outcomeId={leading} />}
    </div>
  )
})

/** For the pointer only: an option holds no control of its own, so the keys have `w`, and screen readers read the mark. */
function RowStar({ outcomeId }: { readonly outcomeId: string }) {
  const { watch } = useMarketData()
  const isOn = useSelected(watch.state, ({ ids }) => ids.includes(outcomeId))
  const title = useTitleWithKey(isOn ? 'Unwatch' : 'Watch', 'result_watch')
  return (
    <span
      role="presentation"
      className={styles.rowStar}
      data-on={isOn ? '' : undefined}
      {...tip(title)}
      onClick={(event) => {
        event.stopPropagation()
        watch.toggle(outcomeId)
      }}
      onKeyDown={undefined}
    >
      <StarIcon fill={isOn ? 'currentColor' : 'none'} />
      {isOn && <span className="visually-hidden">watched</span>}
    </span>
  )
}

function EventLine(props: {
  readonly event: Event
  readonly leading: string | null
  /** Outcome of the prices beside it, where that is not plain. */
  readonly priced: string | null
}) {
  const { event, leading, priced } = props
  const now = useNow(60_000)
  const ends = event.endTime === null ? null : event.endTime - now
  return (
    <>
      <span className={`${styles.resultTitle} cut`}>{event.title}</span>
      <span className="result-meta">
        {priced !== null && <span className="text-1">{priced}</span>}
        {event.live && <LiveMark />}
        {leading !== null && <Held outcomeId={leading} />}
        <span>vol {showCompact(event.volume)}</span>
        <span>liq {showCompact(event.liquidity)}</span>
        {ends !== null && ends > 0 && <span>{showAge(ends)}</span>}
      </span>
    </>
  )
}

function OutcomePrices(props: {
  readonly outcome: Outcome
  readonly listedTick: TickSize | null
  readonly isShown: boolean
}) {
  const { outcome, listedTick, isShown } = props
  const prices = usePrices()
  const top = useShownTop(outcome.id, isShown)
  const tick = top.tick ?? listedTick ?? 100
  const bid = top.ready ? top.bestBid : outcome.bestBid
  const ask = top.ready ? top.bestAsk : outcome.bestAsk
  return (
    <span
      className={`fine gap-4 ${styles.resultPrices}`}
      {...tip(`${outcome.name}: best bid and ask`)}
      data-stale={top.stale === null ? undefined : ''}
    >
      <StaleSign stale={top.stale} />
      <b className="pos">{prices.short(bid, tick)}</b>
      <b className="neg">{prices.short(ask, tick)}</b>
      <span className={`${styles.rowSpread} soft`} {...tip('Spread in ticks')}>
        {bid === null || ask === null ? NONE : showTicks(ask - bid, tick)}
      </span>
      <DayChange outcomeId={outcome.id} isShown={isShown} />
    </span>
  )
}
