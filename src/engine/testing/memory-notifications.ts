/** Alerts, notifications and chat in memory. What is stored is kept as JSON, so that nobody can share an object with it. */
import type { Alert } from '#core/alert/alert.ts'
import type { AlertId, NotificationId } from '#core/ids.ts'
import type { ChatOutcome } from '#core/machines/chat-queue.ts'
import type { CancelledOrder, Delivery, Notification } from '#core/notification/notification.ts'
import { foldWords } from '#core/notification/notification-words.ts'
import type { ChatService } from '#ports/chat.ts'
import type { AlertStore, NotificationStore } from '#ports/notification-stores.ts'
import { marketId, outcomeId, price, whole } from './market-fakes.ts'
import { fakeOrderId } from './fake-orders.ts'

export type MemoryNotifications = {
  readonly alerts: AlertStore
  readonly notifications: NotificationStore
  readonly saved: Map<AlertId, string>
  readonly rows: Map<NotificationId, { readonly key: string | null; notification: Notification }>
  /** While true every write throws, as a full disk does. */
  isRefusing: boolean
  /** Transactions that wrote something. */
  writes: number
}

/** An order that the start of its game has cancelled, as a notification holds it. */
export const CANCELLED: CancelledOrder = {
  orderId: fakeOrderId(1),
  clientOrderId: null,
  outcomeId: outcomeId(1),
  marketId: marketId(1),
  eventTitle: 'Event',
  marketTitle: 'Market',
  outcomeName: 'Yes',
  tickSize: 100,
  side: 'BUY',
  price: price(5_000),
  size: whole(10),
  timeInForce: 'GTC',
  postOnly: false,
  expiresAt: null,
  repostedAs: null,
}

/** Empty stores. */
export function createMemoryNotifications(): MemoryNotifications {
  const saved = new Map<AlertId, string>()
  const rows: MemoryNotifications['rows'] = new Map()

  function write(): void {
    if (memory.isRefusing) throw new Error('the disk is full')
    memory.writes += 1
  }

  function saveAll(alerts: readonly Alert[]): void {
    for (const alert of alerts) saved.set(alert.id, JSON.stringify(alert))
  }

  function change(id: NotificationId, changes: Partial<Notification>): void {
    const row = rows.get(id)
    if (row !== undefined) row.notification = { ...row.notification, ...changes }
  }

  function newestFirst(): readonly Notification[] {
    return [...rows.values()]
      .map(({ notification }) => notification)
      .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  }

  const memory: MemoryNotifications = {
    saved,
    rows,
    isRefusing: false,
    writes: 0,
    alerts: {
      all: () =>
        [...saved].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, json]) => JSON.parse(json) as Alert),
      save(alerts) {
        write()
        saveAll(alerts)
      },
      remove(id) {
        write()
        saved.delete(id)
      },
    },
    notifications: {
      add(entries, alerts) {
        write()
        saveAll(alerts)
        const taken = new Set([...rows.values()].map(({ key }) => key))
        const isNew = entries.filter(({ key, notification }) => {
          if ((key !== null && taken.has(key)) || rows.has(notification.id)) return false
          taken.add(key)
          rows.set(notification.id, { key, notification })
          return true
        })
        return isNew.map(({ notification }) => notification.id)
      },
      page: ({ words, unread, kind, marketId: market = null, before, limit }) =>
        newestFirst()
          .filter(
            (one) =>
              (kind === null || one.kind === kind) &&
              (market === null || one.marketId === market) &&
              (unread === null || one.read === !unread) &&
              (before === null || one.at < before.at || (one.at === before.at && one.id < before.id)) &&
              words.every((word) =>
                foldWords(`${one.title} ${one.text}`).some((other) => other.startsWith(word)),
              ),
          )
          .slice(0, limit),
      find: (id) => rows.get(id)?.notification ?? null,
      unread: () => newestFirst().filter(({ read }) => !read).length,
      markRead(which) {
        write()
        const asked = which === 'all' ? [...rows.keys()] : which
        const changed = asked.filter((id) => rows.get(id)?.notification.read === false)
        for (const id of changed) change(id, { read: true })
        return changed
      },
      deliver(ids, delivery) {
        write()
        for (const id of ids) {
          const others = rows.get(id)?.notification.deliveries.filter(isOther(delivery)) ?? []
          change(id, { deliveries: [...others, delivery] })
        }
      },
      setOrders(id, orders) {
        write()
        change(id, { orders })
      },
      openChat: () =>
        newestFirst()
          .filter(({ deliveries }) => deliveries.some(isOpenChat))
          .toReversed(),
      chatEndedSince(since) {
        const ended = newestFirst().flatMap(({ deliveries }) =>
          deliveries.filter(
            ({ channel, state, at }) =>
              channel === 'chat' && (state === 'sent' || state === 'not_sent') && at > since,
          ),
        )
        return [...new Set(ended.map(({ at }) => at))].toSorted((a, b) => a - b)
      },
      removeBefore(at) {
        write()
        for (const [id, { notification }] of rows) if (notification.at < at) rows.delete(id)
      },
    },
  }
  return memory
}

function isOther({ channel }: Delivery): (other: Delivery) => boolean {
  return (other) => other.channel !== channel
}

function isOpenChat({ channel, state }: Delivery): boolean {
  return channel === 'chat' && (state === 'queued' || state === 'sending' || state === 'retrying')
}

export type ScriptedChat = ChatService & {
  /** Sent messages, oldest first. */
  readonly texts: string[]
  /** The next answers; sent when there are none. */
  readonly answers: ChatOutcome[]
  /** While true nothing is answered; `release` answers all. */
  isHanging: boolean
  release(): void
}

/** A chat service that answers as the test says. */
export function createScriptedChat(): ScriptedChat {
  let held: (() => void)[] = []
  const chat: ScriptedChat = {
    texts: [],
    answers: [],
    isHanging: false,
    release() {
      for (const go of held) go()
      held = []
    },
    async send(text) {
      chat.texts.push(text)
      if (chat.isHanging) {
        const { promise, resolve } = Promise.withResolvers<undefined>()
        held.push(() => {
          resolve(undefined)
        })
        await promise
      }
      return chat.answers.shift() ?? { kind: 'sent' }
    },
    async close() {},
  }
  return chat
}
