/** Orders that have ended, kept for a minute so that their end can be read where they stood. */
import { isOpen } from '#core/order/order.ts'
import type { Order } from '../../platform/api/client.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'

export type EndedOrder = {
  readonly order: Order
  /** False when it was gone after the link had been lost: how it ended was not reported. */
  readonly isReported: boolean
}

/** How long an ended order stays, in milliseconds (PAGE-6). */
export const ENDED_SHOWN_MS = 60_000
const MAX_ORDERS = 100

/** Builds the list over a timer; `onForgotten` is called for each order that leaves it. */
export function createEndedOrders(
  after: (ms: number, task: () => void) => unknown,
  onForgotten: (order: Order) => void,
) {
  const list = createStore<readonly EndedOrder[]>([])
  const others = (order: Order) => list.get().filter((one) => orderKey(one.order) !== orderKey(order))

  function put(ended: EndedOrder): void {
    const isNew = list.get().every((one) => orderKey(one.order) !== orderKey(ended.order))
    const next = [ended, ...others(ended.order)]
    for (const { order } of next.slice(MAX_ORDERS)) onForgotten(order)
    list.set(next.slice(0, MAX_ORDERS))
    if (isNew) after(ENDED_SHOWN_MS, () => forget(ended.order))
  }

  function forget(order: Order): void {
    if (list.get().some((one) => orderKey(one.order) === orderKey(order))) {
      list.set(others(order))
      onForgotten(order)
    }
  }

  return {
    /** The latest end first. */
    list: list as Readable<readonly EndedOrder[]>,
    /** An order as the server has it now. */
    seen(order: Order): void {
      if (!isOpen(order.status)) put({ order, isReported: true })
      else if (others(order).length < list.get().length) list.set(others(order))
    },
    /** An order that was open before the link was lost and is not any more. */
    gone(order: Order): void {
      if (isOpen(order.status)) put({ order, isReported: false })
    },
  }
}

/** Key of an order in the page: the same before and after the venue has named it. */
export function orderKey(order: Pick<Order, 'id' | 'clientOrderId'>): string {
  return order.clientOrderId ?? order.id ?? ''
}
