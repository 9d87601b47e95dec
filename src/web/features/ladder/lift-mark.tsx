/** Where a lifted order would be put down, and in words what that does. */
import type { Micros } from '#core/money.ts'
import type { TickSize } from '#core/price.ts'
import { showDepth } from '../../format/numbers.ts'
import { moveLabel } from '../trading/move-words.ts'
import { rowOfPrice } from '../trading/price-steps.ts'
import type { Lift } from './lift.ts'

/** The mark in the target row. */
export function LiftMark({
  lift,
  size,
  tick,
  rowHeight,
}: {
  readonly lift: Lift
  readonly size: Micros
  readonly tick: TickSize
  readonly rowHeight: number
}) {
  return (
    <div
      role="presentation"
      className={`lift ${lift.side.toLowerCase()}`}
      style={{
        transform: `translateY(${rowOfPrice(lift.to, tick) * rowHeight}px)`,
        height: rowHeight,
      }}
    >
      <span className="own-chip" data-state="live">
        <span className="own-grip">{showDepth(size)}</span>
      </span>
      <span className="lift-label">
        {lift.to === lift.from ? 'aim at a price, Esc keeps' : moveLabel(size, lift.to, tick)}
      </span>
    </div>
  )
}
