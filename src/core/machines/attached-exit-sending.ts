/** Parts of the steps of an attached exit that send or cancel. */
import type { ClientOrderId } from '../ids.ts'
import { micros, ZERO } from '../money.ts'
import type { AttachedExit, EntryOrder, ExitOrder } from '../order/attached-exit.ts'
import type { ExitStep } from './attached-exit-facts.ts'

/** The least that an order can sell. */
export const HUNDREDTH = micros(10_000n)

export function withCancel(state: AttachedExit, orders: readonly (ExitOrder | EntryOrder)[]): ExitStep {
  return { state, effects: orders.length === 0 ? [] : [{ type: 'cancel', orders }] }
}

/** Cancels those of the orders that it has not cancelled yet, and `entries` with them. */
export function cancelOrders(
  exit: AttachedExit,
  orders: readonly ExitOrder[],
  entries: readonly EntryOrder[] = [],
): ExitStep {
  const wanted = orders.filter(({ isCancelling }) => !isCancelling)
  const ids = new Set(wanted.map(({ clientOrderId }) => clientOrderId))
  const state =
    wanted.length === 0
      ? exit
      : {
          ...exit,
          orders: exit.orders.map((order) =>
            ids.has(order.clientOrderId) ? { ...order, isCancelling: true } : order,
          ),
        }
  return withCancel(state, [...wanted, ...entries])
}

/** With an order that is about to be sent. */
export function withOrder(
  exit: AttachedExit,
  clientOrderId: ClientOrderId,
  order: Pick<ExitOrder, 'leg' | 'rests' | 'price' | 'size'>,
): readonly [ExitOrder, AttachedExit] {
  const next: ExitOrder = {
    ...order,
    clientOrderId,
    orderId: null,
    filled: ZERO,
    isOver: false,
    isCancelling: false,
  }
  return [next, { ...exit, sent: exit.sent + 1, orders: [...exit.orders, next] }]
}
