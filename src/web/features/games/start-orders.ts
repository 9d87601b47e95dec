/** Orders that the start of a game will cancel, and cancelled ones that may be placed again. */
import { isOpen } from '#core/order/order.ts'
import type { Game, Market, Notification, Order } from '../../platform/api/client.ts'

type Markets = { readonly markets: readonly Pick<Market, 'id' | 'status' | 'cancelsAtStart'>[] }

type CancelNotification = Pick<Notification, 'kind' | 'marketId'> & {
  readonly orders: readonly Pick<Notification['orders'][number], 'repostedAs'>[]
}

/** How many open orders stand in markets of this event whose book the venue empties at the start. */
export function cancelledAtStart(
  event: Markets,
  orders: readonly Pick<Order, 'marketId' | 'status'>[],
): number {
  const emptied = new Set(event.markets.filter((market) => market.cancelsAtStart).map((market) => market.id))
  return orders.filter((order) => isOpen(order.status) && emptied.has(order.marketId)).length
}

export type TakenAtStart<One> = {
  /** Orders that the start cancelled, those placed again among them. */
  readonly count: number
  /** The notification whose orders can be placed again; null when none is left. Each market has its own. */
  readonly next: One | null
}

/** Orders cancelled by the start of the event's game; null without any, and once the game has ended. */
export function takenAtStart<One extends CancelNotification>(
  event: Markets,
  game: Pick<Game, 'status'> | null,
  notifications: readonly One[],
): TakenAtStart<One> | null {
  if (game?.status === 'ended') return null
  const open = new Set<string>(event.markets.filter(({ status }) => status === 'open').map(({ id }) => id))
  const cancels = notifications.filter(
    ({ kind, marketId }) => kind === 'game_start_orders' && marketId !== null && open.has(marketId),
  )
  const count = cancels.reduce((sum, { orders }) => sum + orders.length, 0)
  const next = cancels.find(({ orders }) => orders.some((order) => order.repostedAs === null)) ?? null
  return count === 0 ? null : { count, next }
}
