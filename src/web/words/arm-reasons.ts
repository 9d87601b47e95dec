/** Reasons against arming, and how to fix each. */
import { unreachable } from '#lib/never.ts'
import type { ArmReason, Status, TradingState } from '../platform/api/client.ts'
import { showAge, showUtc } from '../platform/format/figures.ts'
import { rejectFix } from './reject-text.ts'
import { geoText, keyText } from './status-text.ts'
import { LOSS_LOCKED } from './why-not.ts'

export type SafeAfter = TradingState['safeAfter']

/** Text of a time after which the terminal goes SAFE. */
function afterText(ms: number | null): string {
  return ms === null ? 'never' : `${Math.round(ms / 1_000)} s`
}

/** A check's name, the reasons against it, and its state where none applies. */
type Line = readonly [name: string, reasons: readonly ArmReason[], state: (status: Status | null) => string]

const keyed = (status: Status | null, text: (status: Status | null) => string): string =>
  ownAccount(status, status?.readOnly === true ? 'none' : text(status))

const LINES: readonly Line[] = [
  ['Live trading', ['trading_disabled'], (status) => ownAccount(status, 'on')],
  ['Geographic check', ['geoblocked', 'geoblock_unknown'], geoText],
  ['Venue credentials', ['no_credentials'], (status) => ownAccount(status, credentialText(status))],
  ['Session key', ['session_key_expired', 'session_key_not_listed'], (status) => keyed(status, keyText)],
  ['Wallet and signer', ['wallet_mismatch'], (status) => keyed(status, walletText)],
  ['Clock', ['clock_skew'], clockText],
  ['Own orders feed', ['user_feed_down'], (status) => userFeed(status)?.state ?? 'not known'],
  ['Open orders read', ['orders_unread', 'orders_not_reconciled'], () => 'complete'],
  ['Market prices feed', ['market_feed_down'], () => 'fine'],
  ['Unknown orders', ['order_unknown'], () => 'none for long'],
  ['Audit log', ['audit_unavailable', 'audit_unverified'], () => 'verified, writable'],
  ['Venue limits', ['venue_rate_limited'], () => 'not held'],
  ['Loss limit', ['loss_limit'], () => 'open'],
]

const NEEDS_KEY = 'Needs a session key.'
const unlessReadOnly = (status: Status | null, text: string): string =>
  status?.readOnly === true ? NEEDS_KEY : text

type Said<Args extends readonly unknown[]> = string | ((...args: Args) => string)

/** State and remedy; `after` is the time after which the reason ends ARMED. The remedy left out is that of a refused order. */
type Fault = readonly [
  state: Said<[status: Status | null, after: string]>,
  fix?: Said<[status: Status | null]>,
]

const FAULTS: Readonly<Record<ArmReason, Fault>> = {
  trading_disabled: ['off'],
  geoblocked: ['blocked here'],
  geoblock_unknown: [
    (status) => `no answer yet${inBrackets(status?.geoblock.error)}`,
    (status) => `Trading opens once the check says "not blocked". ${againAt(status?.geoblock.nextCheckAt)}`,
  ],
  no_credentials: [credentialText, credentialFix],
  session_key_expired: ['expired'],
  session_key_not_listed: ['not listed for this wallet'],
  wallet_mismatch: ['do not match', walletFix],
  clock_skew: [clockText],
  user_feed_down: [
    (status) => `${userFeed(status)?.state ?? 'not known'}${inBrackets(userFeed(status)?.detail)}`,
    (status) =>
      unlessReadOnly(status, 'Without this feed, fills would go unseen. It reconnects automatically.'),
  ],
  orders_not_reconciled: [
    'not complete yet',
    (status) =>
      unlessReadOnly(
        status,
        'Waiting for a complete read of open orders and trades, retried automatically. Cancel All works meanwhile.',
      ),
  ],
  orders_unread: [
    (_, after) => `not read, or their feed not live, for ${after}`,
    'Both are retried automatically (SAFE_ORDERS_UNREAD_SECONDS).',
  ],
  market_feed_down: [
    (_, after) => `not live for ${after}`,
    'It reconnects automatically (SAFE_MARKET_FEED_DOWN_SECONDS).',
  ],
  order_unknown: [
    (_, after) => `one for ${after}`,
    'Sesame keeps checking until it is settled; Cancel All works meanwhile (SAFE_ORDER_UNKNOWN_SECONDS).',
  ],
  audit_unavailable: [
    'cannot be written',
    (status) => status?.storageProblem ?? 'Writing is retried every second. Run "sesame doctor".',
  ],
  audit_unverified: ['being verified', 'Every start verifies the whole log, some 400,000 rows a second.'],
  venue_rate_limited: [
    'orders held',
    'The venue asked to wait. Arming works; orders are refused until then.',
  ],
  loss_limit: [LOSS_LOCKED.why, `${LOSS_LOCKED.meanwhile} ${rejectFix('loss_limit', '')}`],
}

export type Check = ReturnType<typeof armChecks>[number]

/** The checklist of the arm dialog; without a known state every line is open. */
export function armChecks(
  reasons: readonly ArmReason[] | null,
  status: Status | null,
  safeAfter: SafeAfter | null = null,
) {
  return LINES.map(([name, own, stateOf]) => {
    if (reasons === null) {
      return { name, ok: false, state: 'not known', fix: 'Waiting for the terminal.' }
    }
    const failing = own.find((reason) => reasons.includes(reason))
    if (failing === undefined) return { name, ok: true, state: stateOf(status), fix: null }
    const [state, fix = rejectFix(failing, '')] = FAULTS[failing]
    const after = afterText(isUnreliable(failing) ? (safeAfter?.[failing] ?? null) : null)
    return {
      name,
      ok: false,
      state: typeof state === 'string' ? state : state(status, after),
      fix: typeof fix === 'function' ? fix(status) : fix,
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
    ? 'The venue does not accept this signer for this wallet: check both addresses, then restart.'
    : `The session key belongs to wallet ${wallet}: set VENUE_WALLET_ADDRESS to it, or use a key of the configured wallet, then restart.`
}

const NOT_KNOWN = { state: null, reason: null, detail: null, nextRetryAt: null }

/** Remedy for each state of the credentials. */
function credentialFix(status: Status | null): string {
  if (status?.readOnly === true) {
    return 'Without a key nothing can be placed. "sesame setup" asks for one; "sesame start --paper" practises without one.'
  }
  const { state, reason, detail, nextRetryAt: next } = status?.credentials ?? NOT_KNOWN
  if (state === 'none') return 'No key is configured: run "sesame setup" and restart.'
  if (detail !== null) return `${detail} ${next === null ? '' : againAt(next)}`.trim()
  if (state === 'pending') return `Being created. ${againAt(next)}`
  switch (reason) {
    case 'auth_rejected':
      return `The venue refuses this key: check key and wallet. ${next === null ? 'Then restart.' : againAt(next)}`
    case 'geoblocked':
      return 'The venue issues none in this region.'
    case 'network':
      return `The venue could not be reached. ${againAt(next)}`
    case 'derive_failed':
    case null:
      return 'Run "sesame doctor": it says which setting is missing or refused. Then restart.'
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
  return time === null || time === undefined ? 'Retried automatically.' : `Next try at ${showUtc(time)} UTC.`
}
