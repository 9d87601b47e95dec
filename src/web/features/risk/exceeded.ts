/** Which open orders and holdings a new limit would already be behind: it stops new orders, never those that are there. */
import { notional } from '#core/order/order-amounts.ts'
import type { Micros } from '#core/money.ts'
import type { Order, RiskSettings } from '../../platform/api/client.ts'
import { inMicros, showAmount, writtenAmount, writtenPrice } from '../../platform/format/figures.ts'
import type { LimitName } from './limits.ts'

/** Usage that exceeds `limit` already, as text; null when none does or it is unknown. `orders` are the open ones. */
export function exceededBy(
  name: LimitName,
  limit: Micros,
  orders: readonly Order[],
  usage: RiskSettings['usage'],
): string | null {
  if (name === 'maxOrderNotional') {
    const larger = orders.filter((order) => notional(order.price, order.size) > limit)
    if (larger.length === 0) return null
    const names = larger
      .slice(0, 3)
      .map((order) => `${order.outcomeName} ${writtenAmount(order.size)} @ ${writtenPrice(order.price)}`)
    const more = larger.length > 3 ? ` and ${larger.length - 3} more` : ''
    return `Open orders already larger: ${names.join(', ')}${more}. They stay.`
  }
  // Limits that each order or combo is checked against have no usage.
  const usages: Partial<Record<LimitName, Micros | number | null>> = usage
  const used = usages[name] ?? null
  if (used === null || inMicros(used) <= limit) return null
  return `Already used: ${showAmount(inMicros(used), 0)}. What is open stays; nothing is added to it.`
}
