/** Where a dragged order would be dropped, with a text of what that does. */
import type { Micros } from '#core/money.ts'
import { showDepth } from '../../../platform/format/figures.ts'
import { moveLabel } from '../../../data/account/move-text.ts'
import type { ShowPrice } from '../grid/ladder-row.tsx'
import { rowOfPrice } from '../../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../../data/markets/ladder-grid.ts'
import type { OrderDrag } from '../../../actions/drafts/order-drag.ts'
import styles from '../ladder.module.css'

/** The mark in the target row. */
export function DragMark({
  drag,
  size,
  grid,
  rowHeight,
  column,
  show,
}: {
  readonly drag: OrderDrag
  readonly size: Micros
  readonly grid: LadderGrid
  readonly rowHeight: number
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
          <span className={styles.ownGrip}>{size > 0n ? showDepth(size) : ''}</span>
        </span>
      )}
      <span className={styles.dragLabel}>
        {drag.to === drag.from ? 'aim at a price, Esc keeps' : moveLabel(size, show(drag.to), drag.leg)}
      </span>
    </div>
  )
}
