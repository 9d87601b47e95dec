/** Fills of tests at one price: their cash is size times price. */
import type { Fill } from '../order/order.ts'
import { notional } from '../order/order-amounts.ts'

/** The fill with the cash of its price, unless it has one of its own. */
export function withCash(fill: Omit<Fill, 'cash'> & Partial<Pick<Fill, 'cash'>>): Fill {
  return { ...fill, cash: fill.cash ?? notional(fill.price, fill.size) }
}
