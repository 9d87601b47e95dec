/** Notifications, their rules, and re-posting (terminal-api.md section 7). */
import { err } from '#lib/result.ts'
import type { Problem } from '../replies.ts'
import type { Handlers } from './handler.ts'

type Operations =
  | 'listNotifications'
  | 'readNotifications'
  | 'testNotification'
  | 'reportDelivery'
  | 'quoteRepost'
  | 'repostOrders'
  | 'readNotificationSettings'
  | 'writeNotificationSettings'

const STARTING: Problem = { code: 'starting', detail: 'Not yet.' }

export function notificationHandlers(): Pick<Handlers, Operations> {
  return {
    listNotifications: () => err(STARTING),
    readNotifications: () => err(STARTING),
    testNotification: () => err(STARTING),
    reportDelivery: () => err(STARTING),
    quoteRepost: () => err(STARTING),
    repostOrders: () => err(STARTING),
    readNotificationSettings: () => err(STARTING),
    writeNotificationSettings: () => err(STARTING),
  }
}
