/** Status and trading mode as sent to the page; health is folded from it. */
import type { Instant } from './market/market.ts'
import type { ChatStatus } from './notification/notification.ts'
import type { RejectCode } from './reject-codes.ts'
import type { UnreadRows } from './unread-rows.ts'

export type TradingMode = 'SAFE' | 'ARMED'

/** Measures of an unreliable venue or network that exceeded their setting (INV-83). */
export const UNRELIABLE = ['orders_unread', 'market_feed_down', 'order_unknown'] as const
export type Unreliable = (typeof UNRELIABLE)[number]

/** Milliseconds after which each ends ARMED; null: never. */
export type SafeAfter = Readonly<Record<Unreliable, number | null>>

/** Why the terminal went SAFE automatically. */
export type DisarmCause =
  | 'user'
  | 'idle'
  | 'logout'
  | 'geoblock'
  | 'credentials'
  | 'foreign_activity'
  | 'correction'
  | 'clock'
  | 'audit'
  | 'loss_limit'
  | Unreliable
  /** Work that nobody waited for failed by a bug. */
  | 'failure'
  | 'stop'

/** Done at a lock besides refusing what adds risk. */
export const LOSS_ACTIONS = ['refuse', 'cancel', 'safe', 'cancel_and_safe'] as const
export type LossAction = (typeof LOSS_ACTIONS)[number]

type Gate = {
  /** Code of the orders that it refuses; left out: it refuses none alone. */
  readonly code?: RejectCode
  /** Ends ARMED at once; left out: it only holds orders back until it opens again. */
  readonly disarms?: DisarmCause
}

/** Why the terminal cannot trade, which is why it cannot be armed but for the last two (API-3). */
const GATES = {
  trading_disabled: { code: 'trading_disabled' },
  geoblocked: { code: 'geoblocked', disarms: 'geoblock' },
  geoblock_unknown: { code: 'geoblocked', disarms: 'geoblock' },
  no_credentials: { code: 'no_credentials', disarms: 'credentials' },
  session_key_expired: { code: 'session_key_expired', disarms: 'credentials' },
  session_key_not_listed: { code: 'session_key_not_listed', disarms: 'credentials' },
  wallet_mismatch: { code: 'wallet_mismatch', disarms: 'credentials' },
  clock_skew: { code: 'clock_skew' },
  user_feed_down: {},
  orders_not_reconciled: {},
  orders_unread: { disarms: 'orders_unread' },
  market_feed_down: { disarms: 'market_feed_down' },
  order_unknown: { disarms: 'order_unknown' },
  audit_unavailable: { code: 'audit_unavailable', disarms: 'audit' },
  /** Its check at the start has not ended. */
  audit_unverified: { code: 'audit_unavailable' },
  /** It can be armed; the venue has asked to wait, and every order waits. */
  venue_rate_limited: {},
  /** It can be armed: only what adds risk is refused. */
  loss_limit: {},
} as const satisfies Readonly<Record<string, Gate>>
export type ArmReason = keyof typeof GATES
export const ARM_REASONS = Object.keys(GATES) as readonly ArmReason[]

/** Effects of one reason. */
export function gateOf(reason: ArmReason): Gate {
  return GATES[reason]
}

export type VenueModeName = 'normal' | 'restarting' | 'post_only' | 'cancel_only' | 'disabled'

/** The venue let a request pass although it was over its limit. */
export type LimitWarning = {
  /** Requests left, negative when over; null when the venue does not say. */
  readonly remaining: number | null
  /** When the limit is whole again. */
  readonly until: Instant
}

export type VenueMode = {
  readonly mode: VenueModeName
  readonly until: Instant | null
  readonly retryAfterMs: number | null
  /** Its limits hold every order for a second or longer; left out while they do not. */
  readonly isRateLimited?: boolean
  /** Null while the venue warns of nothing. */
  readonly limitWarning: LimitWarning | null
}

export type TradingState = {
  readonly mode: TradingMode
  readonly canTrade: boolean
  readonly reasons: readonly ArmReason[]
  readonly armedAt: Instant | null
  readonly idleDisarmAt: Instant | null
  readonly idleTimeoutMs: number
  readonly safeAfter: SafeAfter
  readonly combosCanTrade: boolean
  readonly combosReasons: readonly RejectCode[]
  readonly venue: VenueMode
}

export type GeoblockState = {
  /** Null until a check has succeeded. */
  readonly blocked: boolean | null
  readonly error: string | null
  readonly checkedAt: Instant | null
  readonly nextCheckAt: Instant | null
}

export type CredentialStatus = {
  readonly state: 'none' | 'pending' | 'ready' | 'failed'
  readonly reason: null | 'auth_rejected' | 'geoblocked' | 'derive_failed' | 'network'
  /** Why they do not work, in words and with what to do; null where the reason says it all. */
  readonly detail: string | null
  readonly signerAddress: string | null
  readonly walletAddress: string | null
  /** Verdict of the venue's list of session signers on wallet and key; `unread` until it has answered. */
  readonly keyListing: 'unread' | 'listed' | 'other_wallet' | 'not_listed' | 'not_told'
  /** The wallet that the venue names for the key, when it is not the configured one. */
  readonly keyWallet: string | null
  readonly scopes: readonly ('CLOB' | 'COMBOSRFQ' | 'ALL')[]
  readonly validUntil: Instant | null
  readonly nextRetryAt: Instant | null
}

export type FeedName = 'market' | 'user' | 'sports' | 'catalog' | 'data' | 'orders'

export type FeedHealth = {
  readonly name: FeedName
  readonly state: 'connecting' | 'live' | 'stale' | 'down' | 'off'
  readonly connections: number
  readonly subscriptions: number
  readonly lastMessageAt: Instant | null
  readonly reconnects: number
  readonly detail: string | null
  /** Rows of its lists that are not understood. */
  readonly notUnderstood?: UnreadRows
}

/** `armed`: only while ARMED. */
export type RecordingMode = 'on' | 'armed' | 'off'

export type RecordingStatus = {
  readonly mode: RecordingMode
  readonly isRecording: boolean
  /** Reason of an automatic stop; null when it has not stopped. */
  readonly fault: 'full' | 'slow' | 'failed' | null
  /** Size on disk, in millions of bytes. */
  readonly megabytes: number
  /** How far back it reaches; null when nothing is kept. */
  readonly since: Instant | null
}

export const NOT_RECORDING: RecordingStatus = {
  mode: 'off',
  isRecording: false,
  fault: null,
  megabytes: 0,
  since: null,
}

export type Status = {
  readonly version: string
  /** LIVE_TRADING is on and the geoblock check has succeeded with blocked false. */
  readonly tradingEnabled: boolean
  readonly mode: TradingMode
  readonly liveTrading: boolean
  readonly simulated: boolean
  /** Orders are matched on paper in this process; none ever leaves. */
  readonly paper: boolean
  /** Nothing can be signed, as no session key is configured: markets only. */
  readonly readOnly: boolean
  readonly geoblock: GeoblockState
  readonly credentials: CredentialStatus
  readonly account: {
    /** The venue takes only what closes a position; null when it does not say. */
    readonly closedOnly: boolean | null
    readonly missingApprovals: readonly string[] | null
  }
  readonly clockSkewMs: number | null
  readonly feeds: readonly FeedHealth[]
  readonly heartbeat: {
    readonly enabled: boolean
    readonly healthy: boolean
    readonly lastOkAt: Instant | null
  }
  /** Problem of the data on disk and its remedy, in words; null when there is none. */
  readonly storageProblem: string | null
  /** Null when chat is not set up. */
  readonly chat: ChatStatus | null
  readonly recording: RecordingStatus
  readonly startedAt: Instant
}
