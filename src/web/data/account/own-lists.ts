/** Own orders, fills, positions and what outcomes would pay, as lists of topics: those of the account, or of a replay. */
import { fill, order } from '#contract/records/orders.ts'
import { position } from '#contract/records/positions.ts'
import { resolutionPnl as resolution } from '#contract/records/resolution-pnl.ts'
import type { Fill, Order, Position, ResolutionPnl } from '../../platform/api/client.ts'
import { createListStore } from '../../platform/live/list-store.ts'
import type { ListOptions } from '../../platform/live/list-store.ts'
import type { Frame } from '../../platform/page/frame.ts'
import { positionOrder } from './account-store.ts'
import { createEndedOrders, orderKey } from './ended-orders.ts'

/** Empty lists, and the orders that have ended since. */
export function createOwnLists(parts: {
  readonly frame: Frame
  readonly after: (ms: number, task: () => void) => () => void
  readonly onOrder?: (order: Order) => void
  readonly onFill?: NonNullable<ListOptions<Fill>['onItem']>
  /** Where it goes to another time, the orders that are not there have not ended. */
  readonly isReplay?: true
}) {
  const { frame, after, onOrder, onFill, isReplay } = parts
  const orders = createListStore<Order>({
    decode: order.decode,
    keyOf: orderKey,
    namesOf: ({ id, clientOrderId }) => [id, clientOrderId],
    order: (a, b) => b.createdAt - a.createdAt,
    onChange: () => frame.mark(orders.flush),
    onItem(item) {
      onOrder?.(item)
      endedOrders.seen(item)
    },
    onGone(item) {
      if (isReplay !== true) endedOrders.gone(item)
    },
  })
  const endedOrders = createEndedOrders(after, (item) => orders.forget(orderKey(item)))
  const fills = createListStore<Fill>({
    decode: fill.decode,
    keyOf: ({ id }) => id,
    order: (a, b) => b.at - a.at,
    onChange: () => frame.mark(fills.flush),
    ...(onFill === undefined ? {} : { onItem: onFill }),
  })
  const positions = createListStore<Position>({
    decode: position.decode,
    keyOf: ({ outcomeId }) => outcomeId,
    order: positionOrder,
    onChange: () => frame.mark(positions.flush),
  })
  const resolutionPnl = createListStore<ResolutionPnl>({
    decode: resolution.decode,
    keyOf: ({ eventId }) => eventId,
    order: (a, b) => (a.eventId < b.eventId ? -1 : 1),
    onChange: () => frame.mark(resolutionPnl.flush),
  })
  return { orders, endedOrders, fills, positions, resolutionPnl }
}
