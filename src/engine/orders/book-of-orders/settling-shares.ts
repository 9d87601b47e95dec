/** Shares that may be held and cannot be sold yet: own purchases that the venue's balance may lack, and doubted ones (ADR 142). */
import { isFinalFill } from '#core/order/fill-status.ts'
import { BALANCE_LAGS_MS, isUnsettled, SETTLES_WITHIN_MS } from '#core/machines/transit.ts'
import { holdingFromFills } from '#core/position/holdings.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, micros, ZERO, type Micros } from '#core/money.ts'
import type { Fill } from '#core/order/order.ts'
import type { Clock } from '#ports/clock.ts'
import type { Orders } from '../contract.ts'
import type { OrderUsage } from './order-usage.ts'

/** True if a balance for which the venue looked at the chain at `lookedAt` may lack the shares of a purchase. */
export function mayLack({ side, status, at }: Fill, lookedAt: Instant, now: Instant): boolean {
  if (side === 'SELL' || status === 'failed') return false
  const isLate = !isFinalFill(status) && now - at < SETTLES_WITHIN_MS
  return isUnsettled(status) || isLate || at > lookedAt - BALANCE_LAGS_MS
}

/**
 * Shares just bought and not in a balance that shows `shown`, or such as a sale on its way has taken or not; 0 where that cannot be
 * the reason for what is missing.
 */
export type SettlingShares = (outcomeId: OutcomeId, shown: Micros) => Micros

/**
 * Builds the account of shares on their way into the balance.
 *
 * @param orders.doubted  shares in the balance that an unsettled sale may have taken
 */
export function createSettlingShares(orders: {
  readonly clock: Pick<Clock, 'now'>
  readonly fills: Orders['fills']
  readonly usage: Pick<OrderUsage, 'missingBought' | 'reservedShares'>
  readonly doubted: (outcomeId: OutcomeId) => Micros
}): SettlingShares {
  const { clock, usage } = orders
  return (outcomeId, shown) => {
    const now = clock.now()
    const fills = orders.fills().filter((fill) => fill.outcomeId === outcomeId)
    const unreported = usage.missingBought(outcomeId)
    const late = fills.filter((fill) => mayLack(fill, now, now)).map(({ size }) => size)
    const bought = addMicros(unreported, ...late)
    const owned = addMicros(holdingFromFills(fills).size, unreported)
    const reserved = usage.reservedShares(outcomeId)
    const lacking = micros(owned - reserved - shown)
    const coming = bought < lacking ? bought : lacking
    const doubted = micros(orders.doubted(outcomeId) - reserved)
    return [ZERO, coming, doubted].reduce((most, part) => (part > most ? part : most))
  }
}
