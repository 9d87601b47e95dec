/** The parts that watch and notify, put together: alerts, notifications with their triggers, and re-posting. */
import type { AuditLog } from '#ports/audit-log.ts'
import type { ChatService } from '#ports/chat.ts'
import type { AlertStore, NotificationStore } from '#ports/notification-stores.ts'
import type { Tools } from '../tools.ts'
import { createAlerts } from '../notifications/alerts.ts'
import type { Books } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { Orders } from '../orders/contract.ts'
import type { Games } from '../markets/games.ts'
import { startNotificationTriggers } from '../notifications/notification-triggers.ts'
import { createNotifications } from '../notifications/notifications.ts'
import { createQuoteBooks } from '../quotes/quote-books.ts'
import { createReposts } from '../notifications/reposts.ts'

export type NotificationModuleOptions = Pick<Tools, 'clock' | 'random' | 'log' | 'bus' | 'settings'> & {
  readonly alertStore: AlertStore
  readonly notificationStore: NotificationStore
  /** Null when chat is not set up. */
  readonly chat: ChatService | null
  /** Prefix of every title. Left out: none. */
  readonly mark?: string
  readonly catalog: Pick<Catalog, 'outcome' | 'event' | 'complete'>
  readonly books: Books
  readonly games: Pick<Games, 'game' | 'health'>
  readonly orders: Pick<Orders, 'order' | 'place' | 'epoch' | 'isVoid' | 'labels'>
  readonly audit: Pick<AuditLog, 'orderHistory'>
  readonly point: (name: string) => void
}

export type NotificationModule = ReturnType<typeof createNotificationModule>

/** Builds the side; nothing is watched or sent before `start`. */
export function createNotificationModule(options: NotificationModuleOptions) {
  const { clock } = options
  let stopTriggers: (() => void) | null = null
  const notifications = createNotifications({ ...options, store: options.notificationStore })
  const alerts = createAlerts({ ...options, store: options.alertStore, record: notifications.record })
  const quoteBooks = createQuoteBooks(options)
  return {
    alerts,
    notifications,
    reposts: createReposts({ clock, notifications, quoteBooks, orders: options.orders }),
    /** Before anything else publishes. */
    start(): void {
      notifications.start()
      stopTriggers = startNotificationTriggers({
        ...options,
        history: notifications,
        record: (drafts) => notifications.record(drafts, []),
      })
      alerts.start()
    },
    /** Ends the watching; notifications can still be published. */
    stopWatching(): void {
      alerts.stop()
      stopTriggers?.()
    },
    /** Lets the chat message under way end, 2 s at most. */
    stop: notifications.stop,
  }
}
