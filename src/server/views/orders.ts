/** Orders, fills and the answers to commands on the wire. */
import { inertText } from '#lib/inert-text.ts'
import type { z } from 'zod'
import type { reject } from '#contract/errors.ts'
import type { Wire } from '#contract/live.ts'
import type { cancelResult, placeResult } from '#contract/orders.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import { formatMicros } from '#core/money.ts'
import { remaining, type Fill, type Order } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { CancelResult, Orders, PlaceResult } from '#engine/orders/contract.ts'
import type { Catalog } from '#engine/markets/contract.ts'
import { knownFigures, pricesView, timeOrNull, timeText } from './values.ts'

type Titles = {
  readonly eventId: string | null
  readonly event: string
  readonly market: string
  readonly outcome: string
  readonly tickSize: string | null
}

/** Names and tick of an outcome; its ids where the catalog does not know it. */
/** Names of an outcome and its market; their ids where the catalog does not know them. */
export function titlesOf(
  catalog: Pick<Catalog, 'outcome'>,
  ids: { readonly outcomeId: OutcomeId; readonly marketId: MarketId },
): Titles {
  const known = catalog.outcome(ids.outcomeId)
  if (known === null) {
    return {
      eventId: null,
      event: ids.marketId,
      market: ids.marketId,
      outcome: ids.outcomeId,
      tickSize: null,
    }
  }
  return {
    eventId: known.event.id,
    event: inertText(known.event.title),
    market: inertText(known.market.groupTitle ?? known.market.question),
    outcome: inertText(known.outcome.name),
    tickSize: knownFigures(known.market).tick_size,
  }
}

export function orderView(order: Order, catalog: Pick<Catalog, 'outcome'>): Wire['Order'] {
  const titles = titlesOf(catalog, order)
  return {
    id: order.id,
    client_order_id: order.clientOrderId,
    outcome_id: order.outcomeId,
    market_id: order.marketId,
    event_id: titles.eventId,
    event_title: titles.event,
    market_title: titles.market,
    outcome_name: titles.outcome,
    tick_size: titles.tickSize,
    side: order.side,
    price: formatPrice(order.price),
    size: formatMicros(order.size),
    filled_size: formatMicros(order.filledSize),
    remaining_size: formatMicros(remaining(order)),
    time_in_force: order.timeInForce,
    post_only: order.postOnly,
    expires_at: timeOrNull(order.expiresAt),
    status: order.status,
    delay_ends_at: timeOrNull(order.delayEndsAt),
    cancelling: order.cancelling,
    cancel_queued: order.cancelQueued,
    cancel_too_late: order.cancelTooLate,
    foreign: order.foreign,
    replaces: order.replaces,
    submitted_at: timeOrNull(order.submittedAt),
    created_at: timeText(order.createdAt),
    updated_at: timeText(order.updatedAt),
  }
}

/** A fill's identity: one of our orders' share in one trade. */
export function fillKey(fill: Pick<Fill, 'tradeId' | 'orderId'>): string {
  return `${fill.tradeId}:${fill.orderId}`
}

/** Newest first; the key decides between fills of one instant, so that the order never changes. */
export function newestFillsFirst(fills: readonly Fill[]): readonly Fill[] {
  return fills.toSorted((a, b) => b.at - a.at || (fillKey(a) < fillKey(b) ? 1 : -1))
}

export function fillView(
  fill: Fill,
  orders: Pick<Orders, 'order'>,
  catalog: Pick<Catalog, 'outcome'>,
): Wire['Fill'] {
  const titles = titlesOf(catalog, fill)
  return {
    id: fillKey(fill),
    order_id: fill.orderId,
    client_order_id: orders.order(fill.orderId)?.clientOrderId ?? null,
    outcome_id: fill.outcomeId,
    market_id: fill.marketId,
    event_title: titles.event,
    market_title: titles.market,
    outcome_name: titles.outcome,
    tick_size: titles.tickSize,
    side: fill.side,
    price: formatPrice(fill.price),
    size: formatMicros(fill.size),
    notional: formatMicros(fill.cash),
    fee: fill.fee === null ? null : formatMicros(fill.fee),
    role: fill.role,
    status: fill.status,
    tx_hash: fill.txHash,
    at: timeText(fill.at),
  }
}

export function rejectView(rejection: Rejection): z.input<typeof reject> {
  return {
    code: rejection.code,
    message: inertText(rejection.message),
    prices: pricesView(rejection.message, rejection.prices),
    limit: rejection.limit,
    value: rejection.value,
    retry_after_ms: rejection.retryAfterMs === null ? null : Math.ceil(rejection.retryAfterMs),
  }
}

export function placeResultView(
  result: PlaceResult,
  catalog: Pick<Catalog, 'outcome'>,
): z.input<typeof placeResult> {
  return {
    client_order_id: result.clientOrderId,
    result: result.result,
    order: result.order === null ? null : orderView(result.order, catalog),
    reject: result.reject === null ? null : rejectView(result.reject),
    replayed: result.replayed,
    ...namedIds('cancelled_first', result.cancelledFirst ?? []),
  }
}

/** Ids under a name; nothing where there are none. */
export function namedIds<Name extends string>(
  name: Name,
  ids: readonly string[],
): Partial<Record<Name, string[]>> {
  return ids.length === 0 ? {} : ({ [name]: [...ids] } as Record<Name, string[]>)
}

export function cancelView(result: CancelResult): z.input<typeof cancelResult> {
  return {
    cancelled: [...result.cancelled],
    queued: result.queued.map((cancel) => ({ id: cancel.id, send_at: timeText(cancel.sendAt) })),
    failed: result.failed.map(({ id, rejection }) => ({
      id,
      code: rejection.code,
      message: inertText(rejection.message),
    })),
  }
}
