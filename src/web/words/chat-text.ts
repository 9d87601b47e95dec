/** The state of chat, as text. */
import type { Status } from '../platform/api/client.ts'
import { showLocal } from '../platform/format/figures.ts'

/** Text of the settings and of the health page. */
export function chatText(chat: Status['chat']): string {
  if (chat === null) {
    return 'Not set up: set TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID and start the terminal again.'
  }
  const { lastFailure: failure, lastSentAt: sentAt, queued } = chat
  const parts = [
    failure === null ? 'Set up.' : `Last message not sent ${showLocal(failure.at, true)}: ${failure.reason}.`,
    sentAt === null ? '' : `Last sent ${showLocal(sentAt, true)}.`,
    queued === 0 ? '' : `${queued} waiting.`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}
