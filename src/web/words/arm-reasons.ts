/** Reasons against arming, and how to fix each. */
import { unreachable } from '#lib/never.ts'
import type { ArmReason, Status, TradingState } from '../platform/api/client.ts'
import { showAge, showUtc } from '../platform/format/figures.ts'
import { rejectFix } from './reject-text.ts'
import { geoText, keyText } from './status-text.ts'

export type Check = {
  readonly name: string
  readonly ok: boolean
  readonly state: string
  /** How to fix it; null when it is fine. */
  readonly fix: string | null
}

export type SafeAfter = TradingState['safeAfter']

/** Text of a time after which the terminal goes SAFE. */
function afterText(ms: number | null): string {
  return ms === null ? 'never' : `${Math.round(ms / 1_000)} s`
}

type Line = {
  readonly name: string
  readonly reasons: readonly ArmReason[]
  /** Shown when no reason applies. */
  readonly state: (status: Status | null) => string
}

const LINES: readonly Line[] = [
  {
    name: 'Live trading',
    reasons: ['trading_disabled'],
    state: (status) => ownAccount(status, 'on'),
  },
  { name: 'Geographic check', reasons: ['geoblocked', 'geoblock_unknown'], state: geoText },
  {
    name: 'Venue credentials',
    reasons: ['no_credentials'],
    state: (status) => ownAccount(status, credentialText(status)),
  },
  {
    name: 'Session key',
    reasons: ['session_key_expired', 'session_key_not_listed'],
    state: (status) => ownAccount(status, status?.readOnly === true ? 'none' : keyText(status)),
  },
  {
    name: 'Wallet and signer',
    reasons: ['wallet_mismatch'],
    state: (status) => ownAccount(status, status?.readOnly === true ? 'none' : walletText(status)),
  },
  { name: 'Clock', reasons: ['clock_skew'], state: clockText },
  {
    name: 'Own orders feed',
    reasons: ['user_feed_down'],
    state: (status) => userFeed(status)?.state ?? 'not known',
  },
  { name: 'Open orders read', reasons: ['orders_unread', 'orders_not_reconciled'], state: () => 'complete' },
  { name: 'Market prices feed', reasons: ['market_feed_down'], state: () => 'fine' },
  { name: 'Unknown orders', reasons: ['order_unknown'], state: () => 'none for long' },
  {
    name: 'Audit log',
    reasons: ['audit_unavailable', 'audit_unverified'],
    state: () => 'verified, writable',
  },
  { name: 'Venue limits', reasons: ['venue_rate_limited'], state: () => 'not held' },
]

const NEEDS_KEY = 'Comes with a session key.'

type Fault = {
  /** @param after  the time after which the reason ends ARMED, by its setting */
  readonly state: (status: Status | null, after: string) => string
  /** Left out where it is that of an order refused for the same reason. */
  readonly fix?: (status: Status | null) => string
}

const FAULTS: Readonly<Record<ArmReason, Fault>> = {
  trading_disabled: { state: () => 'off' },
  geoblocked: {
    state: () => 'blocked here',
    fix: () => 'The venue does not allow trading from this place. Rechecked automatically.',
  },
  geoblock_unknown: {
    state: (status) => `no answer yet${inBrackets(status?.geoblock.error)}`,
    fix: (status) =>
      `Trading opens only once the check has said "not blocked". ${againAt(status?.geoblock.nextCheckAt)}`,
  },
  no_credentials: { state: credentialText, fix: credentialFix },
  session_key_expired: { state: () => 'expired' },
  session_key_not_listed: {
    state: () => 'not listed for this wallet',
    fix: () =>
      'The venue does not list this key for the wallet: it was revoked, has ended or was never authorised. Authorise it at the venue; the list is read again every 30 s.',
  },
  wallet_mismatch: {
    state: () => 'do not match',
    fix: walletFix,
  },
  clock_skew: {
    state: clockText,
    fix: () =>
      'Orders need clocks that agree within 5 s. Switch on time synchronisation on this host; it is measured again automatically.',
  },
  user_feed_down: {
    state: (status) => `${userFeed(status)?.state ?? 'not known'}${inBrackets(userFeed(status)?.detail)}`,
    fix: (status) =>
      status?.readOnly === true
        ? NEEDS_KEY
        : 'Without this feed fills would go unseen. The terminal reconnects automatically.',
  },
  orders_not_reconciled: {
    state: () => 'not complete yet',
    fix: (status) =>
      status?.readOnly === true
        ? NEEDS_KEY
        : 'Waits for one complete read of open orders and trades, retried automatically; Cancel All works meanwhile.',
  },
  orders_unread: {
    state: (_, after) => `not read, or their feed not live, for ${after}`,
    fix: () => 'Reads and the feed are tried again by themselves (SAFE_ORDERS_UNREAD_SECONDS).',
  },
  market_feed_down: {
    state: (_, after) => `not live for ${after}`,
    fix: () => 'The terminal reconnects automatically (SAFE_MARKET_FEED_DOWN_SECONDS).',
  },
  order_unknown: {
    state: (_, after) => `one for ${after}`,
    fix: () =>
      'Reads go on until it is proven what became of it; Cancel All works meanwhile (SAFE_ORDER_UNKNOWN_SECONDS).',
  },
  audit_unavailable: {
    state: () => 'takes no rows',
    fix: (status) =>
      status?.storageProblem ??
      'Rows that could not be written are tried again each second. Run "sesame doctor".',
  },
  audit_unverified: {
    state: () => 'being verified',
    fix: () => 'Every start verifies the whole log: some 400,000 rows a second. Then this ends.',
  },
  venue_rate_limited: {
    state: () => 'orders held',
    fix: () => 'The venue has asked to wait. Arming works; each order is refused until the wait is over.',
  },
}

/** The checklist of the arm dialog; without a known state every line is open. */
export function armChecks(
  reasons: readonly ArmReason[] | null,
  status: Status | null,
  safeAfter: SafeAfter | null = null,
): readonly Check[] {
  return LINES.map(({ name, reasons: own, state }) => {
    if (reasons === null) {
      return { name, ok: false, state: 'not known', fix: 'Waits for word from the terminal.' }
    }
    const failing = own.find((reason) => reasons.includes(reason))
    if (failing === undefined) return { name, ok: true, state: state(status), fix: null }
    const fault = FAULTS[failing]
    const after = afterText(isUnreliable(failing) ? (safeAfter?.[failing] ?? null) : null)
    return {
      name,
      ok: false,
      state: fault.state(status, after),
      fix: fault.fix?.(status) ?? rejectFix(failing, ''),
    }
  })
}

function isUnreliable(reason: ArmReason): reason is keyof SafeAfter {
  return reason === 'orders_unread' || reason === 'market_feed_down' || reason === 'order_unknown'
}

/** Reasons that only an account at the venue has. */
function ownAccount(status: Status | null, words: string): string {
  return status?.paper === true ? 'not needed on paper' : words
}

/** The credentials' state as text. */
function credentialText(status: Status | null): string {
  if (status === null) return 'not known'
  if (status.readOnly) return 'no session key: markets only'
  const { state, reason } = status.credentials
  return reason === null ? state : `${state}: ${reason.replaceAll('_', ' ')}`
}

/** True if the venue may be asked for credentials again now: with a key, when the last attempt has ended badly. */
export function canRetry(status: Status | null): boolean {
  if (status === null || status.readOnly || status.paper) return false
  const { state, nextRetryAt: next } = status.credentials
  return state === 'failed' || (state === 'pending' && next !== null)
}

const LISTINGS: Readonly<Record<Status['credentials']['keyListing'], string>> = {
  listed: 'match',
  not_told: 'not verified: the venue does not show its list',
  other_wallet: 'do not match',
  not_listed: 'do not match',
  unread: 'not verified yet',
}

/** Agreement of the venue's list of session keys with wallet and key. */
export function walletText(status: Status | null): string {
  return LISTINGS[status?.credentials.keyListing ?? 'unread']
}

function walletFix(status: Status | null): string {
  const wallet = status?.credentials.keyWallet ?? null
  return wallet === null
    ? 'The venue does not accept this signer for this wallet: check both addresses, then start again.'
    : `The session key belongs to wallet ${wallet}: set VENUE_WALLET_ADDRESS to it, or use a key of the configured wallet, then start again.`
}

const NOT_KNOWN = { state: null, reason: null, detail: null, nextRetryAt: null }

/** Remedy for each state of the credentials. */
function credentialFix(status: Status | null): string {
  if (status?.readOnly === true) {
    return 'Without a key nothing can be placed. "sesame setup" asks for one; "sesame start --paper" practises without.'
  }
  const { state, reason, detail, nextRetryAt: next } = status?.credentials ?? NOT_KNOWN
  if (state === 'none') return 'No key is configured: run "sesame setup" and start again.'
  if (detail !== null) return `${detail} ${next === null ? '' : againAt(next)}`.trim()
  if (state === 'pending') return `They are being made. ${againAt(next)}`
  switch (reason) {
    case 'auth_rejected':
      return `The venue refuses this key: check key and wallet. ${next === null ? 'Then start again.' : againAt(next)}`
    case 'geoblocked':
      return 'The venue makes none for this place.'
    case 'network':
      return `The venue could not be reached. ${againAt(next)}`
    case 'derive_failed':
    case null:
      return 'Run "sesame doctor": it says which setting is missing or refused. Then start again.'
    default:
      return unreachable(reason)
  }
}

/** How far this host's clock is from the venue's. */
function clockText(status: Status | null): string {
  const skew = status?.clockSkewMs ?? null
  return skew === null ? 'not measured' : `${showAge(Math.abs(skew))} apart`
}

function userFeed(status: Status | null): Status['feeds'][number] | undefined {
  return status?.feeds.find((feed) => feed.name === 'user')
}

function inBrackets(words: string | null | undefined): string {
  return words === null || words === undefined ? '' : ` (${words})`
}

function againAt(time: number | null | undefined): string {
  return time === null || time === undefined
    ? 'It is retried automatically.'
    : `It is tried again at ${showUtc(time)} UTC.`
}
