/** Where a dragged order would be dropped, with a text of what that does. */
import type { Micros } from '#core/money.ts'
import { showDepth } from '../../../platform/format/numbers.ts'
import { moveLabel } from '../../../model/order-entry/move-text.ts'
import type { ShowPrice } from '../grid/ladder-row.tsx'
import { rowOfPrice } from '../../../model/ladder/ladder-grid.ts'
import type { LadderGrid } from '../../../model/ladder/ladder-grid.ts'
import type { OrderDrag } from '../../../model/ladder/order-drag.ts'

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
  /** Which column of the row the chip stands in, from 1; 0 where that column is left out. */
  readonly column: number
  readonly show: ShowPrice
}) {
  return (
    <div
      role="presentation"
      className={`drag-mark ${drag.side.toLowerCase()}`}
      style={{
        transform: `translateY(${rowOfPrice(drag.to, grid) * rowHeight}px)`,
        height: rowHeight,
      }}
    >
      {column > 0 && (
        <span className="own-chip" data-state="live" style={{ gridColumn: column }}>
          <span className="own-grip">{showDepth(size)}</span>
        </span>
      )}
      <span className="drag-label">
        {drag.to === drag.from ? 'aim at a price, Esc keeps' : moveLabel(size, show(drag.to))}
      </span>
    </div>
  )
}
