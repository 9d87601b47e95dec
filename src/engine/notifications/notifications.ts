/**
 * The notifications actor: what is told gets an id, the channels of its rule and a place on disk, and only then is it
 * delivered. The page's channels are delivered by the pages that hear the bus; chat by the backend.
 */
import type { Alert } from '#core/alert/alert.ts'
import type { ClientOrderId, NotificationId, OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { CHANNELS, SEVERITY } from '#core/notification/notification.ts'
import type {
  Channel,
  ChatStatus,
  Delivery,
  Notification,
  NotificationSettings,
} from '#core/notification/notification.ts'
import { err } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ChatService } from '#ports/chat.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { NewNotification, NotificationQuery, NotificationStore } from '#ports/notification-stores.ts'
import type { Random } from '#ports/random.ts'
import type { SettingsStore } from '#ports/stores.ts'
import { createChatDelivery } from './chat-delivery.ts'
import type { ChatTestFault } from './chat-delivery.ts'
import type { Bus } from '../bus.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { createNotificationSettings } from './notification-settings.ts'
import type { NotificationSettingsChange, NotificationSettingsKeeper } from './notification-settings.ts'
import { createUnwrittenNotifications, newestFirst } from './unwritten-notifications.ts'

const KEPT_MS = 30 * 86_400_000
const SWEEP_EVERY_MS = 3_600_000
const RETRY_EVERY_MS = 5_000
const MINUTE_MS = 60_000

export interface Notifications {
  /** Newest first. */
  list(query: NotificationQuery): readonly Notification[]
  find(id: NotificationId): Notification | null
  unread(): number
  markRead(which: readonly NotificationId[] | 'all'): void
  /** A page takes a delivery, or says why it cannot; false when another was first or none was asked for. */
  report(id: NotificationId, delivery: Omit<Delivery, 'at'>): boolean
  /**
   * Notes which order took a cancelled one's place; null when that order came to nothing. False when the disk does not
   * have it: then that order must not leave (decision 23).
   */
  setReposted(id: NotificationId, orderId: OrderId, clientOrderId: ClientOrderId | null): boolean
  settings(): NotificationSettings
  changeSettings(change: NotificationSettingsChange): ReturnType<NotificationSettingsKeeper['change']>
  /** Null when chat is not set up. */
  chat(): ChatStatus | null
  testChat(): Promise<Result<Instant, ChatTestFault>>
  /** Tells something that only an edge knows of. */
  tell(draft: NotificationDraft): void
}

export type NotificationsActor = Notifications & {
  /** Writes notifications and the alerts that they tell of, then delivers; false when the disk refused. */
  readonly record: (drafts: readonly NotificationDraft[], alerts: readonly Alert[]) => boolean
  readonly start: () => void
  readonly stop: () => Promise<void>
}

/**
 * Builds the actor.
 *
 * @param chat  null when it is not set up
 */
export function createNotifications(parts: {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly bus: Bus
  readonly store: NotificationStore
  readonly settings: SettingsStore
  readonly chat: ChatService | null
  /** Stands before every title. Left out: nothing does. */
  readonly mark?: string
  readonly point: (name: string) => void
}): NotificationsActor {
  const { clock, log, bus, store, point } = parts
  const settings = createNotificationSettings(parts.settings, log)
  const chat =
    parts.chat === null
      ? null
      : createChatDelivery({ clock, service: parts.chat, write: deliver, onChange: tellChat, point })
  /** Delivered although the disk refused them; written as soon as it takes them. */
  const unwritten = createUnwrittenNotifications()
  let ends: (() => void)[] = []

  function tellChat(): void {
    if (chat !== null) bus.publish('chat', chat.status())
  }

  function notificationOf(draft: NotificationDraft): Notification {
    const at = clock.now()
    const { rules, soundVolume } = settings.read()
    const asked = CHANNELS.filter(
      (channel) => rules[draft.kind][channel] && (channel !== 'sound' || soundVolume > 0),
    )
    return {
      id: parts.random.uuidV7() as NotificationId,
      kind: draft.kind,
      severity: draft.severity ?? SEVERITY[draft.kind],
      title: `${parts.mark ?? ''}${draft.title}`,
      text: draft.text,
      prices: draft.prices ?? [],
      clientOrderId: draft.clientOrderId ?? null,
      outcomeId: draft.outcomeId ?? null,
      marketId: draft.marketId ?? null,
      gameId: draft.gameId ?? null,
      alertId: draft.alertId ?? null,
      orders: draft.orders ?? [],
      read: false,
      at,
      deliveries: asked.map((channel) => ({ channel, state: firstState(channel), reason: null, at })),
    }
  }

  function firstState(channel: Channel): Delivery['state'] {
    return channel === 'chat' && chat === null ? 'not_configured' : 'queued'
  }

  function record(drafts: readonly NotificationDraft[], alerts: readonly Alert[]): boolean {
    // The disk compares keys with what it holds; here with what it has refused so far.
    const refused = new Set(unwritten.entries().map(({ key }) => key))
    const entries = drafts
      .filter(({ key }) => key === null || !refused.has(key))
      .map((draft) => ({ notification: notificationOf(draft), key: draft.key }))
    if (alerts.length > 0) point('alert.fired.pre')
    const ids = write(entries, alerts)
    if (ids === null) {
      // Better told without a record than not at all: it is written once the disk takes it.
      unwritten.add(entries)
    } else {
      point('notify.stored')
    }
    const isNew = new Set<NotificationId>(ids ?? entries.map(({ notification }) => notification.id))
    for (const { notification } of entries) {
      if (!isNew.has(notification.id)) continue
      log.info('notification', { kind: notification.kind, id: notification.id })
      bus.publish('notification', notification)
      if (hasQueuedChat(notification)) chat?.enqueue(notification)
    }
    if (alerts.length > 0) point('alert.fired.post')
    return ids !== null
  }

  function write(
    entries: readonly NewNotification[],
    alerts: readonly Alert[],
  ): readonly NotificationId[] | null {
    return attempt(() => store.add(entries, alerts), null)
  }

  function attempt<T, F>(work: () => T, otherwise: F): T | F {
    try {
      return work()
    } catch (error) {
      log.error('notifications.storage_refused', {
        error: error instanceof Error ? error.message : 'unknown',
      })
      return otherwise
    }
  }

  function deliver(ids: readonly NotificationId[], delivery: Delivery): void {
    attempt(() => store.deliver(ids, delivery), undefined)
    // What is written late is written as it then stands: a message that was sent is not queued.
    unwritten.deliver(ids, delivery)
    for (const id of ids) publish(id)
  }

  function publish(id: NotificationId): void {
    const found = find(id)
    if (found !== null) bus.publish('notification', found)
  }

  function find(id: NotificationId): Notification | null {
    return unwritten.find(id) ?? attempt(() => store.find(id), null)
  }

  function sweep(): void {
    attempt(() => store.removeBefore(clock.now() - KEPT_MS), undefined)
  }

  function list(query: NotificationQuery): readonly Notification[] {
    const written = attempt(() => store.page(query), [])
    return [...unwritten.matching(query), ...written].toSorted(newestFirst).slice(0, query.limit)
  }

  function markRead(which: readonly NotificationId[] | 'all'): void {
    const read = [...unwritten.markRead(which), ...attempt(() => store.markRead(which), [])]
    for (const id of read) publish(id)
  }

  function writeLate(): void {
    const entries = unwritten.entries()
    if (entries.length === 0 || write(entries, []) === null) return
    unwritten.clear()
    // They are written as unread.
    const read = entries
      .filter(({ notification }) => notification.read)
      .map(({ notification }) => notification.id)
    if (read.length > 0) attempt(() => store.markRead(read), [])
  }

  return {
    list,
    find,
    unread: () => unwritten.unread() + attempt(() => store.unread(), 0),
    markRead,
    report(id, { channel, state, reason }) {
      const asked = find(id)?.deliveries.find((one) => one.channel === channel)
      if (asked?.state !== 'queued') return false
      deliver([id], { channel, state, reason, at: clock.now() })
      return true
    },
    setReposted(id, orderId, clientOrderId) {
      const orders = find(id)?.orders.map((order) =>
        order.orderId === orderId ? { ...order, repostedAs: clientOrderId } : order,
      )
      // What is itself only in memory can have no note on disk.
      if (unwritten.find(id) !== null) writeLate()
      if (orders === undefined || unwritten.find(id) !== null) return false
      const isNoted = attempt(() => {
        store.setOrders(id, orders)
        return true
      }, false)
      if (isNoted) publish(id)
      return isNoted
    },
    settings: settings.read,
    changeSettings: settings.change,
    chat: () => chat?.status() ?? null,
    testChat: async () =>
      chat === null ? err({ kind: 'failed', reason: 'chat is not set up' }) : await chat.test(),
    tell(draft) {
      record([draft], [])
    },
    record,
    start() {
      sweep()
      ends = [clock.every(SWEEP_EVERY_MS, sweep), clock.every(RETRY_EVERY_MS, writeLate)]
      const open = attempt(() => store.openChat(), [])
      const lately = attempt(() => store.chatEndedSince(clock.now() - MINUTE_MS), [])
      if (chat !== null) chat.resume(open, lately)
      else {
        const at = clock.now()
        deliver(
          open.map(({ id }) => id),
          { channel: 'chat', state: 'not_configured', reason: null, at },
        )
      }
    },
    async stop() {
      for (const end of ends) end()
      writeLate()
      await chat?.stop()
    },
  }
}

function hasQueuedChat({ deliveries }: Notification): boolean {
  return deliveries.some(({ channel, state }) => channel === 'chat' && state === 'queued')
}
