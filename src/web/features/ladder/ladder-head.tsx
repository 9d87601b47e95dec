/** Head of a ladder: its outcome and mode, what is held, the last price and the spread. */
import { memo } from 'react'
import type { Outcome } from '../../platform/api/client.ts'
import { NONE, showCents } from '../../platform/format/figures.ts'
import { usePosition, usePrices, useTitleWithKey, useTopPart } from '../../contexts/contexts.ts'
import { ModeChip, SimulatedChip } from '../../widgets/mode-chip.tsx'
import { marketTitle } from '../../data/markets/selection.ts'
import { PanelTools } from '../../widgets/panel-context.tsx'
import { PHONE, useMedia } from '../../platform/page/screen-class.ts'
import { Freshness } from '../../widgets/freshness.tsx'
import type { LadderView } from './use-ladder-view.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './ladder.module.css'
import { exactText, sharesText, shortAverage, staleText, toneOf } from '../../words/portfolio-text.ts'

type HeadProps = Pick<LadderView, 'event' | 'market' | 'outcome' | 'book' | 'stale' | 'grid' | 'show'> & {
  /** The outcome whose complement this is; null for the ladder as it was opened. */
  readonly complementOf: Outcome | null
  readonly onCentre: () => void
}

/** One row of two lines: nothing in it moves when a position comes. */
export const LadderHead = memo(function LadderHead(props: HeadProps) {
  const { event, market, outcome, complementOf } = props
  const title = marketTitle(event, market)
  const isPhone = useMedia(PHONE)
  return (
    <header className="panel-head">
      <div className={styles.ladderTitle}>
        <h2
          className="cut"
          {...tip(
            complementOf === null
              ? `${outcome.name} - ${market.question}`
              : `${outcome.name} - ${market.question}. Orders are for ${outcome.name}; those on ${complementOf.name} are hollow chips, the same offer`,
          )}
        >
          {outcome.name}{' '}
          <span className="dim">
            {complementOf !== null && `= 1 \u2212 ${complementOf.name}, `}
            {title}
            {isPhone && event.title !== title && `, ${event.title}`}
          </span>
        </h2>
        <p className="what-fits">
          <ModeChip />
          <SimulatedChip />
        </p>
      </div>
      <HeadPosition outcomeId={outcome.id} />
      <Last {...props} />
      <PanelTools />
    </header>
  )
})

/** Shares held at their average price, and the unrealised result. */
function HeadPosition({ outcomeId }: { readonly outcomeId: string }) {
  const prices = usePrices()
  const position = usePosition(outcomeId)
  if (position === null) return null
  const { size, settling } = sharesText(position)
  const stale = staleText(position)
  const words = [exactText(position, prices), settling, stale === null ? null : `last known value: ${stale}`]
  return (
    <div
      className={styles.ladderHeld}
      data-stale={stale === null ? undefined : ''}
      {...tip(words.filter((part) => part !== null).join('; '))}
    >
      <span className="what-fits">
        <b>{size}</b>
        <span>@ {position.averagePrice === null ? NONE : shortAverage(prices, position.averagePrice)}</span>
        {settling !== null && <span>({settling})</span>}
      </span>
      <b className={stale === null ? toneOf(position.unrealised) : 'dim'}>
        {showCents(position.unrealised, true)}
      </b>
    </div>
  )
}

/** The loud figure of a ladder, over the spread: the one part of the head that moves with the market. */
function Last({ book, stale, grid, show, onCentre }: HeadProps) {
  const bid = useTopPart(book, (top) => top.bestBid)
  const ask = useTopPart(book, (top) => top.bestAsk)
  const last = useTopPart(book, (top) => top.last)
  const isDown = useTopPart(book, (top) => top.lastSide === 'SELL')
  const centreTitle = useTitleWithKey('Last trade and spread; a press centres', 'centre')
  const ticks = bid === null || ask === null ? null : (ask - bid) / grid.tick
  const text = show(last)
  return (
    <Button className={styles.ladderLast} onClick={onCentre} {...tip(centreTitle)}>
      {stale === null && (
        <b
          className={last === null ? 'dim' : isDown ? 'neg' : 'pos'}
          data-long={text.length > 5 ? '' : undefined}
        >
          {last !== null && (isDown ? '\u25bc' : '\u25b2')}
          {text}
        </b>
      )}
      <span className="what-fits">
        <Freshness book={book} stale={stale} />
        {stale === null && <span>{ticks === null ? NONE : `${ticks} tick${ticks === 1 ? '' : 's'}`}</span>}
      </span>
    </Button>
  )
}
