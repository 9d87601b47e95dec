/**
 * The notifications actor: what is reported gets an id, the channels of its rule and a place on disk, and only then is it
 * delivered. The page's channels are delivered by the pages that are subscribed to the bus; chat by the backend.
 */
import type { Alert } from '#core/alert/alert.ts'
import type { ClientOrderId, NotificationId, OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { CHANNELS, SEVERITY } from '#core/notification/notification.ts'
import type { Channel, ChatStatus, Delivery, Notification } from '#core/notification/notification.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import { err, type Result } from '#lib/result.ts'
import type { ChatService } from '#ports/chat.ts'
import type { NewNotification, NotificationQuery, NotificationStore } from '#ports/notification-stores.ts'
import type { Tools } from '../tools.ts'
import { createChatDelivery, type ChatDelivery, type ChatTestFault } from './chat-delivery.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { createNotificationSettings } from './notification-settings.ts'
import type { NotificationSettingsKeeper } from './notification-settings.ts'

const KEPT_MS = 30 * 86_400_000
const SWEEP_EVERY_MS = 3_600_000
const RETRY_EVERY_MS = 5_000
const MINUTE_MS = 60_000
const MAX_UNWRITTEN = 1_000

export type Notifications = ReturnType<typeof createNotifications>

type NotificationsParts = Pick<Tools, 'clock' | 'random' | 'log' | 'bus' | 'settings'> & {
  readonly store: NotificationStore
  readonly chat: ChatService | null
  /** Prefix of every title. Left out: none. */
  readonly mark?: string
  readonly point: (name: string) => void
}

type NotificationsState = Omit<NotificationsParts, 'settings' | 'chat'> & {
  readonly settings: NotificationSettingsKeeper
  readonly chat: ChatDelivery | null
  /** Delivered although the disk refused them; written, and listed, as soon as it takes them. */
  readonly unwritten: Map<NotificationId, NewNotification>
  ends: (() => void)[]
}

/**
 * Builds the actor.
 *
 * @param chat  null when it is not set up
 */
export function createNotifications(parts: NotificationsParts) {
  const actor: NotificationsState = {
    ...parts,
    settings: createNotificationSettings(parts.settings, parts.log),
    chat:
      parts.chat === null
        ? null
        : createChatDelivery({
            clock: parts.clock,
            service: parts.chat,
            write: (ids, delivery) => deliver(actor, ids, delivery),
            onChange: () => publishChat(actor),
            point: parts.point,
          }),
    unwritten: new BoundedMap(MAX_UNWRITTEN),
    ends: [],
  }

  return {
    /** Newest first. */
    list: (query: NotificationQuery) => attempt(actor, () => actor.store.page(query), []),
    find: (id: NotificationId) => find(actor, id),
    unread: () => attempt(actor, () => actor.store.unread(), 0),
    markRead(which: readonly NotificationId[] | 'all'): void {
      for (const id of attempt(actor, () => actor.store.markRead(which), [])) publish(actor, id)
    },
    /** A page takes a delivery, or says why it cannot; false when another was first or none was asked for. */
    report(id: NotificationId, { channel, state, reason }: Omit<Delivery, 'at'>): boolean {
      const asked = find(actor, id)?.deliveries.find((one) => one.channel === channel)
      if (asked?.state !== 'queued') return false
      deliver(actor, [id], { channel, state, reason, at: actor.clock.now() })
      return true
    },
    /**
     * Notes which order took a cancelled one's place; null when that order came to nothing. False when the disk does not
     * have it: then that order must not leave (decision 23).
     */
    setReposted(id: NotificationId, orderId: OrderId, clientOrderId: ClientOrderId | null): boolean {
      const orders = find(actor, id)?.orders.map((order) =>
        order.orderId === orderId ? { ...order, repostedAs: clientOrderId } : order,
      )
      // A notification that is only in memory can have no note on disk.
      if (actor.unwritten.has(id)) writeLate(actor)
      if (orders === undefined || actor.unwritten.has(id)) return false
      const isNoted = attempt(
        actor,
        () => {
          actor.store.setOrders(id, orders)
          return true
        },
        false,
      )
      if (isNoted) publish(actor, id)
      return isNoted
    },
    settings: actor.settings.read,
    changeSettings: actor.settings.change,
    /** Null when chat is not set up. */
    chat: (): ChatStatus | null => actor.chat?.status() ?? null,
    testChat: async (): Promise<Result<Instant, ChatTestFault>> =>
      actor.chat === null ? err({ kind: 'failed', reason: 'chat is not set up' }) : await actor.chat.test(),
    /** Publishes what only the edge knows. */
    notify(draft: NotificationDraft): void {
      record(actor, [draft], [])
    },
    /** Writes notifications and the alerts that they belong to, then delivers; false when the disk refused. */
    record: (drafts: readonly NotificationDraft[], alerts: readonly Alert[]): boolean =>
      record(actor, drafts, alerts),
    start(): void {
      sweep(actor)
      actor.ends = [
        actor.clock.every(SWEEP_EVERY_MS, () => sweep(actor)),
        actor.clock.every(RETRY_EVERY_MS, () => writeLate(actor)),
      ]
      const open = attempt(actor, () => actor.store.openChat(), [])
      const lately = attempt(actor, () => actor.store.chatEndedSince(actor.clock.now() - MINUTE_MS), [])
      if (actor.chat !== null) actor.chat.resume(open, lately)
      else {
        const at = actor.clock.now()
        deliver(
          actor,
          open.map(({ id }) => id),
          { channel: 'chat', state: 'not_configured', reason: null, at },
        )
      }
    },
    stop: async (): Promise<void> => {
      for (const end of actor.ends) end()
      writeLate(actor)
      await actor.chat?.stop()
    },
  }
}

function publishChat(actor: NotificationsState): void {
  if (actor.chat !== null) actor.bus.publish('chat', actor.chat.status())
}

function notificationOf(actor: NotificationsState, draft: NotificationDraft): Notification {
  const at = actor.clock.now()
  const { rules, soundVolume } = actor.settings.read()
  const asked = CHANNELS.filter(
    (channel) => rules[draft.kind][channel] && (channel !== 'sound' || soundVolume > 0),
  )
  return {
    id: actor.random.uuidV7() as NotificationId,
    kind: draft.kind,
    severity: draft.severity ?? SEVERITY[draft.kind],
    title: `${actor.mark ?? ''}${draft.title}`,
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
    deliveries: asked.map((channel) => ({ channel, state: firstState(actor, channel), reason: null, at })),
  }
}

function firstState(actor: NotificationsState, channel: Channel): Delivery['state'] {
  return channel === 'chat' && actor.chat === null ? 'not_configured' : 'queued'
}

function record(
  actor: NotificationsState,
  drafts: readonly NotificationDraft[],
  alerts: readonly Alert[],
): boolean {
  // The disk compares keys with what it holds; here with what it has refused so far.
  const refused = new Set([...actor.unwritten.values()].map(({ key }) => key))
  const entries = drafts
    .filter(({ key }) => key === null || !refused.has(key))
    .map((draft) => ({ notification: notificationOf(actor, draft), key: draft.key }))
  if (alerts.length > 0) actor.point('alert.fired.pre')
  const ids = write(actor, entries, alerts)
  if (ids === null) {
    // Published without a record rather than not at all: it is written once the disk takes it.
    for (const entry of entries) actor.unwritten.set(entry.notification.id, entry)
  } else {
    actor.point('notify.stored')
  }
  const isNew = new Set<NotificationId>(ids ?? entries.map(({ notification }) => notification.id))
  for (const { notification } of entries) {
    if (!isNew.has(notification.id)) continue
    actor.log.info('notification', { kind: notification.kind, id: notification.id })
    actor.bus.publish('notification', notification)
    if (hasQueuedChat(notification)) actor.chat?.enqueue(notification)
  }
  if (alerts.length > 0) actor.point('alert.fired.post')
  return ids !== null
}

function write(
  actor: NotificationsState,
  entries: readonly NewNotification[],
  alerts: readonly Alert[],
): readonly NotificationId[] | null {
  return attempt(actor, () => actor.store.add(entries, alerts), null)
}

function attempt<T, F>(actor: NotificationsState, work: () => T, otherwise: F): T | F {
  try {
    return work()
  } catch (error) {
    actor.log.error('notifications.storage_refused', {
      error: error instanceof Error ? error.message : 'unknown',
    })
    return otherwise
  }
}

function deliver(actor: NotificationsState, ids: readonly NotificationId[], delivery: Delivery): void {
  attempt(actor, () => actor.store.deliver(ids, delivery), undefined)
  // A late write has the state of its time: a sent message is not queued.
  for (const id of ids) {
    const late = actor.unwritten.get(id)
    if (late !== undefined)
      actor.unwritten.set(id, { ...late, notification: delivered(late.notification, delivery) })
    publish(actor, id)
  }
}

function publish(actor: NotificationsState, id: NotificationId): void {
  const found = find(actor, id)
  if (found !== null) actor.bus.publish('notification', found)
}

function find(actor: NotificationsState, id: NotificationId): Notification | null {
  return actor.unwritten.get(id)?.notification ?? attempt(actor, () => actor.store.find(id), null)
}

function sweep(actor: NotificationsState): void {
  attempt(actor, () => actor.store.removeBefore(actor.clock.now() - KEPT_MS), undefined)
}

function delivered(notification: Notification, delivery: Delivery): Notification {
  const others = notification.deliveries.filter(({ channel }) => channel !== delivery.channel)
  return { ...notification, deliveries: [...others, delivery] }
}

function writeLate(actor: NotificationsState): void {
  const entries = [...actor.unwritten.values()]
  if (entries.length > 0 && write(actor, entries, []) !== null) actor.unwritten.clear()
}

function hasQueuedChat({ deliveries }: Notification): boolean {
  return deliveries.some(({ channel, state }) => channel === 'chat' && state === 'queued')
}
