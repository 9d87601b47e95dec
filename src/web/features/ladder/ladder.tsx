/**
 * One outcome's ladder, and the same seen from the other side: the ladder of the market's other outcome. A cell's price never
 * changes under the pointer, and a click is what was pressed or nothing.
 */
import type { TickSize } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../platform/api/client.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { useAccount, useMarketData, usePage, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { marketTitle, otherOutcome } from '../../data/markets/selection.ts'
import { PanelContext } from '../../widgets/panel-context.tsx'
import { BracketChoice } from '../../widgets/bracket-choice.tsx'
import { LadderFoot } from './ladder-foot.tsx'
import { LadderGrid } from './grid/ladder-grid.tsx'
import { LadderHead } from './ladder-head.tsx'
import { LadderTools } from './ladder-tools.tsx'
import { QuickSizes } from './order-defaults-bar.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useLadderInput } from './use-ladder-input.ts'
import { useLadderView } from './use-ladder-view.ts'
import { useContext, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import type { StaleCause } from '../../platform/live/book-store.ts'
import { writtenTick } from '../../platform/format/figures.ts'
import styles from './ladder.module.css'
import { resultText } from '../../words/resolution-text.ts'

type LadderProps = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly isSelected: boolean
  /** Set for a low ladder: the order defaults are shared above all ladders. */
  readonly isLow?: boolean
}

/** A ladder panel; flipped it is the ladder of the market's other outcome, and says so. */
export function Ladder({ event, market, outcome, isSelected, isLow = false }: LadderProps) {
  const { ladderViews } = useWorkspace()
  const [calledId, call] = useState<string | null>(null)
  const { pairs } = useAccount().own
  const panelId = useContext(PanelContext)?.id ?? 'page'
  const isAsked = useSelected(ladderViews.flipped, (flipped) => flipped.has(outcome.id))
  const other = market.outcomes.length === 2 ? otherOutcome(market, outcome) : null
  useEffect(() => {
    if (other !== null) pairs.tell(outcome.id, other.id)
  }, [pairs, outcome.id, other])
  const isFlipped = isAsked && other !== null
  const [shown, hidden] = isFlipped ? [other, outcome] : [outcome, other]
  return (
    <LadderPanel
      key={shown.id}
      place={`${panelId} ${shown.id}`}
      event={event}
      market={market}
      outcome={shown}
      other={hidden}
      isFlipped={isFlipped}
      isSelected={isSelected}
      isCalled={calledId === shown.id}
      isLow={isLow}
      onFlip={() => {
        call(hidden?.id ?? null)
        ladderViews.flip(outcome.id, !isFlipped)
      }}
    />
  )
}

type PanelProps = LadderProps & {
  /** Where its view is kept. */
  readonly place: string
  readonly other: Outcome | null
  /** The complement of the ladder as it was opened. */
  readonly isFlipped: boolean
  /** Flipped from the other: the keys go on here. */
  readonly isCalled: boolean
  readonly onFlip: () => void
}

/** The panel of one outcome. */
function LadderPanel(props: PanelProps) {
  const { event, market, outcome, other, isSelected, isLow = false, place } = props
  const { volumeAndQueue } = useMarketData()
  const mode = useSelected(useTrading().trading, (trading) => trading?.mode ?? 'SAFE')
  const view = useLadderView({ event, market, outcome, other }, place)
  const { book, stale, bookTick, grid, show, scroll, holding } = view
  const resolved = useResult(market, outcome, view.staleCause)
  const input = useLadderInput(view, props.onFlip, props.isCalled)
  const { panel, orders, menu, closeMenu } = input
  const name = `${outcome.name}, ${marketTitle(event, market)}`
  useTickNews(bookTick, marketTitle(event, market))
  return (
    <section
      ref={panel}
      className="panel ladder"
      aria-label={`Ladder ${name}`}
      data-outcome={outcome.id}
      data-mode={mode}
      data-stale={stale === null ? undefined : ''}
      data-selected={isSelected ? '' : undefined}
      data-low={isLow ? '' : undefined}
    >
      <LadderHead
        event={event}
        market={market}
        outcome={outcome}
        complementOf={props.isFlipped ? other : null}
        book={book}
        stale={stale}
        grid={grid}
        show={show}
        onCentre={scroll.centre}
      />
      {!isLow && (
        <div className={`row rigid slim gap-2 ${styles.sizesLine}`}>
          <QuickSizes holding={holding} />
          <BracketChoice event={event} />
        </div>
      )}
      <LadderGrid {...view} {...input} stats={volumeAndQueue.of(outcome.id)} name={`Prices of ${name}`} />
      <LadderTools
        event={event}
        market={market}
        outcome={outcome}
        other={other}
        isLow={isLow}
        grid={grid}
        holding={holding}
        onFlip={props.onFlip}
        onGroup={view.group}
        onAlert={orders.setAlert}
      />
      <LadderFoot {...view} {...input} mode={mode} resolved={resolved} />
      {menu !== null && (
        <Menu
          {...menu}
          onClose={() => {
            closeMenu()
            panel.current?.querySelector<HTMLElement>('.ladder-grid')?.focus()
          }}
        />
      )}
    </section>
  )
}

/** In words; empty while nothing is known. */
function useResult(market: Market, outcome: Outcome, stale: StaleCause | null): string {
  const { client } = usePage()
  const isResolved = stale === 'resolved'
  const read = useQuery({
    ...readOf(client, 'readMarket', { params: { marketId: market.id } }),
    enabled: isResolved && market.winningOutcomeId === null,
  })
  return resultText(market.winningOutcomeId === null ? (read.data ?? market) : market, outcome, isResolved)
}

/** News of another tick: the rows are others from then on. */
function useTickNews(tick: TickSize | null, title: string): void {
  const { announcer, toasts } = usePage()
  const known = useRef(tick)
  useEffect(() => {
    const before = known.current
    if (tick === null || before === tick) return
    known.current = tick
    if (before === null) return
    const text = `Tick ${writtenTick(before)} is now ${writtenTick(tick)}.`
    toasts.show({ tone: 'warn', title, text, sticky: true, group: `tick ${title}` })
    announcer.alert(text)
  }, [tick, title, announcer, toasts])
}
