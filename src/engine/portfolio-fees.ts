/** What a fill's fee was. */
import { takerFee } from '#core/fees.ts'
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Fill } from '#core/order.ts'
import type { Catalog } from './engine.ts'

/** Makers pay none; takers by the market's curve. Null when the catalog does not know it. */
export function feeOfFill(fill: Fill, catalog: Pick<Catalog, 'outcome'>): Micros | null {
  if (fill.role === 'maker') return ZERO
  const fee = catalog.outcome(fill.outcomeId)?.market.fee ?? 'unknown'
  return fee === 'unknown' ? null : takerFee(fee, fill.price, fill.size)
}
