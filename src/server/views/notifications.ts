/** Notifications, their settings and re-posting on the wire. */
import type { CoreOf } from '#contract/codec/codec.ts'
import type { repostResult } from '#contract/records/orders.ts'
import { inertText } from '#lib/inert-text.ts'
import type { z } from 'zod'
import type { Wire } from '#contract/live.ts'
import type { notificationSettings, repostQuotes } from '#contract/notifications.ts'
import { bestAsk, bestBid } from '#core/book/book.ts'
import type { Instant } from '#core/market/market.ts'
import { formatMicros } from '#core/money.ts'
import {
  LOCKED_RULES,
  type CancelledOrder,
  type ChatStatus,
  type Delivery,
  type Notification,
  type NotificationSettings,
} from '#core/notification/notification.ts'
import { formatPrice, formatTickSize } from '#core/price.ts'
import type { Catalog } from '#engine/markets/contract.ts'
import type { RepostQuote, RepostResult } from '#engine/notifications/reposts.ts'
import { placeAnswer } from './orders.ts'
import { pricesView, timeOrNull, timeText } from './values.ts'

/** How long a page may take to report that it has shown something. */
const PAGE_TAKES_MS = 60_000
const NO_PAGE = 'no page took it within a minute'

export function notificationView(notification: Notification, now: Instant): Wire['Notification'] {
  return {
    id: notification.id,
    kind: notification.kind,
    severity: notification.severity,
    title: inertText(notification.title),
    text: inertText(notification.text),
    prices: pricesView(notification.text, notification.prices),
    client_order_id: notification.clientOrderId,
    outcome_id: notification.outcomeId,
    market_id: notification.marketId,
    game_id: notification.gameId,
    alert_id: notification.alertId,
    orders: notification.orders.map(cancelledOrderView),
    read: notification.read,
    at: timeText(notification.at),
    deliveries: notification.deliveries.map((delivery) => deliveryView(delivery, now)),
  }
}

function deliveryView(
  { channel, state, reason, at }: Delivery,
  now: Instant,
): Wire['Notification']['deliveries'][number] {
  if (state === 'queued' && channel !== 'chat' && now - at >= PAGE_TAKES_MS) {
    return { channel, state: 'not_sent', reason: NO_PAGE, at: timeText(at + PAGE_TAKES_MS) }
  }
  const shown = state === 'sending' || state === 'retrying' ? 'queued' : state
  return { channel, state: shown, reason: reason === null ? null : inertText(reason), at: timeText(at) }
}

function cancelledOrderView(order: CancelledOrder): Wire['Notification']['orders'][number] {
  return {
    order_id: order.orderId,
    client_order_id: order.clientOrderId,
    outcome_id: order.outcomeId,
    market_id: order.marketId,
    event_title: inertText(order.eventTitle),
    market_title: inertText(order.marketTitle),
    outcome_name: inertText(order.outcomeName),
    tick_size: order.tickSize === null ? null : formatTickSize(order.tickSize),
    side: order.side,
    price: formatPrice(order.price),
    size: formatMicros(order.size),
    time_in_force: order.timeInForce,
    post_only: order.postOnly,
    expires_at: timeOrNull(order.expiresAt),
    reposted_as: order.repostedAs,
  }
}

export function notificationSettingsView(
  { rules, soundVolume }: NotificationSettings,
  chat: ChatStatus | null,
): z.input<typeof notificationSettings> {
  return {
    rules,
    locked: [...LOCKED_RULES],
    sound_volume: soundVolume,
    telegram_configured: chat !== null,
    chat: chatView(chat),
  }
}

/** The state of chat; null when it is not set up. */
export function chatView(chat: ChatStatus | null): Wire['Status']['chat'] {
  if (chat === null) return null
  const { queued, lastSentAt, lastFailure, testAllowedAt } = chat
  return {
    queued,
    last_sent_at: timeOrNull(lastSentAt),
    last_failure:
      lastFailure === null ? null : { reason: inertText(lastFailure.reason), at: timeText(lastFailure.at) },
    test_allowed_at: timeOrNull(testAllowedAt),
  }
}

export function repostQuotesView(quotes: readonly RepostQuote[]): z.input<typeof repostQuotes> {
  return {
    items: quotes.map(({ order, size, book, reason }) => {
      const bid = book === null ? null : bestBid(book)
      const ask = book === null ? null : bestAsk(book)
      return {
        order: cancelledOrderView(order),
        best_bid: bid === null ? null : formatPrice(bid),
        best_ask: ask === null ? null : formatPrice(ask),
        book_seq: book?.version ?? null,
        stale_reason: book?.staleReason ?? null,
        size: formatMicros(size),
        reason: reason === null ? null : inertText(reason),
      }
    }),
  }
}

export function repostAnswer(
  results: readonly RepostResult[],
  catalog: Pick<Catalog, 'outcome'>,
): CoreOf<typeof repostResult> {
  return {
    items: results.map(({ already, result, ...ids }) => ({
      ...ids,
      alreadyRepostedAs: already,
      result: result && placeAnswer(result, catalog),
    })),
  }
}
