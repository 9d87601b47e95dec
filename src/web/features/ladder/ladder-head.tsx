/** Header of a ladder: which outcome, in which mode, at what prices, and how much a click is worth. */
import { memo } from 'react'
import { BellIcon } from 'lucide-react'
import type { Event, Market, Outcome } from '../../platform/api/client.ts'
import { NONE, showCents } from '../../platform/format/figures.ts'
import type { BookStore, StaleCause } from '../../platform/live/book-store.ts'
import {
  useAccount,
  useKeyText,
  usePosition,
  usePrices,
  useTitleWithKey,
  useTopPart,
  useTrading,
} from '../../contexts/contexts.ts'
import { ModeChip, SimulatedChip } from '../../widgets/mode-chip.tsx'
import { marketTitle } from '../../data/markets/selection.ts'
import { LadderExits, LowExit } from './ladder-exits.tsx'
import { PanelTools } from '../../widgets/panel-context.tsx'
import { groupsOf } from '../../data/markets/ladder-grid.ts'
import type { Group, LadderGrid } from '../../data/markets/ladder-grid.ts'
import { PHONE, useMedia } from '../../platform/page/screen-class.ts'
import { Freshness } from '../../widgets/freshness.tsx'
import { OrderDefaultsBar } from './order-defaults-bar.tsx'
import type { Holding } from './orders/holding.ts'
import type { ShowPrice } from './grid/ladder-row.tsx'
import { Button, Select, tip } from '../../ui/controls.tsx'
import styles from './ladder.module.css'
import { useSelected } from '../../platform/state/hooks.ts'
import { marketPositionText } from '../../words/resolution-text.ts'
import { useIfWins, useMarketPnl } from '../../contexts/use-resolution.ts'
import type { ReactNode } from 'react'
import { exactText, sharesText, shortAverage, staleText, toneOf } from '../../words/portfolio-text.ts'
import { later } from '../../ui/later.tsx'

export type HeadProps = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  /** The outcome to flip to; null when the market has not two. */
  readonly other: Outcome | null
  readonly book: BookStore
  readonly stale: StaleCause | null
  readonly grid: LadderGrid
  readonly show: ShowPrice
  readonly holding: Holding | null
  readonly onCentre: () => void
  readonly onFlip: () => void
  readonly isLow: boolean
  readonly onRegroup: (by: -1 | 1) => void
  readonly onGroup: (group: Group) => void
  readonly onAlert: (price: null) => void
}

/** Title line, inside market, position and order defaults. */
export const LadderHead = memo(function LadderHead(props: HeadProps) {
  const { event, market, outcome, other, grid } = props
  const flipTitle = useTitleWithKey(`Flip to ${other?.name ?? ''}, the complement`, 'flip')
  const alertKey = useKeyText('alert')
  // A phone on its side: what is left is worth more as prices. The event's table says what each outcome would pay.
  const isFlat = useMedia('(max-height: 480px)')
  const isPhone = useMedia(PHONE)
  const results = <LadderOutcomes event={event} market={market} outcome={outcome} other={other} />
  const exits = <LadderExits outcomeId={outcome.id} marketId={market.id} />
  return (
    <>
      <header className="panel-head">
        <h2 className="cut" {...tip(`${outcome.name} - ${market.question}`)}>
          {outcome.name}{' '}
          <span className="dim">
            {marketTitle(event, market)}
            {isPhone && event.title !== marketTitle(event, market) && `, ${event.title}`}
          </span>
        </h2>
        <span className="push" />
        <SimulatedChip />
        <ModeChip />
        <PanelTools />
      </header>
      <div className={`rigid fine ${styles.ladderInside}`}>
        {other === null ? (
          <span />
        ) : (
          <Button
            className="head-tool"
            aria-label={`Flip to ${other.name}`}
            {...tip(flipTitle)}
            onClick={props.onFlip}
          >
            {'\u21c5'}
          </Button>
        )}
        <Inside {...props} />
        <Button
          className="head-tool"
          aria-label={`New alert on ${outcome.name}`}
          {...tip(`New alert (${alertKey === '' ? '' : `${alertKey} at the cursor, `}Alt click at a price)`)}
          onClick={() => props.onAlert(null)}
        >
          <BellIcon />
        </Button>
      </div>
      {props.isLow ? (
        <LadderPosition outcomeId={outcome.id}>
          <LowExit outcomeId={outcome.id} />
          <GroupChoice grid={grid} onGroup={props.onGroup} />
        </LadderPosition>
      ) : (
        <>
          <LadderPosition outcomeId={outcome.id} results={isFlat ? undefined : results}>
            {isFlat ? <LowExit outcomeId={outcome.id} /> : isPhone && exits}
          </LadderPosition>
          {!isFlat && !isPhone && exits}
          <OrderDefaultsBar holding={props.holding}>
            <GroupTool grid={grid} onRegroup={props.onRegroup} />
          </OrderDefaultsBar>
        </>
      )}
    </>
  )
})

/** The best prices and what lies between them: the one part of the head that moves with the market. */
function Inside({ book, stale, grid, show, onCentre }: HeadProps) {
  const bid = useTopPart(book, (top) => top.bestBid)
  const ask = useTopPart(book, (top) => top.bestAsk)
  const last = useTopPart(book, (top) => top.last)
  const lastSide = useTopPart(book, (top) => top.lastSide)
  const centreTitle = useTitleWithKey('Centre', 'centre')
  const spread = bid === null || ask === null ? null : (ask - bid) / grid.tick
  return (
    <>
      <Best tone="pos" text={show(bid)} />
      <Button className="spread" onClick={onCentre} {...tip(centreTitle)}>
        {stale === null && (
          <span>
            {spread === null ? NONE : `${spread} tick${spread === 1 ? '' : 's'}`}
            {last !== null && (
              <span className="dim" {...tip('Last trade')}>
                {' '}
                <b className={lastSide === 'SELL' ? 'neg' : 'pos'}>
                  {lastSide === 'SELL' ? '\u25bc' : '\u25b2'}
                  {show(last)}
                </b>
              </span>
            )}
          </span>
        )}
        <Freshness book={book} stale={stale} />
      </Button>
      <Best tone="neg num" text={show(ask)} />
    </>
  )
}

/** A best price in large figures, which are smaller where there are many of them. */
function Best({ tone, text }: { readonly tone: string; readonly text: string }) {
  return (
    <span className={`${tone} strong`} data-long={text.length > 4 ? '' : undefined}>
      {text}
    </span>
  )
}

/** How many ticks a row holds; nothing where rows are coarse enough as they are. */
function GroupTool({ grid, onRegroup }: Pick<HeadProps, 'grid' | 'onRegroup'>) {
  const groups = groupsOf(grid.tick)
  const finer = useKeyText('finer')
  const coarser = useKeyText('coarser')
  if (groups.length === 1) return null
  return (
    <span className={`rigid fine inline-row text-2 ${styles.groupTool}`} role="group" aria-label="Rows">
      <Button
        className="head-tool"
        aria-label="Finer rows"
        {...tip(`Finer rows (${finer === '' ? '' : `${finer}, `}Ctrl wheel)`)}
        disabled={grid.group === 1}
        onClick={() => onRegroup(-1)}
      >
        {'\u2212'}
      </Button>
      <span className="num" {...tip('Ticks in a row')}>
        {'\u00d7'}
        {grid.group}
      </span>
      <Button
        className="head-tool"
        aria-label="Coarser rows"
        {...tip(`Coarser rows (${coarser === '' ? '' : `${coarser}, `}Ctrl wheel)`)}
        disabled={grid.group === groups.at(-1)}
        onClick={() => onRegroup(1)}
      >
        +
      </Button>
    </span>
  )
}

/** The same in one small field, for a ladder of little height. */
function GroupChoice({ grid, onGroup }: Pick<HeadProps, 'grid' | 'onGroup'>) {
  const groups = groupsOf(grid.tick)
  const finer = useKeyText('finer')
  const coarser = useKeyText('coarser')
  if (groups.length === 1) return null
  return (
    <Select
      className={`field rigid fine ${styles.groupChoice}`}
      aria-label="Ticks in a row"
      {...tip(`Ticks in a row (${finer === '' || coarser === '' ? '' : `${finer} ${coarser}, `}Ctrl wheel)`)}
      value={grid.group}
      options={groups.map((group) => [group, `\u00d7${group}`])}
      onChoose={onGroup}
    />
  )
}

type OutcomesProps = {
  readonly event: Event
  readonly market: Market
  readonly outcome: Outcome
  readonly other: Outcome | null
}

/** The profit if the outcome wins and if the other does. */
function LadderOutcomes({ event, market, outcome, other }: OutcomesProps) {
  const held = useMarketPnl(event.id, market.id)
  const { isReplay } = useTrading()
  const names = [market.outcomes[0]?.name ?? '', market.outcomes[1]?.name ?? ''] as const
  const isKnown = useSelected(useAccount().resolutionPnl, ({ loaded }) => loaded)
  // A recording of before has nothing of it.
  if (isReplay === true && !isKnown) return null
  const net = held === null ? undefined : marketPositionText(held, names)
  return (
    <>
      <Wins word="wins" net={net} event={event} market={market} outcome={outcome} />
      {other !== null && <Wins word="loses" net={net} event={event} market={market} outcome={other} />}
    </>
  )
}

/** @param props.word  what the ladder's outcome does where this one wins */
function Wins(
  props: Omit<OutcomesProps, 'other'> & { readonly word: 'wins' | 'loses'; readonly net: string | undefined },
) {
  const { word, net, event, market, outcome } = props
  const isOther = market.negRisk && market.status !== 'resolved' && market.outcomes[0]?.id === outcome.id
  const shown = useIfWins({ eventId: event.id, marketId: market.id, outcomeId: outcome.id, isOther })
  return (
    <span {...tip([net, shown?.title].filter((part) => part !== undefined).join('. '))}>
      {word} <b className={shown?.tone}>{shown?.text ?? NONE}</b>
    </span>
  )
}

const Times = later(() => import('./orders/ladder-exit-marks.tsx').then((module) => module.ExitTimes))

/** Always there, so that nothing moves when a position comes: size at average price, its present value and the results, and the extras at the end of the line. */
function LadderPosition(props: {
  readonly outcomeId: string
  readonly results?: ReactNode
  readonly children?: ReactNode
}) {
  const { outcomeId, results, children } = props
  const prices = usePrices()
  const position = usePosition(outcomeId)
  const timed = useSelected(useTrading().attachedExits.list, ({ items }) =>
    items.some((one) => one.outcomeId === outcomeId && one.end === null && one.minutesBeforeStart !== null),
  )
  const times = timed && <Times outcomeId={outcomeId} />
  if (position === null) {
    return (
      <div className={`row rigid fine gap-6 ${styles.ladderPosition} dim`}>
        <span className="what-fits">
          <span>No position</span>
          {results}
        </span>
        {times}
        {children}
      </div>
    )
  }
  const shares = sharesText(position)
  const stale = staleText(position)
  return (
    <div
      className={`row rigid fine gap-6 ${styles.ladderPosition}`}
      data-stale={stale === null ? undefined : ''}
    >
      <span className="what-fits">
        <span
          {...tip(
            `${exactText(position, prices)}${shares.settling === null ? '' : `, ${shares.settling}`}${stale === null ? '' : `; last known value: ${stale}`}`,
          )}
        >
          <b>{shares.size}</b> @{' '}
          {position.averagePrice === null ? NONE : shortAverage(prices, position.averagePrice)}
          {shares.settling === null ? '' : ` (${shares.settling})`}
        </span>
        <b className={stale === null ? toneOf(position.unrealised) : 'dim'}>
          {position.unrealised === null ? NONE : showCents(position.unrealised, true)}
        </b>
        {results}
      </span>
      {times}
      {children}
    </div>
  )
}
