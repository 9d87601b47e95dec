/** Texts about the terminal: mode, credentials, feeds, record, logins, tokens, combos. */
import type { ComboEnded } from '#core/combo/combo.ts'
import { lockText, type LossFact } from '#core/loss-limit.ts'
import type { Instant } from '#core/market/market.ts'
import { formatMicros } from '#core/money.ts'
import type { LossLimit } from '#core/risk-limits.ts'
import type {
  CredentialStatus,
  DisarmCause,
  FeedName,
  RecordingStatus,
  Unreliable,
} from '#core/trading-state.ts'
import type { Facts } from '../bus.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { outcomeTitle, type Names } from './order-texts.ts'

const SAFE_TEXT: Record<Exclude<DisarmCause, 'user' | 'stop' | 'failure' | Unreliable>, string> = {
  idle: 'No command within the idle time.',
  logout: 'A session logged out.',
  geoblock: 'The geographic check does not allow trading, or has not succeeded.',
  credentials: 'The venue credentials are not usable.',
  foreign_activity: 'Orders from elsewhere on this account.',
  correction: 'An order that counted as rejected is live at the venue.',
  clock: "This host's clock jumped.",
  audit: 'The audit log cannot be written or does not verify.',
  loss_limit: 'A loss limit is reached. Attached exits are paused while SAFE.',
}

function unreliableText(cause: Unreliable, afterMs: number | null): string {
  const time = `${Math.round((afterMs ?? 0) / 1000)} s`
  const texts: Record<Unreliable, string> = {
    orders_unread: `Own orders unread or their feed not live for ${time}.`,
    market_feed_down: `Market price feed not live for ${time}.`,
    order_unknown: `An order has been unknown for ${time}.`,
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

const LOSS_NAMES: Record<LossLimit, string> = {
  maxDailyLoss: 'pUSD lost today',
  maxSessionLoss: 'pUSD lost since ARMED',
  maxLosingStreak: 'round trips in a row that lost',
}

export function lossDraft(fact: LossFact): NotificationDraft {
  const base = { kind: 'loss_limit', key: null } as const
  if (fact.what === 'unlocked') {
    const text = `${fact.by === 'day' ? 'A new day began (UTC).' : 'Unlocked with the password.'} Orders that add risk can be placed again.`
    return { ...base, severity: 'info', title: 'The loss limit is open again', text }
  }
  if (fact.what === 'locked') {
    const text = `Locked until 00:00 UTC: ${lockText(fact)}. Orders that add risk are refused; closing, hedging, exits and cancels work, and nothing is sold automatically.`
    return { ...base, title: 'The loss limit is reached', text }
  }
  const [lost, most] = [formatMicros(fact.lost), formatMicros(fact.most)]
  const text = `${lost} of ${most} ${LOSS_NAMES[fact.limit]}. At the limit, orders that add risk are refused.`
  return { ...base, severity: 'warn', title: '80 % of a loss limit is used', text }
}

export type CredentialProblem =
  | NonNullable<CredentialStatus['reason']>
  | Extract<CredentialStatus['keyListing'], 'not_listed' | 'other_wallet'>

const CREDENTIAL_TEXT: Record<CredentialProblem, string> = {
  auth_rejected: 'The venue rejects the session key.',
  geoblocked: 'The venue refuses credentials from this region.',
  derive_failed: 'The venue gave no usable credentials.',
  network: 'The venue cannot be reached for credentials.',
  not_listed: 'The session key is not on the venue’s list of keys for this wallet.',
  other_wallet: 'The venue lists the session key for another wallet.',
}

export function credentialsDraft(reason: CredentialProblem, detail: string | null): NotificationDraft {
  return {
    kind: 'credentials',
    key: null,
    title: 'Venue credentials are unavailable',
    text: `${detail ?? CREDENTIAL_TEXT[reason]} No order can be placed until they work; cancels still go out with the last ones.`,
  }
}

/** A bug in work that nobody waited for: the terminal goes on, SAFE. */
export const BACKGROUND_FAILED: NotificationDraft = {
  kind: 'trading_safe',
  key: null,
  severity: 'urgent',
  title: 'Trading is SAFE: a fault in the program',
  text: 'A background task failed unexpectedly; the log names it. Cancels, heartbeats and the page keep working; attached exits wait for ARMED. Check orders and positions, then arm.',
}

/** @param problem  what is wrong with the record on disk and what to do, in words */
export function auditProblemDraft(problem: string): NotificationDraft {
  return { kind: 'audit_problem', key: null, title: 'Nothing can be placed', text: problem }
}

const RECORDING_FAULTS: Record<NonNullable<RecordingStatus['fault']>, string> = {
  full: 'the disk is nearly full',
  slow: 'the disk is too slow',
  failed: 'disk error',
}

export function recordingDraft(fault: NonNullable<RecordingStatus['fault']>): NotificationDraft {
  return {
    kind: 'recording_stopped',
    key: null,
    title: 'Recording stopped',
    text: `This time cannot be replayed: ${RECORDING_FAULTS[fault]}. Retried every 30 s. Trading goes on.`,
  }
}

export function keyExpiringDraft(validUntil: Instant): NotificationDraft {
  const until = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(validUntil)
  return {
    kind: 'session_key_expiring',
    key: `key_expiring:${validUntil}`,
    title: 'The session key expires soon',
    text: `It is valid until ${until} UTC. After that orders are refused: authorise a new key first.`,
  }
}

const FEED_WORDS: Record<FeedName, string> = {
  market: 'market data',
  user: 'own orders and trades (live)',
  sports: 'live scores',
  catalog: 'the catalog',
  data: 'the data service',
  orders: 'own orders (reads)',
}

export function feedDownDraft(name: FeedName, seconds: number, detail: string | null): NotificationDraft {
  return {
    kind: 'feed_down',
    key: null,
    title: `Feed down: ${FEED_WORDS[name]}`,
    text: `Not updated for ${seconds} s${detail === null ? '' : ` (${detail})`}.`,
  }
}

export function comboDraft(ended: ComboEnded, catalog: Names): NotificationDraft {
  const legs = ended.legs.map((leg) => outcomeTitle(catalog, leg)).join(' + ')
  const isFilled = ended.result === 'filled'
  const why = ended.reject === null ? '' : ` ${ended.reject.message}`
  return {
    kind: isFilled ? 'combo_filled' : 'combo_failed',
    key: `combo:${ended.clientOrderId}`,
    title: isFilled ? 'Combo filled' : 'Combo not filled',
    text: isFilled
      ? `${ended.side} ${formatMicros(ended.shares)} for ${formatMicros(ended.total)} pUSD: ${legs}.`
      : `${legs}.${why}`,
    clientOrderId: ended.clientOrderId,
  }
}

/** @param failed  how many orders, or groups of orders, the venue did not confirm as cancelled */
export function shutdownCancelDraft(failed: number, why: string): NotificationDraft {
  return {
    kind: 'shutdown_cancel_failed',
    key: null,
    title: 'Cancel All at shutdown failed',
    text: `${failed === 1 ? 'One cancel was' : `${failed} cancels were`} not confirmed. ${why} Orders may still be open at the venue.`,
  }
}

/** Published once an hour at most. */
export function loginsRefusedDraft(now: Instant): NotificationDraft {
  return {
    kind: 'logins_refused',
    key: `logins_refused:${Math.floor(now / 3_600_000)}`,
    title: 'Logins are refused for new devices',
    text: 'Too many wrong passwords. Open sessions continue; new logins wait. The log has the addresses.',
  }
}

type Token = { readonly name: string; readonly scope: 'read' | 'cancel' | 'trade' }

const CAN = { read: 'read', cancel: 'read and cancel', trade: 'read, cancel and trade' } as const

/** Created in a session, with the password. */
export function tokenCreatedDraft({ name, scope }: Token): NotificationDraft {
  return {
    kind: 'api_token',
    key: null,
    title: `API token created: ${name}`,
    text: `It can ${CAN[scope]}. Not you? Revoke it in Settings and change the password.`,
  }
}

/** Revoked in a session. */
export function tokenRevokedDraft({ name }: Token): NotificationDraft {
  return {
    kind: 'api_token',
    key: null,
    severity: 'info',
    title: `API token revoked: ${name}`,
    text: 'Its requests are refused from now on. The mode is unchanged.',
  }
}

/** Published once an hour at most. */
export function tokensRefusedDraft(now: Instant): NotificationDraft {
  return {
    kind: 'api_token',
    key: `tokens_refused:${Math.floor(now / 3_600_000)}`,
    title: 'Wrong API tokens are refused',
    text: 'A program keeps sending an unknown, revoked or expired one. The log has its address.',
  }
}
