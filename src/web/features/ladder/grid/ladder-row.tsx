/** One row of a ladder. Its price never changes; sizes, marks and own orders come by its own subscriptions. */
import { memo, useCallback, useSyncExternalStore, useLayoutEffect, useRef } from 'react'
import type { CSSProperties } from 'react'
import { BellIcon } from 'lucide-react'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { showAmount, showCompact, showDepth, showPrice } from '../../../platform/format/figures.ts'
import type { BookRow, RowSource } from '../../../platform/live/book-rows.ts'
import { useSelected } from '../../../platform/state/hooks.ts'
import { useAccount, useMarketData, useTrading } from '../../../contexts/contexts.ts'
import { exitsInRow } from '../../../data/account/exit-marks.ts'
import type { PricedLeg } from '../../../data/account/exit-marks.ts'
import { levelIn } from '../../../data/alerts/alert-levels.ts'
import type { AlertLevel } from '../../../data/alerts/alert-levels.ts'
import { ownInRow } from '../../../data/account/own-levels.ts'
import { priceFor, rangeOf } from '../../../data/markets/ladder-grid.ts'
import type { Column } from '../../../data/markets/ladder-grid.ts'
import type { VolumeAndQueueReader } from '../../../data/account/volume-and-queue.ts'
import { QueueCell, VolumeCell } from '../volume/volume-cells.tsx'
import { closedAt, closedText } from '../../../data/account/holding.ts'
import type { Holding } from '../../../data/account/holding.ts'
import type { LadderColumns } from './ladder-columns.ts'
import { OwnCell } from '../orders/own-cell.tsx'
import { tip } from '../../../ui/controls.tsx'
import type { LadderView } from '../use-ladder-view.ts'
import styles from '../ladder.module.css'
import type { Micros } from '#core/money.ts'
import { barShift } from '../../../platform/live/bar-scale.ts'

type RowProps = Pick<
  LadderView,
  'outcome' | 'grid' | 'rowHeight' | 'columns' | 'show' | 'isRounded' | 'holding'
> & {
  readonly source: RowSource
  readonly stats: VolumeAndQueueReader
  /** The lowest of the row. */
  readonly price: Price
  readonly row: number
  readonly gridId: string
  /** Size in whole shares that fills a depth bar. */
  readonly scale: bigint
  /** Where the key cursor is in this row, or null. */
  readonly cursor: Column | null
  /** Which cell is held down, or null. */
  readonly pressed: Column | null
  /** Which side's own order is picked up from here, or null; of which leg when it is an exit. */
  readonly dragged: Side | null
  readonly draggedLeg: PricedLeg | null
  /** The average entry is nearest to this row. */
  readonly isEntry: boolean
}

/** A row of the grid with its cells. */
export const LadderRow = memo(function LadderRow(props: RowProps) {
  const { source, stats, price, row, grid, rowHeight, gridId, columns, show, scale } = props
  const outcomeId = props.outcome.id
  const { cursor, pressed, dragged, draggedLeg, holding, isEntry } = props
  const { alerts } = useMarketData()
  const subscribe = useCallback(
    (listener: () => void) => source.subscribeRow(price, listener),
    [source, price],
  )
  const place = useSyncExternalStore(subscribe, () => source.row(price).place)
  const last = useSyncExternalStore(subscribe, () => source.row(price).last)
  const { low, high } = rangeOf(price, grid)
  const bids = useSelected(useAccount().own, (own) => ownInRow(own, outcomeId, 'BUY', price, grid))
  const asks = useSelected(useAccount().own, (own) => ownInRow(own, outcomeId, 'SELL', price, grid))
  const { marks } = useTrading().attachedExits
  const buyExits = useSelected(marks, (all) => exitsInRow(all, outcomeId, 'BUY', price, grid))
  const sellExits = useSelected(marks, (all) => exitsInRow(all, outcomeId, 'SELL', price, grid))
  const alert = useSelected(alerts.levels, (levels) => levelIn(levels, outcomeId, low, high))
  const text = low === high ? show(low) : `${show(low)}\u2013${show(high)}`
  const isShown = (column: LadderColumns['shown'][number]) => columns.shown.includes(column)
  const sides = {
    BUY: { column: 'bid', own: 'my_bids', verb: 'Buy', level: bids, exits: buyExits },
    SELL: { column: 'ask', own: 'my_asks', verb: 'Sell', level: asks, exits: sellExits },
  } as const
  const depthOf = (side: Side) => {
    const { column, own, verb, level, exits } = sides[side]
    const exact = priceFor(price, side, grid)
    return (
      <DepthCell
        source={source}
        price={price}
        column={column}
        id={`${gridId}-${price}-${column}`}
        deed={`${verb} at ${props.isRounded ? `${show(exact)}, ${showPrice(exact, grid.tick)}` : show(exact)}`}
        scale={scale}
        length={columns.sizeLength}
        isActive={cursor === column}
        isPressed={pressed === column}
        isMine={(level !== null || exits.length > 0) && !isShown(own)}
      />
    )
  }
  const ownOf = (side: Side) =>
    isShown(sides[side].own) && (
      <OwnCell
        level={sides[side].level}
        exits={sides[side].exits}
        text={text}
        holding={holding}
        isDragged={dragged === side}
        draggedLeg={draggedLeg}
      />
    )
  const box: CSSProperties = { top: row * rowHeight, height: rowHeight, lineHeight: `${rowHeight - 1}px` }
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className={styles.ladderRow}
      data-price={price}
      data-place={place ?? undefined}
      data-cursor={cursor === null ? undefined : ''}
      style={box}
    >
      {isShown('result') && holding === null && (
        <div role="gridcell" className={styles.ladderResult} data-empty="" aria-label="No position" />
      )}
      {isShown('result') && holding !== null && (
        <ResultCell
          id={`${gridId}-${price}-result`}
          holding={holding}
          price={low}
          text={show(low)}
          isActive={cursor === 'result'}
          isPressed={pressed === 'result'}
        />
      )}
      {ownOf('BUY')}
      {depthOf('BUY')}
      <div
        role="rowheader"
        id={`${gridId}-${price}-price`}
        className={styles.ladderPrice}
        data-column="price"
        data-active={cursor === 'price' ? '' : undefined}
        data-marked={alert !== null || isEntry || last !== null ? '' : undefined}
        aria-label={priceLabel(
          props.isRounded ? `${text}, ${showPrice(low, grid.tick)}` : text,
          place,
          last,
          alert,
          isEntry,
        )}
        {...tip(alert === null ? undefined : `Alert: ${alert.text}`)}
      >
        {alert !== null && (
          <i
            className={styles.alertMark}
            data-watching={alert.isWatching ? '' : undefined}
            aria-hidden="true"
          >
            <BellIcon />
          </i>
        )}
        <span>{text}</span>
        {isEntry && <i className={styles.entryMark} data-tip="Average entry" aria-hidden="true" />}
        {last !== null && (
          <i
            className={`${styles.lastDot} ${last === 'BUY' ? 'pos' : last === 'SELL' ? 'neg' : ''}`}
            aria-hidden="true"
          />
        )}
      </div>
      {depthOf('SELL')}
      {ownOf('SELL')}
      {isShown('volume') && <VolumeCell stats={stats} low={low} high={high} text={text} />}
      {isShown('queue') && (
        <QueueCell stats={stats} low={low} high={high} text={text} isMine={bids !== null || asks !== null} />
      )}
    </div>
  )
})

/** Result of closing the whole position at this price; a press closes it there. */
function ResultCell(props: {
  readonly id: string
  readonly holding: Holding
  readonly price: Price
  readonly text: string
  readonly isActive: boolean
  readonly isPressed: boolean
}) {
  const result = closedAt(props.holding, props.price)
  const shown = closedText(props.holding, props.price)
  return (
    <div
      role="gridcell"
      id={props.id}
      className={`${styles.ladderResult} ${result < 0n ? 'neg' : result > 0n ? 'pos' : ''}`}
      data-column="result"
      data-active={props.isActive ? '' : undefined}
      data-pressed={props.isPressed ? '' : undefined}
      aria-label={`Close at ${props.text}: ${shown} est.`}
      {...tip(`${showAmount(result, 2, true)} est.: a press closes the whole position at ${props.text}`)}
    >
      {shown}
    </div>
  )
}

function priceLabel(
  text: string,
  place: BookRow['place'],
  last: BookRow['last'],
  alert: AlertLevel | null,
  isEntry: boolean,
): string {
  const marks = [
    place === 'best_bid' || place === 'best_both' ? 'best bid' : null,
    place === 'best_ask' || place === 'best_both' ? 'best ask' : null,
    last === null ? null : 'last trade',
    isEntry ? 'average entry' : null,
    alert === null ? null : `alert: ${alert.text}`,
  ].filter((mark) => mark !== null)
  return [text, ...marks].join(', ')
}

type DepthProps = {
  readonly source: RowSource
  /** The lowest of the row. */
  readonly price: Price
  readonly column: 'bid' | 'ask'
  readonly id: string
  /** Effect of a press, without the size. */
  readonly deed: string
  /** Size in whole shares that fills the bar. */
  readonly scale: bigint
  /** How many characters there is room for. */
  readonly length: number
  readonly isActive: boolean
  readonly isPressed: boolean
  /** An own order whose column is left out is here. */
  readonly isMine: boolean
}

/**
 * A cell without a size holds a space: a text that comes and goes is a piece that comes and goes, and for each of
 * those the browser puts the whole page together again.
 */
const NO_SIZE = '\u00a0'

/** In millionths; below, a size is written whole. */
const THOUSAND = 1_000_000_000n

/** The tooltip of a size with a star: an order goes to the row's own price, never to those. */
const OFF = 'part of it beside this price, off the tick'

/** The size on one side of a row, written straight into the cell: sizes are most of what changes on the page. React writes neither its text nor its style, and its name only before the size is put into it. */
function DepthCell(props: DepthProps) {
  const { source, price, column, deed, scale, length } = props
  const cell = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = cell.current
    return box === null ? undefined : writeDepth(box, source, price, column, deed, scale, length)
  }, [source, price, column, deed, scale, length])
  return (
    <div
      ref={cell}
      role="gridcell"
      id={props.id}
      className={`${styles.ladderCell} ${column}`}
      data-column={column}
      data-active={props.isActive ? '' : undefined}
      data-pressed={props.isPressed ? '' : undefined}
      data-mine={props.isMine ? '' : undefined}
      aria-label={deed}
    />
  )
}

/** Writes the size now and at every change; answers how to end that. */
function writeDepth(
  box: HTMLElement,
  source: RowSource,
  price: Price,
  column: 'bid' | 'ask',
  deed: string,
  scale: bigint,
  length: number,
): () => void {
  // A text node keeps its place when its text changes; a new one would be laid out from nothing.
  const text = box.firstChild ?? box.appendChild(document.createTextNode(NO_SIZE))
  let written: Micros | null | undefined
  let wasOff = false
  let shownTip = ''
  const write = (): void => {
    const row = source.row(price)
    const size = row[column]
    const isOff = row.off === column || row.off === 'both'
    if (size === written && isOff === wasOff) return
    written = size
    const plain = size === null ? NO_SIZE : showDepth(size)
    const isLong = size !== null && size >= THOUSAND && plain.length > length - (isOff ? 1 : 0)
    const short = isLong ? showCompact(size) : plain
    const shown = !isOff ? short : column === 'bid' ? `*${short}` : `${short}*`
    // With another scale all bars change and nothing else.
    if (text.nodeValue !== shown) text.nodeValue = shown
    const name = size === null ? deed : `${deed}, ${column} size ${plain}${isOff ? `, ${OFF}` : ''}`
    if (box.getAttribute('aria-label') !== name) box.setAttribute('aria-label', name)
    wasOff = isOff
    const tip = (isLong ? [plain] : []).concat(isOff ? [OFF] : []).join(', ')
    if (tip !== shownTip) {
      shownTip = tip
      if (tip === '') box.removeAttribute('data-tip')
      else box.setAttribute('data-tip', tip)
    }
    box.style.backgroundPosition = `${barShift(size, scale, column)}% 1px`
  }
  write()
  return source.subscribeRow(price, write)
}
