import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationId } from '#core/ids.ts'
import { createMemoryNotifications } from '#engine/testing/memory-notifications.ts'
import { notificationStoresSuite } from '#test/suites/notification-stores.ts'
import { createAlertStore } from './alerts.ts'
import { createNotificationStore } from './notifications.ts'
import { openOrThrow, temporaryDirectory } from './testing/temporary.ts'

notificationStoresSuite('on disk', (context) => {
  const { sqlite } = openOrThrow(temporaryDirectory(context))
  return { alerts: createAlertStore(sqlite), notifications: createNotificationStore(sqlite) }
})

notificationStoresSuite('in memory', () => createMemoryNotifications())

test('INV-27 a fired alert and its notification are written together or not at all', (context) => {
  const { sqlite } = openOrThrow(temporaryDirectory(context))
  const alerts = createAlertStore(sqlite)
  const notifications = createNotificationStore(sqlite)
  const broken = { id: 'n' as NotificationId } as Parameters<
    typeof notifications.add
  >[0][number]['notification']
  assert.throws(() =>
    notifications.add(
      [{ notification: broken, key: null }],
      [{ id: 'a' } as unknown as Parameters<typeof alerts.save>[0][number]],
    ),
  )
  assert.deepEqual(alerts.all(), [])
})

test('a notification from before prices were noted is read with none', (context) => {
  const { sqlite } = openOrThrow(temporaryDirectory(context))
  const notifications = createNotificationStore(sqlite)
  const id = 'n1' as NotificationId
  sqlite
    .prepare(
      "INSERT INTO notification (id, key, kind, at, read, words, json) VALUES (?, NULL, 'fill', 1, 0, '', ?)",
    )
    .run(
      id,
      JSON.stringify({ id, kind: 'fill', title: 'Hawks', text: 'Filled: BUY 10 at 0.43.', orders: [] }),
    )
  assert.deepEqual(notifications.find(id)?.prices, [])
})
