/** Texts of the mode and of the credentials. */
import type { CredentialStatus, DisarmCause, Unreliable } from '#core/trading-state.ts'
import type { Facts } from '../bus.ts'
import type { NotificationDraft } from './notification-draft.ts'

const SAFE_TEXT: Record<Exclude<DisarmCause, 'user' | 'stop' | 'failure' | Unreliable>, string> = {
  idle: 'No command came within the idle time.',
  logout: 'A session was logged out.',
  geoblock: 'The geographic check does not allow trading, or has not succeeded.',
  credentials: 'The venue credentials are not usable.',
  foreign_activity: 'Orders from elsewhere on this account.',
  correction: 'An order that was taken for rejected lives at the venue.',
  clock: 'The clock of this host jumped.',
  audit: 'The audit log cannot be written, or does not verify.',
}

function unreliableText(cause: Unreliable, afterMs: number | null): string {
  const time = `${Math.round((afterMs ?? 0) / 1000)} s`
  const texts: Record<Unreliable, string> = {
    orders_unread: `For ${time} own orders could not be read, or their feed was not live.`,
    market_feed_down: `For ${time} the feed of market prices was not live.`,
    order_unknown: `For ${time} the venue has not said what became of an order.`,
  }
  return `${texts[cause]} Attached exits are paused while SAFE.`
}

/** Null when the trader did it, stopped the program, or is notified otherwise. */
export function safeDraft({ cause, afterMs }: Facts['disarmed']): NotificationDraft | null {
  if (cause === 'user' || cause === 'stop' || cause === 'failure') return null
  const isUnreliable = cause === 'orders_unread' || cause === 'market_feed_down' || cause === 'order_unknown'
  const text = isUnreliable ? unreliableText(cause, afterMs) : SAFE_TEXT[cause]
  return { kind: 'trading_safe', key: null, title: 'Trading is SAFE', text }
}

export type CredentialProblem =
  | NonNullable<CredentialStatus['reason']>
  | Extract<CredentialStatus['keyListing'], 'not_listed' | 'other_wallet'>

const CREDENTIAL_TEXT: Record<CredentialProblem, string> = {
  auth_rejected: 'The venue rejects the session key.',
  geoblocked: 'The venue refuses credentials from this place.',
  derive_failed: 'The venue gave no usable credentials.',
  network: 'The venue cannot be reached to establish them.',
  not_listed: 'The session key is not on the venue’s list of keys for this wallet.',
  other_wallet: 'The venue lists the session key for another wallet.',
}

export function credentialsDraft(reason: CredentialProblem, detail: string | null): NotificationDraft {
  return {
    kind: 'credentials',
    key: null,
    title: 'Venue credentials are unavailable',
    text: `${detail ?? CREDENTIAL_TEXT[reason]} No order can be placed until they work; cancels are still sent with the last ones known.`,
  }
}
