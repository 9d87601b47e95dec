/** One price of a ladder. Its price never changes; sizes, marks and own orders come by its own subscriptions. */
import { memo, useCallback, useSyncExternalStore } from 'react'
import type { CSSProperties } from 'react'
import type { Price, TickSize } from '#core/price.ts'
import { showAmount, showResult, showDepth, showPrice } from '../../format/numbers.ts'
import type { BookRow } from '../../live/book-rows.ts'
import type { BookStore } from '../../live/book-store.ts'
import { useSelected } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { BellIcon } from '../../ui/icons.tsx'
import { levelAt } from '../alerts/alert-levels.ts'
import type { AlertLevel } from '../alerts/alert-levels.ts'
import { cellKey } from '../orders/own-levels.ts'
import type { Side } from '#core/order.ts'
import { closedAt } from './holding.ts'
import type { Holding } from './holding.ts'
import { OwnCell } from './own-cell.tsx'

export type Column = 'bid' | 'price' | 'ask'

export type RowProps = {
  readonly book: BookStore
  readonly outcomeId: string
  readonly price: Price
  readonly row: number
  readonly tick: TickSize
  readonly rowHeight: number
  readonly gridId: string
  /** Where the key cursor is in this row, or null. */
  readonly cursor: Column | null
  /** Which cell is held down, or null. */
  readonly pressed: Column | null
  /** Which side's own order is taken up from here, or null. */
  readonly lifted: Side | null
  /** What is held of the outcome; the column of results is there only with it. */
  readonly holding: Holding | null
  /** The average entry is nearest to this price. */
  readonly isEntry: boolean
}

const bar = (size: bigint | null): CSSProperties =>
  ({ '--size': size === null ? '0' : (size / 1_000_000n + 1n).toString() }) as CSSProperties

/** A row of the grid with its five cells. */
export const LadderRow = memo(function LadderRow(props: RowProps) {
  const { book, outcomeId, price, row, tick, rowHeight, gridId, cursor, pressed, lifted, holding, isEntry } =
    props
  const terminal = useTerminal()
  const data = useSyncExternalStore(
    useCallback((listener: () => void) => book.subscribeRow(price, listener), [book, price]),
    () => book.row(price),
  )
  const bids = useSelected(terminal.own, (own) => own.get(cellKey(outcomeId, 'BUY', price)) ?? null)
  const asks = useSelected(terminal.own, (own) => own.get(cellKey(outcomeId, 'SELL', price)) ?? null)
  const alert = useSelected(terminal.alerts.levels, (levels) => levelAt(levels, outcomeId, price))
  const text = showPrice(price, tick)
  const place: CSSProperties = { top: row * rowHeight, height: rowHeight }
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      className="ladder-row"
      data-price={price}
      data-place={data.place ?? undefined}
      data-cursor={cursor === null ? undefined : ''}
      style={place}
    >
      {holding !== null && <ClosedCell holding={holding} price={price} text={text} />}
      <OwnCell level={bids} text={text} isLifted={lifted === 'BUY'} />
      <div
        role="gridcell"
        id={`${gridId}-${price}-bid`}
        className="ladder-cell bid"
        data-column="bid"
        data-active={cursor === 'bid' ? '' : undefined}
        data-pressed={pressed === 'bid' ? '' : undefined}
        aria-label={`Buy at ${text}${data.bid === null ? '' : `, bid size ${showDepth(data.bid)}`}`}
        style={bar(data.bid)}
      >
        <span>{data.bid === null ? '' : showDepth(data.bid)}</span>
      </div>
      <div
        role="rowheader"
        id={`${gridId}-${price}-price`}
        className="ladder-price"
        data-column="price"
        data-active={cursor === 'price' ? '' : undefined}
        aria-label={priceLabel(text, data, alert, isEntry)}
        title={alert === null ? undefined : `Alert: ${alert.text}`}
      >
        {alert !== null && (
          <i className="alert-mark" data-watching={alert.isWatching ? '' : undefined} aria-hidden="true">
            <BellIcon />
          </i>
        )}
        <span>{text}</span>
        {isEntry && <i className="entry-mark" title="Average entry" aria-hidden="true" />}
        {data.last !== null && <i className={`last-dot ${data.last.toLowerCase()}`} aria-hidden="true" />}
      </div>
      <div
        role="gridcell"
        id={`${gridId}-${price}-ask`}
        className="ladder-cell ask"
        data-column="ask"
        data-active={cursor === 'ask' ? '' : undefined}
        data-pressed={pressed === 'ask' ? '' : undefined}
        aria-label={`Sell at ${text}${data.ask === null ? '' : `, ask size ${showDepth(data.ask)}`}`}
        style={bar(data.ask)}
      >
        <span>{data.ask === null ? '' : showDepth(data.ask)}</span>
      </div>
      <OwnCell level={asks} text={text} isLifted={lifted === 'SELL'} />
    </div>
  )
})

/** What the whole position would leave were it closed at this price. */
function ClosedCell(props: { readonly holding: Holding; readonly price: Price; readonly text: string }) {
  const result = closedAt(props.holding, props.price)
  const shown = showResult(result)
  return (
    <div
      role="gridcell"
      className={`ladder-result ${result < 0n ? 'neg' : result > 0n ? 'pos' : ''}`}
      aria-label={`${shown} est. if closed at ${props.text}`}
      title={showAmount(result, 2, true)}
    >
      {shown}
    </div>
  )
}

function priceLabel(text: string, data: BookRow, alert: AlertLevel | null, isEntry: boolean): string {
  const marks = [
    data.place === 'best_bid' ? 'best bid' : null,
    data.place === 'best_ask' ? 'best ask' : null,
    data.last === null ? null : 'last trade',
    isEntry ? 'average entry' : null,
    alert === null ? null : `alert: ${alert.text}`,
  ].filter((mark) => mark !== null)
  return [text, ...marks].join(', ')
}
