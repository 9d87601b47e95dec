/** The grid of a ladder: every price between 0 and 1 has its row, of which those in sight are drawn. */
import { useId, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { RowSource } from '../../../platform/live/book-rows.ts'
import { priceAtRow, rowCount, rowOfPrice, rowPriceOf } from '../../../data/markets/ladder-grid.ts'
import type { Cell, LadderGrid as Grid } from '../../../data/markets/ladder-grid.ts'
import type { VolumeAndQueueReader } from '../../../data/account/volume-and-queue.ts'
import { entryPrice } from '../../../data/account/holding.ts'
import { COLUMN } from './ladder-columns.ts'
import type { LadderColumns } from './ladder-columns.ts'
import type { AimText } from '../orders/ladder-orders.ts'
import { useSizing } from '../use-ladder-view.ts'
import { LadderRow } from './ladder-row.tsx'
import { showLocal } from '../../../platform/format/figures.ts'
import { useRowScale } from './use-row-scale.ts'
import type { LadderInput } from '../use-ladder-input.ts'
import type { LadderView } from '../use-ladder-view.ts'
import { HEAD_HEIGHT } from './use-viewport.ts'
import { firstView, later } from '../../../ui/later.tsx'
import { Button, tip } from '../../../ui/controls.tsx'
import styles from '../ladder.module.css'

export type GridProps = LadderView &
  LadderInput & {
    readonly stats: VolumeAndQueueReader
    readonly name: string
  }

/** The scrolling grid with its labels; it is one tab stop, and the key cursor moves by price. */
export function LadderGrid(props: GridProps) {
  const { attach } = props.scroll
  const { scroll, grid, columns, rowHeight, cursor, hover, holding, note } = props
  const { drag } = props.drag
  const { held, handlers, onPointerLeave } = props.pointer
  const gridId = useId()
  const entry = holding === null ? null : entryPrice(holding, grid.tick)
  const entryRow = entry === null ? null : rowPriceOf(entry, grid)
  const source = props.book.rowsOf(grid.tick, grid.group)
  const scale = useRowScale(props.book, source, grid, scroll)
  const rows: ReactNode[] = []
  for (let row = scroll.first; row < scroll.first + scroll.count; row += 1) {
    const price = priceAtRow(row, grid)
    if (price === null) continue
    rows.push(
      <LadderRow
        key={price}
        source={source}
        stats={props.stats}
        outcome={props.outcome}
        price={price}
        row={row}
        grid={grid}
        rowHeight={rowHeight}
        gridId={gridId}
        columns={columns}
        show={props.show}
        isRounded={props.isRounded}
        cursor={cursor?.price === price ? cursor.column : null}
        pressed={held?.price === price ? held.column : null}
        scale={scale}
        dragged={drag?.from === price ? drag.side : null}
        draggedLeg={drag?.from === price ? drag.leg : null}
        holding={holding}
        isEntry={entryRow === price}
      />,
    )
  }
  const cursorRow = cursor === null ? -1 : rowOfPrice(cursor.price, grid)
  const isCursorDrawn = cursorRow >= scroll.first && cursorRow < scroll.first + scroll.count
  const chipColumn =
    drag === null ? 0 : columns.shown.indexOf(drag.side === 'BUY' ? 'my_bids' : 'my_asks') + 1
  return (
    <div className={`fills relative ruled-above ${styles.ladderFrame}`} style={columns.widths}>
      <div
        ref={attach}
        role="grid"
        tabIndex={0}
        className={styles.ladderGrid}
        data-dragging={drag === null ? undefined : drag.by}
        aria-label={props.name}
        aria-rowcount={rowCount(grid) + 1}
        aria-colcount={columns.shown.length}
        aria-activedescendant={
          cursor !== null && isCursorDrawn ? `${gridId}-${cursor.price}-${cursor.column}` : undefined
        }
        {...handlers}
        onKeyDown={props.onKeyDown}
        onKeyDownCapture={() => scroll.touch('key', true)}
        onScroll={scroll.onScroll}
        onScrollEnd={scroll.onScrollEnd}
        onPointerEnter={() => scroll.touch('pointer', true)}
        onPointerLeave={() => {
          scroll.touch('pointer', false)
          onPointerLeave()
        }}
        onFocus={() => {
          scroll.touch('focus', true)
          const { bestBid, bestAsk } = props.book.top()
          const at = bestBid ?? bestAsk
          if (cursor === null && at !== null) props.setCursor({ price: at, column: 'price' })
        }}
        onBlur={() => scroll.touch('focus', false)}
      >
        <HeadRow columns={columns} since={props.stats.since} onDoubleClick={scroll.centre} />
        <div role="rowgroup" className="relative" style={{ height: rowCount(grid) * rowHeight }}>
          {rows}
          {drag === null && <PlannedMarks {...props} />}
          <ScaledDrag {...props} />
          {drag === null && props.scale === null && hover !== null && (
            <Aim
              source={source}
              outcomeId={props.outcome.id}
              cell={hover}
              textOf={props.armedText}
              grid={grid}
              rowHeight={rowHeight}
            />
          )}
          {drag !== null && (
            <DragMark drag={drag} grid={grid} rowHeight={rowHeight} column={chipColumn} show={props.show} />
          )}
          {note !== null && note.refusal !== '' && (
            <div
              role="presentation"
              className={styles.cellNote}
              style={{
                transform: `translateY(${rowOfPrice(note.cell.price, grid) * rowHeight}px)`,
                height: rowHeight,
              }}
            >
              <span>{note.refusal}</span>
            </div>
          )}
        </div>
      </div>
      {scroll.outOfView !== 0 && (
        <Button
          tabIndex={-1}
          className={`${styles.outOfView} ${scroll.outOfView > 0 ? 'above' : 'below'}`}
          onClick={scroll.centre}
        >
          market {Math.abs(scroll.outOfView)} tick{Math.abs(scroll.outOfView) === 1 ? '' : 's'}{' '}
          {scroll.outOfView > 0 ? 'up' : 'down'}
        </Button>
      )}
    </div>
  )
}

function HeadRow(props: {
  readonly columns: LadderColumns
  readonly since: VolumeAndQueueReader['since']
  readonly onDoubleClick: () => void
}) {
  const { columns, since, onDoubleClick } = props
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={styles.ladderHeadRow}
      style={{ height: HEAD_HEIGHT }}
      onDoubleClick={onDoubleClick}
    >
      {columns.shown.map((column) => (
        <span
          key={column}
          role="columnheader"
          data-head={column}
          {...tip(
            column === 'volume'
              ? `${TRADED} ${showLocal(since)}; dots are my own fills`
              : COLUMN[column].help,
          )}
        >
          {COLUMN[column].text}
        </span>
      ))}
    </div>
  )
}

const parts = () => firstView.then(() => import('../later-parts.ts'))
const DragMark = later(() => parts().then((module) => module.DragMark), { isAhead: true })
const ScaledDrag = later(() => parts().then((module) => module.ScaledDrag))
const PlannedMarks = later(() => parts().then((module) => module.PlannedMarks))

/** Order of a click, at the pointer; it is in the row itself where that hides no size. */
function Aim(props: {
  readonly source: RowSource
  readonly outcomeId: string
  readonly cell: Cell
  readonly textOf: (cell: Cell) => AimText | null
  readonly grid: Grid
  readonly rowHeight: number
}) {
  const { source, outcomeId, cell, textOf, grid, rowHeight } = props
  // The size may change under a resting pointer, by a key or in another ladder.
  useSizing(outcomeId)
  const label = textOf(cell)
  const isInRow = useSyncExternalStore(
    (listener) => source.subscribeRow(cell.price, listener),
    () => source.row(cell.price)[cell.column === 'bid' ? 'ask' : 'bid'] === null,
  )
  if (label === null) return null
  const { shot, text } = label
  return (
    <div
      role="presentation"
      className={`${styles.aim} ${cell.column} ${shot.side === 'BUY' ? 'buy' : 'sell'}`}
      data-barred={shot.barred === null ? undefined : ''}
      data-at={isInRow ? 'row' : undefined}
      style={{
        transform: `translateY(${rowOfPrice(cell.price, grid) * rowHeight}px)`,
        height: rowHeight,
      }}
    >
      <span>{text}</span>
    </div>
  )
}

const TRADED = 'Traded at this price since this tab opened the ladder,'
