/** Texts about own orders and trades, and how notifications name an outcome and the terms of an order. */
import { nativeId, type ClientOrderId, type MarketId, type OutcomeId } from '#core/ids.ts'
import { formatMicros, micros } from '#core/money.ts'
import type { CancelledOrder, NotificationKind } from '#core/notification/notification.ts'
import { isOpen, type Fill, type LateOrder, type Order } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import { joined, priced, pricedText, type PricedText } from '#core/priced-text.ts'
import type { Facts } from '../bus.ts'
import type { Catalog } from '../markets/catalog.ts'
import { titlesOf } from '../markets/titles.ts'
import type { NotificationDraft } from './notification-draft.ts'

export type Names = Pick<Catalog, 'outcome'>
type Ids = { readonly outcomeId: OutcomeId; readonly marketId?: MarketId }

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
  return { outcomeId, marketId: catalog.outcome(outcomeId)?.market.id ?? marketId ?? null }
}

type Terms = Pick<Order, 'side' | 'price' | 'size' | 'outcomeId'>

function terms({ side, price, size, outcomeId }: Terms, catalog: Names): PricedText {
  const tick = catalog.outcome(outcomeId)?.market.tickSize ?? null
  return pricedText`${side} ${formatMicros(size)} at ${priced(formatPrice(price), tick)}`
}

function named(order: Order, catalog: Names): PricedText {
  return pricedText`${terms(order, catalog)}, ${outcomeTitle(catalog, order.outcomeId)}`
}

/** The notification of an order or a trade. */
function draftOf(
  kind: NotificationKind,
  key: string,
  thing: Ids & { readonly clientOrderId: ClientOrderId | null },
  said: PricedText,
  catalog: Names,
): NotificationDraft {
  const title = outcomeTitle(catalog, thing.outcomeId)
  return { kind, key, title, ...said, clientOrderId: thing.clientOrderId, ...about(catalog, thing) }
}

function idOf({ clientOrderId, id }: Order): string {
  return clientOrderId ?? id ?? ''
}

/** @param why  the venue's or the terminal's reason, in words; null when none is known */
export function rejectedDraft(order: Order, why: PricedText | null, catalog: Names): NotificationDraft {
  const said = pricedText`Order rejected: ${terms(order, catalog)}.${why === null ? '' : pricedText` ${why}`}`
  return draftOf('order_rejected', `rejected:${idOf(order)}`, order, said, catalog)
}

export function unknownDraft(order: Order, catalog: Names): NotificationDraft {
  const said = pricedText`No answer for ${terms(order, catalog)}. It may be at the venue: treated as open until confirmed. It is never sent again.`
  return draftOf('order_unknown', `unknown:${idOf(order)}`, order, said, catalog)
}

export function ignoredDraft({ order, at }: Facts['cancel_ignored'], catalog: Names): NotificationDraft {
  const key = `cancel_ignored:${order.id ?? order.clientOrderId ?? ''}:${at}`
  const said = pricedText`The venue confirmed the cancel of ${terms(order, catalog)} but still shows it live. It counts as open and is cancelled again until it is gone.`
  return draftOf('order_unknown', key, order, said, catalog)
}

/** One notification for a late outcome of an order that had been answered for (INV-55). */
export function lateDraft({ what, order }: Facts['late_order'], catalog: Names): NotificationDraft {
  const asked = terms(order, catalog)
  const filled = `filled ${formatMicros(order.filledSize)} of ${formatMicros(order.size)}`
  const texts: Record<LateOrder, PricedText> = {
    found: pricedText`At the venue after all: ${asked}, ${order.status.replace('_', ' ')}. It had counted as rejected and counts again. ${isOpen(order.status) ? 'Cancel it if you do not want it. ' : ''}Check any order placed instead.`,
    cancel_too_late: pricedText`A cancel came too late: ${asked} had ${filled} before the cancel took effect.`,
    overtaken: pricedText`Cancelled in flight: ${asked} reached the venue and is ${order.status} there, ${filled}.`,
    not_cancelled: pricedText`Not cancelled yet: the venue has not accepted the cancel of ${asked}, ${filled}. Sesame resends it; until then the order may trade.`,
    unconfirmed: pricedText`A cancel was answered before the venue said what became of ${asked}: it is ${order.status.replace('_', ' ')}, ${filled}.`,
  }
  const draft = draftOf('late_order', `late_order:${what}:${idOf(order)}`, order, texts[what], catalog)
  return what === 'overtaken' && order.filledSize === 0n ? { ...draft, severity: 'warn' } : draft
}

/** A trade of ours, once; and once more when it is taken back. */
export function fillDraft(
  fill: Fill,
  clientOrderId: ClientOrderId | null,
  catalog: Names,
): NotificationDraft {
  const key = `${fill.tradeId}:${fill.orderId}`
  const own = { ...fill, clientOrderId }
  return fill.status === 'failed'
    ? draftOf(
        'fill_reversed',
        `fill_failed:${key}`,
        own,
        pricedText`Fill reversed: ${terms(fill, catalog)}. The trade failed to settle; its shares and cash were put back, the order was not.`,
        catalog,
      )
    : draftOf(
        'fill',
        `fill:${key}`,
        own,
        pricedText`Filled: ${terms(fill, catalog)}, as ${fill.role}.`,
        catalog,
      )
}

/** A trade that the venue has matched and not settled: known to be late, not how it ends. */
export function overdueDraft(
  fill: Fill,
  clientOrderId: ClientOrderId | null,
  catalog: Names,
): NotificationDraft {
  const held =
    fill.side === 'BUY'
      ? 'Its cost stays reserved, and its shares cannot be sold'
      : 'Its shares are not sold again, and its proceeds cannot be spent'
  const said = pricedText`Not settled, overdue: ${terms(fill, catalog)} was matched over ten minutes ago and has not settled. ${held} until the venue settles or fails the trade.`
  const key = `late_order:unsettled:${fill.tradeId}:${fill.orderId}`
  return draftOf('late_order', key, { ...fill, clientOrderId }, said, catalog)
}

export function foreignDraft(
  { reason, order }: Facts['foreign_activity'],
  catalog: Names,
): NotificationDraft {
  const what =
    reason === 'order' ? 'An order not placed here' : 'An order placed here was cancelled from outside'
  const key = reason === 'cancel' ? endingKey(order) : `foreign:order:${order.id ?? ''}`
  const said = pricedText`${what}: ${named(order, catalog)}. If it was not you, revoke the session key.`
  return {
    ...draftOf('foreign_activity', key, order, said, catalog),
    title: 'Activity outside this app',
  }
}

const MAX_LISTED = 5

/** Orders of this key from before the terminal knew the account, in one message of ordinary weight. */
export function earlierDraft({ orders }: Facts['earlier_activity'], catalog: Names): NotificationDraft {
  const ids = orders.flatMap(({ id }) => id ?? []).toSorted()
  const one = orders.length === 1
  const listed = orders.slice(0, MAX_LISTED).map((order) => named(order, catalog))
  const more = orders.length > MAX_LISTED ? ` and ${orders.length - MAX_LISTED} more` : ''
  return {
    kind: 'foreign_activity',
    key: `earlier:${ids.length}:${ids[0] ?? ''}:${ids.at(-1) ?? ''}`,
    severity: 'info',
    title: one ? 'An order from before this start' : `${orders.length} orders from before this start`,
    ...pricedText`${
      one ? 'It was' : 'They were'
    } placed with this key, not by this terminal: ${joined(listed, '; ')}${more}. Cancel All includes them while they rest.`,
    ...(orders[0] !== undefined && one ? about(catalog, orders[0]) : {}),
  }
}

/** An order that ended short of its size, and that nobody here cancelled (INV-77). */
export function endedDraft({ order, reason }: Facts['order_ended'], catalog: Names): NotificationDraft {
  const filled = order.filledSize === 0n ? 'nothing' : formatMicros(order.filledSize)
  const why = reason === null ? '' : ` The venue says: ${reason}`
  const how = order.status === 'expired' ? 'Expired' : 'Ended by the venue'
  const said = pricedText`${how}: ${terms(order, catalog)} had filled ${filled} of ${formatMicros(order.size)}.${why}`
  return draftOf('order_ended', endingKey(order), order, said, catalog)
}

/** Key of an order's unrequested end, whoever ended it. */
function endingKey(order: Order): string {
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
    ...pricedText`The venue received no heartbeat for 10 s and cancelled ${one ? 'it' : 'them'}: ${listed}.`,
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
  const { eventTitle, marketTitle, outcomeName } = titlesOf(catalog, order)
  const { clientOrderId, outcomeId, marketId, side, price, timeInForce, postOnly, expiresAt } = order
  return {
    orderId: order.id,
    clientOrderId,
    outcomeId,
    marketId,
    eventTitle,
    marketTitle,
    outcomeName,
    tickSize: catalog.outcome(outcomeId)?.market.tickSize ?? null,
    side,
    price,
    size: micros(order.size - order.filledSize),
    timeInForce,
    postOnly,
    expiresAt,
    repostedAs: null,
  }
}
