/** Texts of orders that ended short of their size (INV-77). */
import { formatMicros, micros } from '#core/money.ts'
import type { CancelledOrder } from '#core/notification/notification.ts'
import type { Order } from '#core/order/order.ts'
import { joined, pricedText } from '#core/priced-text.ts'
import type { Facts } from '../bus.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { about, outcomeTitle, terms, type Names } from './notification-terms.ts'

/** An order that ended short of its size, and that nobody here cancelled (INV-77). */
export function endedDraft({ order, reason }: Facts['order_ended'], catalog: Names): NotificationDraft {
  const filled = order.filledSize === 0n ? 'nothing' : formatMicros(order.filledSize)
  const why = reason === null ? '' : ` The venue says: ${reason}`
  return {
    kind: 'order_ended',
    key: endingKey(order),
    title: outcomeTitle(catalog, order.outcomeId),
    ...pricedText`${order.status === 'expired' ? 'Expired' : 'Ended by the venue'}: ${terms(order, catalog)} had filled ${filled} of ${formatMicros(order.size)}.${why}`,
    clientOrderId: order.clientOrderId,
    ...about(catalog, order),
  }
}

/** Key of an order's unrequested end, whoever ended it. */
export function endingKey(order: Order): string {
  return `ended:${order.id ?? order.clientOrderId ?? ''}`
}

/** The orders that a lapsed heartbeat took, in one urgent message. */
export function heartbeatDraft(
  { orders }: Facts['heartbeat_lapsed'],
  catalog: Names,
): NotificationDraft | null {
  const cancelled = orders.flatMap((order) => cancelledOrder(order, catalog) ?? [])
  const [first] = cancelled
  if (first === undefined) return null
  const one = cancelled.length === 1
  const listed = joined(
    cancelled.map((order) => pricedText`${terms(order, catalog)}, ${outcomeTitle(catalog, order.outcomeId)}`),
    '; ',
  )
  return {
    kind: 'order_ended',
    key: `heartbeat:${idsOf(cancelled)}`,
    severity: 'urgent',
    title: one
      ? 'Heartbeat lapsed: an order is gone'
      : `Heartbeat lapsed: ${cancelled.length} orders are gone`,
    ...pricedText`The venue had no heartbeat for 10 s and cancelled ${one ? 'it' : 'them'}: ${listed}.`,
    orders: cancelled,
    ...(one ? { outcomeId: first.outcomeId, marketId: first.marketId } : {}),
  }
}

function idsOf(orders: readonly CancelledOrder[]): string {
  return orders
    .map(({ orderId }) => orderId)
    .toSorted()
    .join(' ')
}

/** Resting orders that went with the start of their game, with what it takes to place them again. */
export function gameStartDraft(
  { marketId, orders }: Facts['game_start_orders'],
  catalog: Names,
): NotificationDraft | null {
  const cancelled = orders.flatMap((order) => cancelledOrder(order, catalog) ?? [])
  const [first] = cancelled
  if (first === undefined) return null
  const count = cancelled.length === 1 ? 'An order was' : `${cancelled.length} orders were`
  const listed = joined(
    cancelled.map((order) => pricedText`${terms(order, catalog)} (${order.outcomeName})`),
    '; ',
  )
  return {
    kind: 'game_start_orders',
    key: `game_start:${idsOf(cancelled)}`,
    title: first.eventTitle,
    ...pricedText`${count} cancelled by the venue at the start of the game: ${listed}.`,
    marketId,
    orders: cancelled,
  }
}

function cancelledOrder(order: Order, catalog: Names): CancelledOrder | null {
  if (order.id === null || order.filledSize >= order.size) return null
  const known = catalog.outcome(order.outcomeId)
  return {
    orderId: order.id,
    clientOrderId: order.clientOrderId,
    outcomeId: order.outcomeId,
    marketId: order.marketId,
    eventTitle: known?.event.title ?? order.marketId,
    marketTitle: known?.market.groupTitle ?? known?.market.question ?? order.marketId,
    outcomeName: known?.outcome.name ?? order.outcomeId,
    tickSize: known?.market.tickSize ?? null,
    side: order.side,
    price: order.price,
    size: micros(order.size - order.filledSize),
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    expiresAt: order.expiresAt,
    repostedAs: null,
  }
}
