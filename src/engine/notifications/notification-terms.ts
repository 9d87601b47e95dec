/** How notifications name an outcome and the terms of an order. */
import { nativeId, type MarketId, type OutcomeId } from '#core/ids.ts'
import { formatMicros } from '#core/money.ts'
import type { Order } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import { priced, pricedText, type PricedText } from '#core/priced-text.ts'
import type { Catalog } from '../markets/contract.ts'
import type { NotificationDraft } from './notification-draft.ts'

export type Names = Pick<Catalog, 'outcome'>
type Ids = { readonly outcomeId: OutcomeId; readonly marketId: MarketId }

/** `Market: Outcome`; of an outcome that the catalog does not know the ends of its id. */
export function outcomeTitle(catalog: Names, id: OutcomeId): string {
  const known = catalog.outcome(id)
  const native = nativeId(id)
  const ends = native.length > 12 ? `${native.slice(0, 4)}\u2026${native.slice(-4)}` : native
  return known === null
    ? `Outcome ${ends}`
    : `${known.market.groupTitle ?? known.market.question}: ${known.outcome.name}`
}

export function about(
  catalog: Names,
  { outcomeId, marketId }: Ids,
): Pick<NotificationDraft, 'outcomeId' | 'marketId'> {
  return { outcomeId, marketId: catalog.outcome(outcomeId)?.market.id ?? marketId }
}

type Terms = Pick<Order, 'side' | 'price' | 'size' | 'outcomeId'>

export function terms({ side, price, size, outcomeId }: Terms, catalog: Names): PricedText {
  const tick = catalog.outcome(outcomeId)?.market.tickSize ?? null
  return pricedText`${side} ${formatMicros(size)} at ${priced(formatPrice(price), tick)}`
}
