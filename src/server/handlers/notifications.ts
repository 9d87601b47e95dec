/** Notifications, their rules, and re-posting (API-7). */
import type { NotificationRow } from '#contract/records/notifications.ts'
import type { CoreAnswer } from '#contract/routes.ts'
import { bestAsk, bestBid } from '#core/book/book.ts'
import type { Instant } from '#core/market/market.ts'
import { deliveryAt, LOCKED_RULES, type Notification } from '#core/notification/notification.ts'
import { foldWords } from '#core/notification/notification-words.ts'
import type { Price } from '#core/price.ts'
import type { RepostQuote } from '#engine/notifications/reposts.ts'
import { err, ok } from '#lib/result.ts'
import { BAD_CURSOR, firstOf, keyOf } from '../http/cursors.ts'
import { CONFLICT, STORAGE_REFUSED, type Problem } from '../http/replies.ts'
import { invalidRequest } from '../http/validation.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'
import { placeAnswer } from './orders.ts'

export function notificationHandlers({ engine, clock }: Services) {
  const { notifications, reposts, catalog } = engine
  const settings = (): CoreAnswer<'readNotificationSettings'> => {
    const chat = notifications.chat()
    return { ...notifications.settings(), locked: LOCKED_RULES, telegramConfigured: chat !== null, chat }
  }

  return {
    listNotifications({ query }) {
      const after = keyOf(query.cursor)
      if (!after.ok) return after
      const before = after.value === null ? null : placeOf(after.value)
      if (before === undefined) return err(BAD_CURSOR)
      const found = notifications.list({
        words: foldWords(query.q),
        unread: query.unread ?? null,
        kind: query.kind ?? null,
        marketId: query.market_id ?? null,
        before,
        limit: query.limit + 1,
      })
      const { items, nextCursor } = firstOf(found, ({ at, id }) => `${at} ${id}`, query.limit)
      return ok({
        items: items.map((one) => notificationAt(one, clock.now())),
        nextCursor,
        unreadCount: notifications.unread(),
      })
    },

    readNotifications({ body }) {
      notifications.markRead('all' in body ? 'all' : body.ids)
      return ok({ unreadCount: notifications.unread() })
    },

    async testNotification() {
      const tested = await notifications.testChat()
      if (tested.ok) return ok({ sentAt: tested.value })
      const { error } = tested
      return err(
        error.kind === 'too_soon'
          ? {
              code: 'test_rate_limited',
              detail: 'One test per 10 s, within the chat service’s own limit.',
              retryAfterMs: error.retryAfterMs,
            }
          : { code: 'telegram_error', detail: `Not sent: ${error.reason}.` },
      )
    },

    reportDelivery({ params, body }) {
      const { channel, state, reason = null } = body
      return ok({ taken: notifications.report(params.notification_id, { channel, state, reason }) })
    },

    async quoteRepost({ params }) {
      const quotes = await reposts.quote(params.notification_id)
      return quotes === null ? err(notFound('notification')) : ok({ items: quotes.map(quoteRow) })
    },

    async repostOrders({ params, body }) {
      const requests = body.orders.flatMap(({ order_id, client_order_id, price, size }) =>
        typeof price === 'string' ? [] : { orderId: order_id, clientOrderId: client_order_id, price, size },
      ) satisfies readonly { readonly price: Price }[]
      if (requests.length < body.orders.length) return err(wrongOrders('has no price between 0 and 1'))
      const placed = await reposts.place(params.notification_id, requests)
      if (placed.ok)
        return ok({
          items: placed.value.map(({ already, result, ...ids }) => ({
            ...ids,
            alreadyRepostedAs: already,
            result: result && placeAnswer(result, catalog),
          })),
        })
      switch (placed.error) {
        case 'not_found':
          return err(notFound('notification'))
        case 'unknown_order':
          return err(wrongOrders('names an order that was not cancelled here'))
        case 'too_large':
          return err(wrongOrders('asks for more than was cancelled'))
        case 'idempotency_conflict':
          return err(CONFLICT)
      }
    },

    readNotificationSettings: () => ok(settings()),

    writeNotificationSettings({ body }) {
      const changed = notifications.changeSettings({
        rules: body.rules ?? {},
        soundVolume: body.sound_volume ?? null,
      })
      if (changed.ok) return ok(settings())
      if (changed.error.code === 'storage_refused') return err(STORAGE_REFUSED)
      const { kind, channel } = changed.error
      return err({
        code: 'rule_locked',
        detail: `${kind} always goes to ${channel}.`,
        errors: [{ path: `rules.${kind}.${channel}`, message: 'cannot be cleared' }],
      })
    },
  } satisfies Partial<Handlers>
}

/** A notification with the state of its deliveries at an instant. */
export function notificationAt(notification: Notification, now: Instant): NotificationRow {
  return {
    ...notification,
    deliveries: notification.deliveries.map((delivery) => deliveryAt(delivery, now)),
  }
}

function quoteRow({ book, ...quote }: RepostQuote): CoreAnswer<'quoteRepost'>['items'][number] {
  return {
    ...quote,
    bestBid: book && bestBid(book),
    bestAsk: book && bestAsk(book),
    bookSeq: book && book.version,
    staleReason: book && book.staleReason,
  }
}

function wrongOrders(message: string): Problem {
  return invalidRequest([{ path: 'orders', message }])
}

/** Undefined for a key that is none of ours. */
function placeOf(key: string): { readonly at: Instant; readonly id: string } | undefined {
  const match = /^(\d{1,15}) ([0-9a-f-]{36})$/.exec(key)
  return match === null ? undefined : { at: Number(match[1]), id: match[2] ?? '' }
}
