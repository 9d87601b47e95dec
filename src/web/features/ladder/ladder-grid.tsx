/** The grid of a ladder: every tick between 0 and 1 is a row, of which those in sight are drawn. */
import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react'
import type { Micros } from '#core/money.ts'
import type { TickSize } from '#core/price.ts'
import type { BookRow } from '../../live/book-rows.ts'
import type { BookStore } from '../../live/book-store.ts'
import { priceAtRow, rowCount, rowOfPrice } from '../trading/price-steps.ts'
import type { Cell } from './ladder-cell.ts'
import type { Note } from './ladder-foot.tsx'
import { entryPrice } from './holding.ts'
import { useHolding } from './use-holding.ts'
import { LadderRow } from './ladder-row.tsx'
import { LiftMark } from './lift-mark.tsx'
import type { Lift } from './lift.ts'
import type { GridScroll } from './use-viewport.ts'
import { HEAD_HEIGHT } from './use-viewport.ts'

export type GridProps = {
  readonly book: BookStore
  readonly outcomeId: string
  readonly name: string
  readonly gridId: string
  readonly tick: TickSize
  readonly rowHeight: number
  readonly scroll: GridScroll
  readonly scale: bigint
  readonly cursor: Cell | null
  readonly held: Cell | null
  readonly hover: Cell | null
  readonly note: Note | null
  readonly lift: Lift | null
  /** What the lifted orders still have open. */
  readonly liftSize: Micros
  readonly armedText: (cell: Cell) => string
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerUp: (event: PointerEvent) => void
  readonly onClick: () => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerLeave: () => void
  readonly onPointerCancel: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: () => void
}

/** The label stands in the row itself where that hides no size. */
function isOppositeEmpty(row: BookRow, column: Cell['column']): boolean {
  return column === 'bid' ? row.ask === null : row.bid === null
}

/** The scrolling grid with its labels; it is one tab stop, and the key cursor moves by price. */
export function LadderGrid(props: GridProps) {
  const { attach } = props.scroll
  const { scroll, tick, rowHeight, gridId, cursor, held, hover, note, lift } = props
  const holding = useHolding(props.outcomeId)
  const entry = holding === null ? null : entryPrice(holding, tick)
  const rows: ReactNode[] = []
  for (let row = scroll.first; row < scroll.first + scroll.count; row += 1) {
    const price = priceAtRow(row, tick)
    if (price === null) continue
    rows.push(
      <LadderRow
        key={price}
        book={props.book}
        outcomeId={props.outcomeId}
        price={price}
        row={row}
        tick={tick}
        rowHeight={rowHeight}
        gridId={gridId}
        cursor={cursor?.price === price ? cursor.column : null}
        pressed={held?.price === price ? held.column : null}
        lifted={lift?.from === price ? lift.side : null}
        holding={holding}
        isEntry={entry === price}
      />,
    )
  }
  const canvas = {
    height: rowCount(tick) * rowHeight,
    '--scale': props.scale.toString(),
  } as CSSProperties
  const cursorRow = cursor === null ? -1 : rowOfPrice(cursor.price, tick)
  const isCursorDrawn = cursorRow >= scroll.first && cursorRow < scroll.first + scroll.count
  const labelled = lift === null && hover !== null && hover.column !== 'price' ? hover : null
  return (
    <div className="ladder-frame">
      <div
        ref={attach}
        role="grid"
        tabIndex={0}
        className="ladder-grid"
        data-lifting={lift === null ? undefined : lift.by}
        aria-label={props.name}
        aria-rowcount={rowCount(tick) + 1}
        aria-colcount={holding === null ? 5 : 6}
        data-held={holding === null ? undefined : ''}
        aria-activedescendant={
          cursor !== null && isCursorDrawn ? `${gridId}-${cursor.price}-${cursor.column}` : undefined
        }
        onScroll={scroll.onScroll}
        onPointerDown={props.onPointerDown}
        onPointerUp={props.onPointerUp}
        onClick={props.onClick}
        onPointerMove={props.onPointerMove}
        onPointerEnter={() => scroll.touch(true)}
        onPointerLeave={() => {
          scroll.touch(false)
          props.onPointerLeave()
        }}
        onPointerCancel={props.onPointerCancel}
        onKeyDown={props.onKeyDown}
        onFocus={() => {
          scroll.touch(true)
          props.onFocus()
        }}
        onBlur={() => scroll.touch(false)}
      >
        <div
          role="row"
          aria-rowindex={1}
          className="ladder-head-row"
          style={{ height: HEAD_HEIGHT }}
          onDoubleClick={scroll.centre}
        >
          {holding !== null && (
            <span
              role="columnheader"
              className="ladder-result-head"
              title="P&L if closed here: the whole position sold at that price, est., before a fee"
            >
              If closed
            </span>
          )}
          <span role="columnheader">Mine</span>
          <span role="columnheader">Bid</span>
          <span role="columnheader" title="Double click or Space centres">
            Price
          </span>
          <span role="columnheader">Ask</span>
          <span role="columnheader">Mine</span>
        </div>
        <div role="rowgroup" className="ladder-canvas" style={canvas}>
          {rows}
          {labelled !== null && (
            <div
              role="presentation"
              className={`aim ${labelled.column}`}
              data-at={isOppositeEmpty(props.book.row(labelled.price), labelled.column) ? 'row' : undefined}
              style={{
                transform: `translateY(${rowOfPrice(labelled.price, tick) * rowHeight}px)`,
                height: rowHeight,
              }}
            >
              <span>{props.armedText(labelled)}</span>
            </div>
          )}
          {lift !== null && <LiftMark lift={lift} size={props.liftSize} tick={tick} rowHeight={rowHeight} />}
          {note !== null && note.tone === 'refused' && (
            <div
              role="presentation"
              className="cell-note"
              style={{
                transform: `translateY(${rowOfPrice(note.cell.price, tick) * rowHeight}px)`,
                height: rowHeight,
              }}
            >
              <span>{note.text}</span>
            </div>
          )}
        </div>
      </div>
      {scroll.outOfView !== 0 && (
        <button
          type="button"
          tabIndex={-1}
          className={`out-of-view ${scroll.outOfView > 0 ? 'above' : 'below'}`}
          onClick={scroll.centre}
        >
          market {Math.abs(scroll.outOfView)} ticks {scroll.outOfView > 0 ? 'up' : 'down'}
        </button>
      )}
    </div>
  )
}
