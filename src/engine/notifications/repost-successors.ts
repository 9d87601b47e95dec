/**
 * An order may be re-posted again once its unknown replacement is proven absent; should the venue show that replacement after
 * all, it takes its place again (decision 23).
 */
import type { ClientOrderId, NotificationId, OrderId } from '#core/ids.ts'
import type { Order } from '#core/order/order.ts'
import type { Bus } from '../bus.ts'
import type { Notifications } from './notifications.ts'

type Place = {
  readonly id: NotificationId
  readonly orderId: OrderId
  readonly repostedAs: ClientOrderId | null
}

const MAX_STARTS = 200

/** Listens from now on. */
export function followSuccessors(parts: {
  readonly bus: Pick<Bus, 'subscribe'>
  readonly notifications: Pick<Notifications, 'list' | 'setReposted'>
}): void {
  const { bus, notifications } = parts
  const freed = new Map<ClientOrderId, OrderId>()

  /** Newest notification first. */
  function places(): readonly Place[] {
    const query = {
      words: [],
      unread: null,
      kind: 'game_start_orders',
      before: null,
      limit: MAX_STARTS,
    } as const
    return notifications
      .list(query)
      .flatMap(({ id, orders }) => orders.map(({ orderId, repostedAs }) => ({ id, orderId, repostedAs })))
  }

  function giveBack(successor: ClientOrderId): void {
    const place = places().find(({ repostedAs }) => repostedAs === successor)
    if (place === undefined || !notifications.setReposted(place.id, place.orderId, null)) return
    freed.set(successor, place.orderId)
  }

  function takeBack(successor: ClientOrderId, order: OrderId): void {
    freed.delete(successor)
    const place = places().find(({ orderId }) => orderId === order)
    if (place?.repostedAs === null) notifications.setReposted(place.id, order, successor)
  }

  bus.subscribe('order', ({ clientOrderId, status }: Order) => {
    if (clientOrderId === null) return
    const order = freed.get(clientOrderId)
    if (status === 'rejected') giveBack(clientOrderId)
    else if (order !== undefined) takeBack(clientOrderId, order)
  })
}
