/** Own orders, fills, positions and what outcomes would pay, as lists of topics: those of the account, or of a replay. */
import type { Fill, Order, Position, ResolutionPnl } from '../platform/api/wire.ts'
import { createListStore } from '../platform/live/list-store.ts'
import type { ListOptions } from '../platform/live/list-store.ts'
import type { Frame } from '../platform/page/frame.ts'
import { positionOrder } from '../model/positions/account-store.ts'
import { createEndedOrders, orderKey } from '../model/orders/ended-orders.ts'
import type { After } from './create-market-data.ts'

/** Empty lists, and the orders that have ended since. */
export function createOwnLists(parts: {
  readonly frame: Frame
  readonly after: After
  readonly onOrder?: (order: Order) => void
  readonly onFill?: NonNullable<ListOptions<Fill>['onItem']>
  /** Where it goes to another time, the orders that are not there have not ended. */
  readonly isReplay?: true
}) {
  const { frame, after, onOrder, onFill, isReplay } = parts
  const orders = createListStore<Order>({
    keyOf: orderKey,
    namesOf: (order) => [order.id, order.client_order_id],
    order: (a, b) => (a.created_at < b.created_at ? 1 : -1),
    onChange: () => frame.mark(orders.flush),
    onItem(order) {
      onOrder?.(order)
      endedOrders.seen(order)
    },
    onGone(order) {
      if (isReplay !== true) endedOrders.gone(order)
    },
  })
  const endedOrders = createEndedOrders(after, (order) => orders.forget(orderKey(order)))
  const fills = createListStore<Fill>({
    keyOf: (fill) => fill.id,
    namesOf: (fill) => [fill.id],
    order: (a, b) => (a.at < b.at ? 1 : -1),
    onChange: () => frame.mark(fills.flush),
    ...(onFill === undefined ? {} : { onItem: onFill }),
  })
  const positions = createListStore<Position>({
    keyOf: (position) => position.outcome_id,
    namesOf: (position) => [position.outcome_id],
    order: positionOrder,
    onChange: () => frame.mark(positions.flush),
  })
  const resolutionPnl = createListStore<ResolutionPnl>({
    keyOf: ({ id }) => id,
    namesOf: ({ id }) => [id],
    order: (a, b) => (a.id < b.id ? -1 : 1),
    onChange: () => frame.mark(resolutionPnl.flush),
  })
  return { orders, endedOrders, fills, positions, resolutionPnl }
}
