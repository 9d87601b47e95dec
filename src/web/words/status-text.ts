/** The geographic gate, session key, chat and heartbeat as text: in the frame, before arming, in settings and health. */
import type { Status } from '../platform/api/client.ts'
import { showAge, showLocal } from '../platform/format/figures.ts'

/** The geographic gate as text. */
export function geoText(status: Status | null): string {
  if (status === null) return 'not known'
  if (status.geoblock.error !== null) return status.geoblock.error
  return status.geoblock.blocked ? 'blocked' : 'ok'
}

/** How long the session key is valid. */
export function keyText(status: Status | null): string {
  if (status === null) return 'not known'
  const { signerAddress: signer, keyListing: listing, validUntil: until } = status.credentials
  if (signer === null) return 'none'
  if (until === null) return listing === 'listed' ? 'no end' : 'end not known'
  const left = until - status.time
  return left <= 0 ? 'expired' : `${showAge(left)} left`
}

/** The state of chat, for the settings and the health page. */
export function chatText(chat: Status['chat']): string {
  if (chat === null) {
    return 'Not set up: set TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID and restart the terminal.'
  }
  const { lastFailure: failure, lastSentAt: sentAt, queued } = chat
  const parts = [
    failure === null ? 'Set up.' : `Last message not sent ${showLocal(failure.at, true)}: ${failure.reason}.`,
    sentAt === null ? '' : `Last sent ${showLocal(sentAt, true)}.`,
    queued === 0 ? '' : `${queued} waiting.`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** A beat is due every 5 s; 10 s after the last one the venue cancels every open order. */
const LATE_MS = 7_000

/**
 * Text of the sign, with a label for tooltip and screen reader. @param ageMs since the venue took the last beat; null before the first @param isHealthy as the
 * server judges it: the last answer was good
 */
export function heartbeatText(ageMs: number | null, isHealthy: boolean) {
  if (ageMs === null) {
    return { text: 'no beat', isLate: true, label: 'Dead-man heartbeat: no beat accepted yet' }
  }
  const seconds = `${Math.floor(ageMs / 1_000)} s`
  const age = ageMs < 100_000 ? seconds : showAge(ageMs)
  const isLate = ageMs >= LATE_MS || !isHealthy
  return {
    text: age,
    isLate,
    label: isLate
      ? `Dead-man heartbeat late: last beat ${age} ago. After 10 s without one the venue cancels every open order.`
      : `Dead-man heartbeat: last beat ${age} ago`,
  }
}
