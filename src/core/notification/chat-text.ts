/** The text of a chat message: plain, on one line, within the service's length (VEN-14). */
import type { Instant } from '../market/market.ts'

const MAX_LENGTH = 4096
/** Controls, line and paragraph separators, and every mark that turns the direction of text. */
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Parts of a message. */
type ChatPart = {
  readonly title: string
  readonly text: string
  readonly isUrgent: boolean
  readonly at: Instant
}

/** Control and direction characters become spaces; text beyond 4096 characters is cut with an ellipsis. */
export function plainChatText(text: string): string {
  const plain = text.toWellFormed().replace(UNWANTED, ' ').trim()
  if (plain.length <= MAX_LENGTH) return plain
  const cut = plain.slice(0, MAX_LENGTH - 1)
  // Half of a surrogate pair is no character.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** One message of one notification, or a summary of several that had to wait. */
export function chatText(parts: readonly ChatPart[], timeText: (at: Instant) => string): string {
  const [first] = parts
  if (first === undefined) return ''
  if (parts.length === 1) return plainChatText(`${first.isUrgent ? 'URGENT: ' : ''}${lineOf(first)}`)
  const lines = parts.map((part, index) => `(${index + 1}) ${timeText(part.at)} ${lineOf(part)}`)
  return plainChatText(`${parts.length} notifications: ${lines.join(' ')}`)
}

function lineOf({ title, text }: ChatPart): string {
  return `${title}. ${text}`
}
