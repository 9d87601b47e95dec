/** Kinds of notifications, their default channels, and the rules that are locked (VEN-14). */
import type { AlertId, ClientOrderId, GameId, MarketId, NotificationId, OrderId, OutcomeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import type { Micros } from '../money.ts'
import type { Side, TimeInForce } from '../order/order.ts'
import type { Price, TickSize } from '../price.ts'
import type { PriceInText } from '../priced-text.ts'

/** `toast`, `sound` and `desktop` are delivered by the page, `chat` by the backend. */
export const CHANNELS = ['toast', 'sound', 'desktop', 'chat'] as const
export type Channel = (typeof CHANNELS)[number]

/** `urgent` ones use the chat messages kept for them. */
export type Severity = 'info' | 'warn' | 'urgent'

type Kind = {
  readonly severity: Severity
  /** By default: chat by VEN-14, the page's own channels by how soon somebody should look. */
  readonly channels: readonly Channel[]
  /**
   * Cannot be cleared: activity outside this app and unavailable credentials always go to chat; late order news and a
   * broken record also show on the page (INV-54, INV-55), as do a paused exit (INV-66) and an exit or hedge that
   * cancelled but did not sell (INV-81).
   */
  readonly locked?: readonly Channel[]
}

/** Every kind (VEN-14, ADR 22, ADR 77). */
const KINDS = {
  alert: { severity: 'warn', channels: CHANNELS },
  fill: { severity: 'info', channels: CHANNELS },
  order_rejected: { severity: 'warn', channels: ['toast', 'sound'] },
  order_unknown: { severity: 'urgent', channels: ['toast', 'sound', 'desktop'] },
  order_ended: { severity: 'warn', channels: CHANNELS },
  game_start_orders: { severity: 'warn', channels: CHANNELS },
  feed_down: { severity: 'warn', channels: ['toast', 'desktop', 'chat'] },
  foreign_activity: { severity: 'urgent', channels: CHANNELS, locked: ['chat'] },
  trading_safe: { severity: 'warn', channels: ['toast', 'sound', 'desktop'] },
  session_key_expiring: { severity: 'warn', channels: ['toast', 'desktop'] },
  credentials: { severity: 'urgent', channels: CHANNELS, locked: ['chat'] },
  combo_filled: { severity: 'info', channels: CHANNELS },
  combo_failed: { severity: 'warn', channels: CHANNELS },
  shutdown_cancel_failed: { severity: 'urgent', channels: CHANNELS },
  logins_refused: { severity: 'urgent', channels: ['toast', 'desktop', 'chat'] },
  late_order: { severity: 'urgent', channels: CHANNELS, locked: ['toast', 'chat'] },
  fill_reversed: { severity: 'urgent', channels: CHANNELS, locked: ['toast', 'chat'] },
  audit_problem: { severity: 'urgent', channels: CHANNELS, locked: ['toast', 'chat'] },
  exit_paused: { severity: 'urgent', channels: CHANNELS, locked: ['toast'] },
  exit_failed: { severity: 'urgent', channels: CHANNELS, locked: ['toast'] },
  api_token: { severity: 'warn', channels: ['toast', 'desktop', 'chat'] },
  loss_limit: { severity: 'urgent', channels: CHANNELS },
  recording_stopped: { severity: 'warn', channels: ['toast'] },
} as const satisfies Readonly<Record<string, Kind>>
export type NotificationKind = keyof typeof KINDS

export const NOTIFICATION_KINDS = Object.keys(KINDS) as readonly NotificationKind[] as readonly [
  NotificationKind,
  ...NotificationKind[],
]

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

/** How long a page may take to report that it has shown something. */
const PAGE_TAKES_MS = 60_000

export type ShownDelivery = Delivery & { readonly state: Exclude<DeliveryState, 'sending' | 'retrying'> }

/** State of a delivery at an instant: one of the page's channels that no page has taken in time was not sent. */
export function deliveryAt({ state, ...delivery }: Delivery, now: Instant): ShownDelivery {
  const { channel, at } = delivery
  if (state === 'queued' && channel !== 'chat' && now - at >= PAGE_TAKES_MS)
    return { channel, state: 'not_sent', reason: 'no page showed it within a minute', at: at + PAGE_TAKES_MS }
  return { ...delivery, state: state === 'sending' || state === 'retrying' ? 'queued' : state }
}

/** State of chat. */
export type ChatStatus = {
  /** Notifications waiting or being sent. */
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
  /** Channels of the rule. */
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

const perKind = <T>(of: (kind: Kind) => T): Readonly<Record<NotificationKind, T>> =>
  Object.fromEntries(Object.entries<Kind>(KINDS).map(([name, kind]) => [name, of(kind)])) as Record<
    NotificationKind,
    T
  >

const ruleOf = ({ channels }: Kind): NotificationRule => ({
  toast: channels.includes('toast'),
  sound: channels.includes('sound'),
  desktop: channels.includes('desktop'),
  chat: channels.includes('chat'),
})

export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  rules: perKind(ruleOf),
  soundVolume: 60,
}

/** Rules that cannot be cleared. */
export const LOCKED_RULES = NOTIFICATION_KINDS.flatMap((kind) =>
  ((KINDS[kind] as Kind).locked ?? []).map((channel) => ({ kind, channel })),
)

export const SEVERITY = perKind(({ severity }) => severity)
