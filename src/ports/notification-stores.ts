/** Alerts and notifications on disk. Every call is one transaction that is on disk when it returns; it throws when the disk refuses. */
import type { Alert } from '#core/alert/alert.ts'
import type { AlertId, MarketId, NotificationId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type {
  CancelledOrder,
  Delivery,
  Notification,
  NotificationKind,
} from '#core/notification/notification.ts'

export interface AlertStore {
  all(): readonly Alert[]
  save(alerts: readonly Alert[]): void
  remove(id: AlertId): void
}

/** `key` names what is reported: of two with the same key only the first is ever kept. */
export type NewNotification = { readonly notification: Notification; readonly key: string | null }

export type NotificationQuery = {
  /** Folded words, each of which must begin a word of title or text. */
  readonly words: readonly string[]
  readonly unread: boolean | null
  readonly kind: NotificationKind | null
  /** Only what names this market. */
  readonly marketId?: MarketId | null
  /** Only older ones. */
  readonly before: { readonly at: Instant; readonly id: string } | null
  readonly limit: number
}

export interface NotificationStore {
  /** Writes new ones and, with them, the alerts whose firing they tell. Answers the ids that were new. */
  add(entries: readonly NewNotification[], alerts: readonly Alert[]): readonly NotificationId[]
  /** Newest first. */
  page(query: NotificationQuery): readonly Notification[]
  find(id: NotificationId): Notification | null
  unread(): number
  /** Answers those that were not read before. */
  markRead(which: readonly NotificationId[] | 'all'): readonly NotificationId[]
  deliver(ids: readonly NotificationId[], delivery: Delivery): void
  setOrders(id: NotificationId, orders: readonly CancelledOrder[]): void
  /** Those whose chat message has not come to an end, oldest first. */
  openChat(): readonly Notification[]
  /** When chat requests ended since then, oldest first. */
  chatEndedSince(since: Instant): readonly Instant[]
  removeBefore(at: Instant): void
}
