/** Gives the notification module its stores and, if configured, the chat bot. */
import { createNotificationModule } from '#engine/assembly/notification-module.ts'
import type { NotificationModule, NotificationModuleOptions } from '#engine/assembly/notification-module.ts'
import { createAlertStore } from '#store/alerts.ts'
import type { Database } from '#store/database.ts'
import { createNotificationStore } from '#store/notifications.ts'
import type { Configuration } from '../config/config.ts'

/** Where the chat service is when the venue's profile names no other. */
export const CHAT_URL = new URL('https://api.telegram.org')

type Parts = Omit<NotificationModuleOptions, 'alertStore' | 'notificationStore' | 'chat'> & {
  readonly database: Database
  readonly settingsOfChat: Configuration['chat']
  /** From the venue's profile; null when it names none. */
  readonly chatUrl: URL | null
}

/** Builds the side; nothing is watched or sent before its start. */
export async function createNotificationParts({
  database,
  settingsOfChat,
  chatUrl,
  ...options
}: Parts): Promise<NotificationModule> {
  const chat =
    settingsOfChat === null
      ? null
      : (await import('#chat/bot.ts')).createChatBot({
          url: chatUrl ?? CHAT_URL,
          token: settingsOfChat.token(),
          chatId: settingsOfChat.chatId,
          log: options.log,
        })
  return createNotificationModule({
    ...options,
    alertStore: createAlertStore(database.sqlite),
    notificationStore: createNotificationStore(database.sqlite),
    chat,
  })
}
