/** Own orders and legs in a row. */
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { movableOrders } from '../../actions/drafts/order-drag.ts'
import type { Grip } from '../../actions/drafts/order-drag.ts'
import { exitsInRow, markText } from '../../data/account/exit-marks.ts'
import { ownInRow } from '../../data/account/own-levels.ts'
import type { LadderGrid } from '../../data/markets/ladder-grid.ts'
import { showSize } from '../../platform/format/figures.ts'
import type { LadderParts } from './use-ladder-view.ts'

const SIDES: readonly Side[] = ['BUY', 'SELL']

export type OwnParts = Pick<LadderParts, 'own' | 'attachedExits' | 'commands'>

/** Why an order cannot be cancelled that has no id. */
export const BEING_SENT = 'it is still being sent'

/** Own orders of one side, or a leg, in a row. */
export type OwnHere = {
  readonly key: string
  /** `buy 10`, `stop 120` */
  readonly name: string
  readonly grip: Grip
  /** Why it cannot be moved; null when it can. */
  readonly whyFixed: string | null
  /** Null while it is being sent. */
  readonly cancel: (() => void) | null
}

/** Everything of mine in a row that can be moved or cancelled, orders first. */
export function ownHere(
  { own, attachedExits, commands }: OwnParts,
  outcomeId: string,
  price: Price,
  grid: LadderGrid,
): readonly OwnHere[] {
  const from = { outcomeId, from: price, hasOthers: true }
  const orders = SIDES.flatMap((side): readonly OwnHere[] => {
    const level = ownInRow(own.get(), outcomeId, side, price, grid)
    if (level === null) return []
    const movable = movableOrders(level)
    const ids = level.orders.flatMap(({ id }) => id ?? [])
    const name = `${side === 'BUY' ? 'buy' : 'sell'} ${showSize(level.size)}`
    const cancel = ids.length === 0 ? null : () => commands.cancelOrders(ids)
    const grip = { ...from, side, leg: null }
    return [{ key: side, name, grip, whyFixed: movable.ok ? null : movable.why, cancel }]
  })
  const legs = SIDES.flatMap((side) => exitsInRow(attachedExits.marks.get(), outcomeId, side, price, grid))
    .filter(({ rests }) => !rests)
    .map((mark): OwnHere => ({
      key: `${mark.side} ${mark.leg}`,
      name: markText(mark),
      grip: { ...from, side: mark.side, leg: mark.leg },
      whyFixed: null,
      cancel: () => attachedExits.cancel(mark),
    }))
  return [...orders, ...legs]
}
