/** Both outcomes of a market are one book seen from its two ends: orders and trades in the terms of the first outcome. */
import type { OutcomeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import type { Side } from '#core/order/order.ts'
import { complementPrice, type Price } from '#core/price.ts'

export type Outcomes = Pick<Market, 'id' | 'outcomes'>

/** Selling the second outcome at 0.6 is buying the first at 0.4. */
export function inFirstOutcome(
  market: Outcomes,
  order: { readonly outcomeId: OutcomeId; readonly side: Side; readonly price: Price },
): { readonly side: Side; readonly price: Price } {
  const { outcomeId, side, price } = order
  if (market.outcomes[0].id === outcomeId) return { side, price }
  return { side: side === 'BUY' ? 'SELL' : 'BUY', price: complementPrice(price) }
}

/** True if a price is at least as good for the taker of an order with that limit. */
export function isWithin(side: Side, price: Price, limit: Price): boolean {
  return side === 'BUY' ? price <= limit : price >= limit
}
