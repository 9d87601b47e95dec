/** The orders of one group as one press acts on them: how many rest, and where each goes by ticks. */
import type { TickSize } from '#core/price.ts'
import { openOrders } from '../data/account/own-levels.ts'
import { stepPrice } from '../data/markets/price-steps.ts'
import type { Order } from '../platform/api/client.ts'
import type { MoveTarget } from './move.ts'

/** Those that are open. */
export function openGroup(orders: readonly Order[], { group }: Pick<Order, 'group'>): readonly Order[] {
  return openOrders(orders).filter((order) => order.group !== undefined && order.group === group)
}

/** `3 of 5 open (scaled order)`; nothing shows in what one order was a part, or some that were placed again. */
export function groupText(open: readonly Order[]): string {
  const asked = Math.max(...open.map(({ groupSize }) => groupSize ?? 0))
  const whole = Math.max(open.length, asked)
  const outcomes = new Set(open.map(({ outcomeId }) => outcomeId)).size
  const name = open.length < 2 || asked === 0 ? 'group' : outcomes > 1 ? 'basket' : 'scaled order'
  return `${open.length} of ${whole} open (${name})`
}

/** Each of them so many ticks up. */
export function groupTargets(
  open: readonly Order[],
  ticks: number,
  tickOf: (order: Order) => TickSize,
): readonly MoveTarget[] {
  return open.map((order) => {
    const tick = tickOf(order)
    return { orderId: order.id ?? '', to: stepPrice(order.price, ticks, tick), tick }
  })
}
