/** Notifications of own trades. */
import type { ClientOrderId } from '#core/ids.ts'
import type { Fill } from '#core/order/order.ts'
import { pricedText } from '#core/priced-text.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { about, outcomeTitle, terms, type Names } from './notification-terms.ts'

/** A trade of ours, once; and once more when it is taken back. */
export function fillDraft(
  fill: Fill,
  clientOrderId: ClientOrderId | null,
  catalog: Names,
): NotificationDraft {
  const key = `${fill.tradeId}:${fill.orderId}`
  const isTakenBack = fill.status === 'failed'
  return {
    kind: isTakenBack ? 'fill_reversed' : 'fill',
    key: isTakenBack ? `fill_failed:${key}` : `fill:${key}`,
    title: outcomeTitle(catalog, fill.outcomeId),
    ...(isTakenBack
      ? pricedText`Fill reversed: ${terms(fill, catalog)}. The trade failed to settle, so shares and cash are as before it; the order is not put back.`
      : pricedText`Filled: ${terms(fill, catalog)}, as ${fill.role}.`),
    clientOrderId,
    ...about(catalog, fill),
  }
}

/** A trade that the venue has matched and not settled: known to be late, not how it ends. */
export function overdueDraft(
  fill: Fill,
  clientOrderId: ClientOrderId | null,
  catalog: Names,
): NotificationDraft {
  const held =
    fill.side === 'BUY'
      ? 'What it cost stays off the cash, and its shares cannot be sold'
      : 'Its shares are not sold again, and what it brings cannot be spent'
  return {
    kind: 'late_order',
    key: `late_order:unsettled:${fill.tradeId}:${fill.orderId}`,
    title: outcomeTitle(catalog, fill.outcomeId),
    ...pricedText`Not settled, overdue: ${terms(fill, catalog)} was matched over ten minutes ago and has not settled. ${held} until the venue settles the trade or says that it failed.`,
    clientOrderId,
    ...about(catalog, fill),
  }
}
