/** The ladder's price under a pointer, for an order that is dragged onto it from elsewhere on the page. */
import type { Side } from '#core/order.ts'
import { priceFromSteps, TICK_SIZES } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { GROUPS, priceFor } from '../trading/ladder-grid.ts'

export type DropTarget = {
  readonly row: Element
  readonly outcomeId: string
  readonly price: Price
  readonly tick: TickSize
}

/** In the window `there`; null where there is no row of a ladder. In a grouped row the price is the end that the side means. */
export function dropTargetAt(there: Document, x: number, y: number, side: Side): DropTarget | null {
  const row = there.elementFromPoint(x, y)?.closest<HTMLElement>('.ladder-row[data-price]')
  const ladder = row?.closest<HTMLElement>('.ladder[data-outcome]')
  if (row === null || row === undefined || ladder === null || ladder === undefined) return null
  const rowPrice = priceFromSteps(Number(row.dataset['price']))
  const tick = TICK_SIZES.find((one) => one === Number(ladder.dataset['tick']))
  const group = GROUPS.find((one) => one === Number(ladder.dataset['group']))
  const outcomeId = ladder.dataset['outcome']
  if (rowPrice === null || tick === undefined || group === undefined || outcomeId === undefined) return null
  return { row, outcomeId, price: priceFor(rowPrice, side, { tick, group }), tick }
}
