/** Marks over the rows of a ladder and in them: a drag, exits of the ticket, attached exits. Loaded once the first view is there. */
import { plannedOf, usePlannedExits } from '../../../contexts/use-planned-exits.ts'
import { chipText, LETTERS, markHelp, timesOf } from '../../../data/account/exit-mark-text.ts'
import { markText, moveLabel } from '../../../data/account/exit-marks.ts'
import type { ExitMark } from '../../../data/account/exit-marks.ts'
import { rowOfPrice } from '../../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../../data/markets/ladder-grid.ts'
import { useTrading } from '../../../contexts/contexts.ts'
import { showCents, showDepth, showLocal } from '../../../platform/format/figures.ts'
import { useStore } from '../../../platform/state/hooks.ts'
import { Button, tip } from '../../../ui/controls.tsx'
import { useHolding, useSizing } from '../use-ladder-view.ts'
import type { OrderDrag } from '../../../actions/drafts/order-drag.ts'
import type { PlannedExit } from '../../../contexts/use-planned-exits.ts'
import { useTemplate } from '../../../widgets/bracket-choice.tsx'
import type { GridProps } from '../grid/ladder-grid.tsx'
import type { ShowPrice } from '../use-ladder-view.ts'
import styles from '../ladder.module.css'

type MarkPlace = { readonly grid: LadderGrid; readonly rowHeight: number }

/** Where a dragged order would be dropped, with a text of what that does. */
export function DragMark({
  drag,
  grid,
  rowHeight,
  column,
  show,
}: MarkPlace & {
  readonly drag: OrderDrag
  /** Column of the chip in the row, from 1; 0 where that column is left out. */
  readonly column: number
  readonly show: ShowPrice
}) {
  return (
    <div
      role="presentation"
      className={`${styles.dragMark} ${drag.side.toLowerCase()}`}
      style={{
        transform: `translateY(${rowOfPrice(drag.to, grid) * rowHeight}px)`,
        height: rowHeight,
      }}
    >
      {column > 0 && (
        <span className={styles.ownChip} data-state="live" style={{ gridColumn: column }}>
          <span className={styles.ownGrip}>{drag.left > 0n ? showDepth(drag.left) : ''}</span>
        </span>
      )}
      <span className={styles.dragLabel}>
        {drag.to === drag.from ? 'aim at a price, Esc keeps' : moveLabel(drag.left, show(drag.to), drag.leg)}
      </span>
    </div>
  )
}

/** Exits of the order that a press would send where finger, pointer or cursor is, or those that the ticket has written. */
export function PlannedMarks(view: GridProps) {
  const { event, outcome, market, grid, rowHeight, orders, touched, hover, cursor } = view
  const template = useTemplate(event)
  const written = usePlannedExits(outcome.id, grid.tick)
  useSizing(outcome.id)
  const cell = touched ?? hover ?? cursor
  const isByKeys = touched === null && hover === null
  if (view.scale !== null) return null
  const isBuy = touched !== null || (isByKeys && cell?.column === 'price')
  const shot =
    cell === null || template === null ? null : isBuy ? orders.shotAt(cell, 'BUY') : orders.shotBy(cell, 0)
  const planned = shot === null ? [] : plannedOf(shot, grid.tick, market.minOrderSize, outcome.id)
  const isPressed = planned.length > 0
  return (
    <PlannedRows
      planned={isPressed ? planned : written}
      isByKeys={isByKeys && isPressed}
      grid={grid}
      rowHeight={rowHeight}
    />
  )
}

type RowsProps = MarkPlace & { readonly planned: readonly PlannedExit[]; readonly isByKeys: boolean }

/** One mark a row, with what each leg would bring; by keys only while the ladder has them. */
export function PlannedRows({ planned, isByKeys, grid, rowHeight }: RowsProps) {
  const rows = Map.groupBy(planned, ({ price }) => rowOfPrice(price, grid))
  return [...rows].map(([row, legs]) => (
    // The ticket has the same in words.
    <div
      key={row}
      aria-hidden="true"
      className={styles.plannedMark}
      data-by-keys={isByKeys ? '' : undefined}
      style={{ transform: `translateY(${row * rowHeight}px)`, height: rowHeight }}
    >
      <span>
        {legs
          .map(({ leg, result }) => `${LETTERS[leg]}${result === null ? '' : ` ${showCents(result, true)}`}`)
          .join(' ')}
      </span>
    </div>
  ))
}

/** One leg at one price; a short one leaves out its size and its cross, which the menu of the row has. */
export function ExitChip({
  mark,
  text,
  isShort,
  isDragged,
}: {
  readonly mark: ExitMark
  /** Its price. */
  readonly text: string
  readonly isShort: boolean
  readonly isDragged: boolean
}) {
  const { attachedExits } = useTrading()
  const help = markHelp(mark, useHolding(mark.exits[0]?.outcomeId ?? ''))
  const shown = isShort ? LETTERS[mark.leg] : chipText(mark)
  const name = `${markText(mark)} at ${text}, ${help.state}`
  return (
    <span
      className={styles.ownChip}
      data-exit={mark.leg}
      data-paused={help.isPaused ? '' : undefined}
      data-short={isShort ? '' : undefined}
      data-mirrored={(mark.side === 'BUY') === (mark.leg !== 'entry') ? '' : undefined}
      data-dragged={isDragged ? '' : undefined}
    >
      <Button
        tabIndex={-1}
        className={styles.ownGrip}
        data-side={mark.side}
        data-leg={mark.leg}
        aria-label={`Move ${name}, shown as ${shown}`}
        {...tip(
          `${help.text} Now: ${help.state}. Drag to another price, or press and use the arrows and Enter.`,
        )}
      >
        {shown}
      </Button>
      {!isShort && (
        <Button
          tabIndex={-1}
          className={styles.ownCancel}
          aria-label={`Cancel ${name}`}
          {...tip('Cancel')}
          onClick={() => attachedExits.cancel(mark)}
        >
          {'\u00d7'}
        </Button>
      )}
    </span>
  )
}

/** Time-based exits have no price; shown beside the position. */
export function ExitTimes({ outcomeId }: { readonly outcomeId: string }) {
  const { attachedExits } = useTrading()
  const { items } = useStore(attachedExits.list)
  return timesOf(items, outcomeId).map(({ exit, text, help }) => {
    const at = exit.sellsAt === null ? '' : ` ${showLocal(exit.sellsAt).slice(0, 5)}`
    return (
      <span key={exit.id} className={`${styles.ownChip} ${styles.exitTime}`} data-exit="time">
        <span className={styles.ownGrip} {...tip(help)}>
          Time{at}
          <span className="visually-hidden"> {text}</span>
        </span>
        <Button
          className={styles.ownCancel}
          aria-label={`Cancel time exit ${text}`}
          {...tip(`Cancel. ${help}`)}
          onClick={() => attachedExits.cancel({ outcomeId, leg: 'time', exits: [exit] })}
        >
          {'\u00d7'}
        </Button>
      </span>
    )
  })
}
