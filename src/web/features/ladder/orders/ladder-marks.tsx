/** Marks over the rows of a ladder. Loaded once the first view is there. */
import { usePlannedExits } from '../../../contexts/use-planned-exits.ts'
import { LETTERS } from '../../../data/account/exit-mark-text.ts'
import { moveLabel } from '../../../data/account/exit-marks.ts'
import { rowOfPrice } from '../../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../../data/markets/ladder-grid.ts'
import { showCents, showDepth } from '../../../platform/format/figures.ts'
import type { OrderDrag } from '../../../actions/drafts/order-drag.ts'
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

export type PlannedProps = MarkPlace & { readonly outcomeId: string }

/** Target and stop that the ticket would attach, with what each would bring, before the press. */
export function PlannedMarks({ outcomeId, grid, rowHeight }: PlannedProps) {
  return usePlannedExits(outcomeId, grid.tick).map(({ leg, price, result }) => (
    // The ticket has the same in words.
    <div
      key={leg}
      aria-hidden="true"
      className={styles.plannedMark}
      style={{ transform: `translateY(${rowOfPrice(price, grid) * rowHeight}px)`, height: rowHeight }}
    >
      <span>
        {LETTERS[leg]}
        {result !== null && ` ${showCents(result, true)}`}
      </span>
    </div>
  ))
}
