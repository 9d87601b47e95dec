/** Shares of purchases that a balance may not show yet. */
import { BALANCE_LAGS_MS, isUnsettled, SETTLES_WITHIN_MS } from '../machines/transit.ts'
import type { Instant } from '../market/market.ts'
import { addMicros, micros, ZERO, type Micros } from '../money.ts'
import { isFinalFill } from '../order/fill-status.ts'
import { holdingFromFills, type HoldingChange } from './holdings.ts'

/** True if a balance for which the venue looked at the chain at `lookedAt` may lack the shares of a purchase. */
export function mayLack({ side, status, at }: HoldingChange, lookedAt: Instant, now: Instant): boolean {
  if (side === 'SELL' || status === 'failed') return false
  const isLate = !isFinalFill(status) && now - at < SETTLES_WITHIN_MS
  return isUnsettled(status) || isLate || at > lookedAt - BALANCE_LAGS_MS
}

/** Shares of one outcome that are settling, by its fills. */
export function settlingShares(
  fills: readonly HoldingChange[],
  shares: Readonly<Record<'unreported' | 'reserved' | 'shown' | 'inDoubt', Micros>>,
  now: Instant,
): Micros {
  const late = fills.filter((fill) => mayLack(fill, now, now)).map(({ size }) => size)
  const bought = addMicros(shares.unreported, ...late)
  const owned = holdingFromFills(fills).size + shares.unreported
  const lacking = micros(owned - shares.reserved - shares.shown)
  const coming = bought < lacking ? bought : lacking
  const doubted = micros(shares.inDoubt - shares.reserved)
  return [ZERO, coming, doubted].reduce((most, part) => (part > most ? part : most))
}
