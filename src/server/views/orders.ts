/** Orders, fills and the answers to commands, with the names that the catalog has. */
import type { CoreOf } from '#contract/codec/codec.ts'
import type { cancelResult, FillRow, OrderRow, placeResult } from '#contract/records/orders.ts'
import type { EventId, MarketId, OutcomeId } from '#core/ids.ts'
import { remaining, type Fill, type Order } from '#core/order/order.ts'
import type { TickSize } from '#core/price.ts'
import type { Catalog } from '#engine/markets/contract.ts'
import type { CancelResult, Orders, PlaceResult } from '#engine/orders/contract.ts'
import { knownFigures } from './values.ts'

type Titles = {
  readonly eventId: EventId | null
  readonly eventTitle: string
  readonly marketTitle: string
  readonly outcomeName: string
  readonly tickSize: TickSize | null
}

/** Names and tick of an outcome; its ids where the catalog does not know it. */
export function titlesOf(
  catalog: Pick<Catalog, 'outcome'>,
  { outcomeId, marketId }: { readonly outcomeId: OutcomeId; readonly marketId: MarketId },
): Titles {
  const known = catalog.outcome(outcomeId)
  if (known === null)
    return {
      eventId: null,
      eventTitle: marketId,
      marketTitle: marketId,
      outcomeName: outcomeId,
      tickSize: null,
    }
  const { event, market, outcome } = known
  return {
    eventId: event.id,
    eventTitle: event.title,
    marketTitle: market.groupTitle ?? market.question,
    outcomeName: outcome.name,
    tickSize: knownFigures(market).tickSize,
  }
}

export function orderRow(order: Order, catalog: Pick<Catalog, 'outcome'>): OrderRow {
  return { ...order, ...titlesOf(catalog, order), remainingSize: remaining(order) }
}

/** A fill's identity: one of our orders' share in one trade. */
export function fillKey(fill: Pick<Fill, 'tradeId' | 'orderId'>): string {
  return `${fill.tradeId}:${fill.orderId}`
}

/** Newest first; the key decides between fills of one instant, so that the order never changes. */
export function newestFillsFirst(fills: readonly Fill[]): readonly Fill[] {
  return fills.toSorted((a, b) => b.at - a.at || (fillKey(a) < fillKey(b) ? 1 : -1))
}

export function fillRow(
  fill: Fill,
  orders: Pick<Orders, 'order'>,
  catalog: Pick<Catalog, 'outcome'>,
): FillRow {
  const clientOrderId = orders.order(fill.orderId)?.clientOrderId ?? null
  return { ...fill, ...titlesOf(catalog, fill), id: fillKey(fill), clientOrderId, notional: fill.cash }
}

export function placeAnswer(
  { order, cancelledFirst = [], ...result }: PlaceResult,
  catalog: Pick<Catalog, 'outcome'>,
): CoreOf<typeof placeResult> {
  return { ...result, order: order && orderRow(order, catalog), ...namedIds({ cancelledFirst }) }
}

/** Ids under their name; nothing where there are none. */
export function namedIds<Named extends Readonly<Record<string, readonly string[]>>>(
  ids: Named,
): Partial<Named> {
  return Object.values(ids).every((list) => list.length === 0) ? {} : ids
}

export function cancelAnswer(result: CancelResult): CoreOf<typeof cancelResult> {
  return { ...result, failed: result.failed.map(({ id, rejection }) => ({ id, ...rejection })) }
}
