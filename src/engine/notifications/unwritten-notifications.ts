/**
 * Notifications that were reported although the disk refused them: until it takes them they are found, listed, read and delivered
 * here, as those on disk are there.
 */
import type { NotificationId } from '#core/ids.ts'
import { foldWords } from '#core/notification/notification-words.ts'
import type { Delivery, Notification } from '#core/notification/notification.ts'
import type { NewNotification, NotificationQuery } from '#ports/notification-stores.ts'

const MAX_UNWRITTEN = 1_000

export type UnwrittenNotifications = ReturnType<typeof createUnwrittenNotifications>

/** Builds the list, empty. */
export function createUnwrittenNotifications() {
  let entries: readonly NewNotification[] = []

  function change(changed: (notification: Notification) => Notification): void {
    entries = entries.map(({ notification, key }) => ({ notification: changed(notification), key }))
  }

  return {
    /** Keeps the newest thousand. */
    add(added: readonly NewNotification[]): void {
      entries = [...entries, ...added].slice(-MAX_UNWRITTEN)
    },
    entries: (): readonly NewNotification[] => entries,
    /** They are on disk now. */
    clear(): void {
      entries = []
    },
    find: (id: NotificationId): Notification | null =>
      entries.find(({ notification }) => notification.id === id)?.notification ?? null,
    /** Newest first, whatever the limit. */
    matching: (query: NotificationQuery): readonly Notification[] =>
      entries
        .map(({ notification }) => notification)
        .filter((notification) => isAskedFor(notification, query))
        .toSorted(newestFirst),
    unread: (): number => entries.filter(({ notification }) => !notification.read).length,
    /** Answers those that were not read before. */
    markRead(which: readonly NotificationId[] | 'all'): readonly NotificationId[] {
      const ids = entries
        .filter(({ notification: { id, read } }) => !read && (which === 'all' || which.includes(id)))
        .map(({ notification }) => notification.id)
      change((notification) =>
        ids.includes(notification.id) ? { ...notification, read: true } : notification,
      )
      return ids
    },
    deliver(ids: readonly NotificationId[], delivery: Delivery): void {
      change((notification) =>
        ids.includes(notification.id) ? delivered(notification, delivery) : notification,
      )
    },
  }
}

/** The order of every list of notifications. */
export function newestFirst(one: Notification, other: Notification): number {
  return other.at - one.at || (one.id < other.id ? 1 : -1)
}

function isAskedFor(
  notification: Notification,
  { words, unread, kind, marketId = null, before }: NotificationQuery,
): boolean {
  const { at, id, title, text } = notification
  if (kind !== null && notification.kind !== kind) return false
  if (marketId !== null && notification.marketId !== marketId) return false
  if (unread !== null && notification.read === unread) return false
  if (before !== null && !(at < before.at || (at === before.at && id < before.id))) return false
  const own = foldWords(`${title} ${text}`)
  return words.every((word) => own.some((other) => other.startsWith(word)))
}

function delivered(notification: Notification, delivery: Delivery): Notification {
  const others = notification.deliveries.filter(({ channel }) => channel !== delivery.channel)
  return { ...notification, deliveries: [...others, delivery] }
}
