/** Orders that the start of a game will cancel. */
import { isOpen } from '#core/order/order.ts'
import type { Market, Order } from '../../platform/api/client.ts'

/** How many open orders are in markets of this event whose book the venue empties at the start. */
export function cancelledAtStart(
  event: { readonly markets: readonly Pick<Market, 'id' | 'cancelsAtStart'>[] },
  orders: readonly Pick<Order, 'marketId' | 'status'>[],
): number {
  const emptied = new Set(event.markets.filter((market) => market.cancelsAtStart).map((market) => market.id))
  return orders.filter((order) => isOpen(order.status) && emptied.has(order.marketId)).length
}
