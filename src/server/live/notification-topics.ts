/** The topics of alerts and notifications. */
import { alert } from '#contract/records/alerts.ts'
import { notification as notificationCodec } from '#contract/records/notifications.ts'
import type { Notification } from '#core/notification/notification.ts'
import type { Engine } from '#engine/engine.ts'
import type { Clock } from '#ports/clock.ts'
import { alertRow } from '../handlers/alerts.ts'
import { notificationAt } from '../handlers/notifications.ts'
import { createCollector, listOf, listTopic, type Topic } from './topic.ts'

const NEWEST = 200
/** How often distances are sent. */
const DISTANCES_EVERY_MS = 1_000

/** @param changed  called with the name of a topic that may have changed */
export function createNotificationTopics(
  engine: Engine,
  clock: Clock,
  changed: (name: 'alerts' | 'notifications') => void,
) {
  const { bus, alerts, notifications } = engine
  const news = createCollector<Notification>()

  function encode(upsert: readonly Notification[]): string {
    const now = clock.now()
    const rows = upsert.map((one) => notificationAt(one, now))
    return listOf(notificationCodec, rows, [], { unread_count: notifications.unread() })
  }

  return {
    openers: {
      alerts: (): Topic =>
        listTopic(
          alert,
          () => alerts.list().map((status) => alertRow(status, engine)),
          // Each look is noted; only the tens of seconds are news.
          (wire) => JSON.stringify({ ...wire, checked_at: wire.checked_at?.slice(0, 18) }),
        ),
      notifications: (): Topic =>
        news.topic(
          () =>
            encode(notifications.list({ words: [], unread: null, kind: null, before: null, limit: NEWEST })),
          encode,
        ),
    },
    ends: [
      bus.subscribe('alert', () => changed('alerts')),
      clock.every(DISTANCES_EVERY_MS, () => changed('alerts')),
      bus.subscribe('notification', (one) => {
        news.add(one.id, one)
        changed('notifications')
      }),
    ],
  }
}
