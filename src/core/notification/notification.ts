/** Kinds of notifications, their default channels, and the rules that are locked (VEN-14). */
import type { AlertId, ClientOrderId, GameId, MarketId, NotificationId, OrderId, OutcomeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import type { Micros } from '../money.ts'
import type { Side, TimeInForce } from '../order/order.ts'
import type { Price, TickSize } from '../price.ts'
import type { PriceInText } from '../priced-text.ts'

/** Every kind (VEN-14, ADR 22, ADR 77). */
export const NOTIFICATION_KINDS = [
  'alert',
  'fill',
  'order_rejected',
  'order_unknown',
  'order_ended',
  'game_start_orders',
  'feed_down',
  'foreign_activity',
  'trading_safe',
  'session_key_expiring',
  'credentials',
  'combo_filled',
  'combo_failed',
  'shutdown_cancel_failed',
  'logins_refused',
  'late_order',
  'fill_reversed',
  'audit_problem',
  'exit_paused',
  'exit_failed',
  'api_token',
  'recording_stopped',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** `toast`, `sound` and `desktop` are delivered by the page, `chat` by the backend. */
export const CHANNELS = ['toast', 'sound', 'desktop', 'chat'] as const
export type Channel = (typeof CHANNELS)[number]

export type Severity = 'info' | 'warn' | 'urgent'

/**
 * `sending`: the request may have left; `retrying`: it was refused as one too many and is repeated once;
 * `not_configured`: the rule asks for a chat message and chat is not set up.
 */
export type DeliveryState = 'queued' | 'sending' | 'retrying' | 'sent' | 'not_sent' | 'not_configured'

export type Delivery = {
  readonly channel: Channel
  readonly state: DeliveryState
  /** Why it was not sent, in words. */
  readonly reason: string | null
  /** When it reached this state. */
  readonly at: Instant
}

/** State of chat. */
export type ChatStatus = {
  /** Notifications that wait or are on their way. */
  readonly queued: number
  readonly lastSentAt: Instant | null
  /** The last message that was not sent, until a later one was. */
  readonly lastFailure: { readonly reason: string; readonly at: Instant } | null
  readonly testAllowedAt: Instant | null
}

/** An order that the venue cancelled, as much of it as is needed to place it again. */
export type CancelledOrder = {
  readonly orderId: OrderId
  readonly clientOrderId: ClientOrderId | null
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly eventTitle: string
  readonly marketTitle: string
  readonly outcomeName: string
  readonly tickSize: TickSize | null
  readonly side: Side
  readonly price: Price
  /** Unfilled size. */
  readonly size: Micros
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly expiresAt: Instant | null
  /** The order that took its place; at most one is open. */
  readonly repostedAs: ClientOrderId | null
}

export type Notification = {
  readonly id: NotificationId
  readonly kind: NotificationKind
  readonly severity: Severity
  readonly title: string
  readonly text: string
  /** The prices of the text, in its order. */
  readonly prices: readonly PriceInText[]
  readonly clientOrderId: ClientOrderId | null
  readonly outcomeId: OutcomeId | null
  readonly marketId: MarketId | null
  readonly gameId: GameId | null
  readonly alertId: AlertId | null
  /** Only for `game_start_orders`, and for `order_ended` of a lapsed heartbeat. */
  readonly orders: readonly CancelledOrder[]
  readonly read: boolean
  readonly at: Instant
  /** The channels that the rule asked for. */
  readonly deliveries: readonly Delivery[]
}

/** On which channels a kind is reported. */
export type NotificationRule = Readonly<Record<Channel, boolean>>
export type NotificationRules = Readonly<Record<NotificationKind, NotificationRule>>

export type NotificationSettings = {
  readonly rules: NotificationRules
  /** 0 to 100; 0 is silence. */
  readonly soundVolume: number
}

const rule = (...channels: readonly Channel[]): NotificationRule => ({
  toast: channels.includes('toast'),
  sound: channels.includes('sound'),
  desktop: channels.includes('desktop'),
  chat: channels.includes('chat'),
})

/** Chat by VEN-14; the page's own channels by how soon somebody should look. */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  rules: {
    alert: rule('toast', 'sound', 'desktop', 'chat'),
    fill: rule('toast', 'sound', 'desktop', 'chat'),
    order_rejected: rule('toast', 'sound'),
    order_unknown: rule('toast', 'sound', 'desktop'),
    order_ended: rule('toast', 'sound', 'desktop', 'chat'),
    game_start_orders: rule('toast', 'sound', 'desktop', 'chat'),
    feed_down: rule('toast', 'desktop', 'chat'),
    foreign_activity: rule('toast', 'sound', 'desktop', 'chat'),
    trading_safe: rule('toast', 'sound', 'desktop'),
    session_key_expiring: rule('toast', 'desktop'),
    credentials: rule('toast', 'sound', 'desktop', 'chat'),
    combo_filled: rule('toast', 'sound', 'desktop', 'chat'),
    combo_failed: rule('toast', 'sound', 'desktop', 'chat'),
    shutdown_cancel_failed: rule('toast', 'sound', 'desktop', 'chat'),
    logins_refused: rule('toast', 'desktop', 'chat'),
    late_order: rule('toast', 'sound', 'desktop', 'chat'),
    fill_reversed: rule('toast', 'sound', 'desktop', 'chat'),
    audit_problem: rule('toast', 'sound', 'desktop', 'chat'),
    exit_paused: rule('toast', 'sound', 'desktop', 'chat'),
    exit_failed: rule('toast', 'sound', 'desktop', 'chat'),
    api_token: rule('toast', 'desktop', 'chat'),
    recording_stopped: rule('toast'),
  },
  soundVolume: 60,
}

/**
 * Rules that cannot be cleared: activity outside this app and unavailable credentials always go to chat; what happened
 * late to an order and a broken record are shown on the page as well (INV-54, INV-55), and so is an exit that does not act
 * (INV-66) and a way out that has cancelled and not sold (INV-81).
 */
export const LOCKED_RULES: readonly { readonly kind: NotificationKind; readonly channel: Channel }[] = [
  { kind: 'foreign_activity', channel: 'chat' },
  { kind: 'credentials', channel: 'chat' },
  { kind: 'late_order', channel: 'toast' },
  { kind: 'late_order', channel: 'chat' },
  { kind: 'fill_reversed', channel: 'toast' },
  { kind: 'fill_reversed', channel: 'chat' },
  { kind: 'audit_problem', channel: 'toast' },
  { kind: 'audit_problem', channel: 'chat' },
  { kind: 'exit_paused', channel: 'toast' },
  { kind: 'exit_failed', channel: 'toast' },
]

/** `urgent` ones use the chat messages kept for them. */
export const SEVERITY: Readonly<Record<NotificationKind, Severity>> = {
  alert: 'warn',
  fill: 'info',
  order_rejected: 'warn',
  order_unknown: 'urgent',
  order_ended: 'warn',
  game_start_orders: 'warn',
  feed_down: 'warn',
  foreign_activity: 'urgent',
  trading_safe: 'warn',
  session_key_expiring: 'warn',
  credentials: 'urgent',
  combo_filled: 'info',
  combo_failed: 'warn',
  shutdown_cancel_failed: 'urgent',
  logins_refused: 'urgent',
  late_order: 'urgent',
  fill_reversed: 'urgent',
  audit_problem: 'urgent',
  exit_paused: 'urgent',
  exit_failed: 'urgent',
  api_token: 'warn',
  recording_stopped: 'warn',
}
