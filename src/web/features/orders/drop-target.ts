/** The ladder's price under a pointer, for an order that is dragged onto it from elsewhere on the page. */
import { complementPrice, priceFromSteps, TICK_SIZES } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Order } from '../../platform/api/client.ts'
import { GROUPS, priceFor } from '../../data/markets/ladder-grid.ts'
import type { LadderGrid } from '../../data/markets/ladder-grid.ts'

/** A row of a ladder. */
export type RowUnder = {
  readonly row: Element
  readonly outcomeId: string
  /** The lowest of the row. */
  readonly price: Price
  readonly grid: LadderGrid
}

/** Where an order would go. */
export type DropTarget = {
  /** Price of the order's own outcome. */
  readonly price: Price
  /** Price of the aimed row: a different one only on the complement's ladder. */
  readonly shown: Price
  readonly tick: TickSize
}

/** Null where there is no row of a ladder. */
export function rowUnder(x: number, y: number): RowUnder | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('.ladder-row[data-price]')
  const ladder = row?.closest<HTMLElement>('.ladder[data-outcome]')
  if (row === null || row === undefined || ladder === null || ladder === undefined) return null
  const price = priceFromSteps(Number(row.dataset['price']))
  const tick = TICK_SIZES.find((one) => one === Number(ladder.dataset['tick']))
  const group = GROUPS.find((one) => one === Number(ladder.dataset['group']))
  const outcomeId = ladder.dataset['outcome']
  if (price === null || tick === undefined || group === undefined || outcomeId === undefined) return null
  return { row, outcomeId, price, grid: { tick, group } }
}

/**
 * Meaning of a drop on the row for an order; null where it is neither its own ladder nor that of the complement, on
 * which a buy at p is a sale at 1 - p. In a grouped row the price is the end that the side means.
 */
export function dropTarget(
  order: Pick<Order, 'outcomeId' | 'side'>,
  under: Pick<RowUnder, 'outcomeId' | 'price' | 'grid'>,
  pairs: ReadonlyMap<string, string>,
): DropTarget | null {
  const { outcomeId: own, side } = order
  const { outcomeId, price, grid } = under
  if (outcomeId === own) {
    const to = priceFor(price, side, grid)
    return { price: to, shown: to, tick: grid.tick }
  }
  if (pairs.get(own) !== outcomeId) return null
  const shown = priceFor(price, side === 'BUY' ? 'SELL' : 'BUY', grid)
  return { price: complementPrice(shown), shown, tick: grid.tick }
}
