/** Notifications and their deliveries on disk: written before they are delivered, stored once per key. */
import type { DatabaseSync } from 'node:sqlite'
import type { Delivery, Notification } from '#core/notification/notification.ts'
import { foldWords } from '#core/notification/notification-words.ts'
import type { NotificationId } from '#core/ids.ts'
import type { NewNotification, NotificationStore } from '#ports/notification-stores.ts'
import { alertWriter } from './alerts.ts'
import { amountsJson } from './json.ts'
import { transaction } from './schema.ts'

type Row = Readonly<Record<string, unknown>>

const JSON_OF_NOTIFICATIONS = amountsJson('size')

const IS_OPEN = "channel = 'chat' AND state IN ('queued', 'sending', 'retrying')"

/** Notifications in the given database. */
export function createNotificationStore(sqlite: DatabaseSync): NotificationStore {
  const saveAlerts = alertWriter(sqlite)
  const insert = sqlite.prepare(
    'INSERT INTO notification (id, key, kind, at, read, words, json) VALUES (?, ?, ?, ?, 0, ?, ?) ON CONFLICT DO NOTHING',
  )
  const putDelivery = sqlite.prepare(
    `INSERT OR REPLACE INTO notification_delivery (notification_id, channel, state, reason, at)
     SELECT id, ?2, ?3, ?4, ?5 FROM notification WHERE id = ?1`,
  )
  const deliveries = sqlite.prepare(
    'SELECT channel, state, reason, at FROM notification_delivery WHERE notification_id = ?',
  )
  const page = sqlite.prepare(
    `SELECT id, read, json FROM notification
     WHERE (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR read = ?2)
       AND (?3 IS NULL OR (at, id) < (?3, ?4))
       AND NOT EXISTS (SELECT 1 FROM json_each(?5) WHERE instr(words, ' ' || value) = 0)
       AND (?7 IS NULL OR json ->> '$.marketId' = ?7)
     ORDER BY at DESC, id DESC LIMIT ?6`,
  )
  const find = sqlite.prepare('SELECT id, read, json FROM notification WHERE id = ?')
  const unread = sqlite.prepare('SELECT count(*) AS count FROM notification WHERE read = 0')
  const readOne = sqlite.prepare('UPDATE notification SET read = 1 WHERE id = ? AND read = 0 RETURNING id')
  const readAll = sqlite.prepare('UPDATE notification SET read = 1 WHERE read = 0 RETURNING id')
  const setJson = sqlite.prepare('UPDATE notification SET json = ? WHERE id = ?')
  const open = sqlite.prepare(
    `SELECT id, read, json FROM notification
     WHERE id IN (SELECT notification_id FROM notification_delivery WHERE ${IS_OPEN}) ORDER BY at, id`,
  )
  const ended = sqlite.prepare(
    // All notifications of one request end at one instant.
    `SELECT DISTINCT at FROM notification_delivery
     WHERE channel = 'chat' AND state IN ('sent', 'not_sent') AND at > ? ORDER BY at`,
  )
  const remove = sqlite.prepare('DELETE FROM notification WHERE at < ?')

  function read(row: Row): Notification {
    const id = String(row['id'])
    const stored = JSON_OF_NOTIFICATIONS.read(String(row['json'])) as Notification
    return {
      ...stored,
      // Those from before prices were noted have none.
      prices: stored.prices ?? [],
      read: row['read'] === 1,
      deliveries: deliveries.all(id) as unknown as readonly Delivery[],
    }
  }

  function write({ notification, key }: NewNotification): boolean {
    const { id, kind, at, title, text } = notification
    const words = ` ${foldWords(`${title} ${text}`).join(' ')}`
    if (insert.run(id, key, kind, at, words, jsonOf(notification)).changes === 0) return false
    for (const one of notification.deliveries) putDelivery.run(id, one.channel, one.state, one.reason, one.at)
    return true
  }

  function findOne(id: NotificationId): Notification | null {
    const row = find.get(id)
    return row === undefined ? null : read(row)
  }

  return {
    add: (entries, alerts) =>
      transaction(sqlite, () => {
        saveAlerts(alerts)
        return entries.filter(write).map(({ notification }) => notification.id)
      }),
    page: ({ words, unread, kind, marketId, before, limit }) =>
      page
        .all(
          kind,
          unread === null ? null : Number(!unread),
          before?.at ?? null,
          before?.id ?? null,
          JSON.stringify(words),
          limit,
          marketId ?? null,
        )
        .map(read),
    find: findOne,
    unread: () => Number(unread.get()?.['count'] ?? 0),
    markRead: (which) =>
      transaction(sqlite, () => {
        const rows = which === 'all' ? readAll.all() : which.flatMap((id) => readOne.all(id))
        return rows.map((row) => String(row['id']) as NotificationId)
      }),
    deliver: (ids, { channel, state, reason, at }) =>
      transaction(sqlite, () => {
        for (const id of ids) putDelivery.run(id, channel, state, reason, at)
      }),
    setOrders(id, orders) {
      const known = findOne(id)
      if (known !== null) setJson.run(jsonOf({ ...known, orders }), id)
    },
    openChat: () => open.all().map(read),
    chatEndedSince: (since) => ended.all(since).map((row) => Number(row['at'])),
    removeBefore: (at) => {
      remove.run(at)
    },
  }
}

function jsonOf(notification: Notification): string {
  const { read: _read, deliveries: _deliveries, ...stored } = notification
  return JSON_OF_NOTIFICATIONS.write(stored)
}
