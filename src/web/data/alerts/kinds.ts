/** The kinds of notifications: their names, what they tell, how they sound and whether they stay. */
import type {
  Channel,
  FeedHealth,
  Notification,
  NotificationKind,
  Order,
  Status,
} from '../../platform/api/client.ts'
import type { Toast } from '../../platform/page/messages.ts'
import type { SoundName } from './sound-player.ts'

/** `page` has the remedy. */
type Row = readonly [name: string, tells: string, sound: SoundName, page?: string]

const ROWS: Readonly<Record<NotificationKind, Row>> = {
  alert: ['Alert', 'one of your alerts fired', 'alert', 'alerts'],
  fill: ['Fill', 'an order traded', 'fill'],
  order_rejected: ['Order rejected', 'an order was refused', 'trouble'],
  order_unknown: ['Order unknown', 'an order got no answer and is being checked', 'trouble'],
  order_ended: ['Order ended', 'the venue ended an order before it was completely filled', 'trouble'],
  game_start_orders: [
    'Orders cancelled at start',
    'a game began and the venue cancelled resting orders',
    'game',
  ],
  feed_down: ['Feed down', 'a feed has been down for 30 s', 'trouble', 'health'],
  foreign_activity: ['Activity outside', 'an order or trade not placed here', 'trouble', 'orders'],
  trading_safe: ['Gone SAFE', 'the terminal disarmed itself', 'safe'],
  session_key_expiring: ['Key expiring', 'the session key ends within 24 h', 'safe', 'health'],
  credentials: ['Credentials', 'the venue credentials cannot be used', 'trouble', 'health'],
  combo_filled: ['Combo filled', 'an accepted combo quote was filled', 'fill'],
  combo_failed: ['Combo not filled', 'an accepted combo quote was not filled', 'trouble'],
  shutdown_cancel_failed: [
    'Cancel at stop failed',
    'orders may still be open after the terminal stopped',
    'trouble',
    'health',
  ],
  logins_refused: ['Logins refused', 'wrong passwords from a new device', 'safe'],
  late_order: [
    'Order or trade late',
    'an order is at the venue after all, a cancel came too late, or a trade does not settle',
    'trouble',
  ],
  fill_reversed: ['Fill reversed', 'a trade failed to settle; its shares and cash were put back', 'trouble'],
  audit_problem: ['Audit log', 'the audit log does not verify or cannot be written', 'trouble', 'health'],
  exit_paused: ['Exits paused', 'attached exits are paused, or will be in a minute', 'trouble'],
  exit_failed: [
    'Exit failed',
    'an attached exit failed or the venue cancelled its target, or an exit cancelled open sells and then sold nothing',
    'trouble',
  ],
  api_token: ['API token', 'an API token was created or revoked', 'safe', 'settings'],
  loss_limit: ['Loss limit', 'a loss limit is near, reached or reset', 'trouble', 'risk'],
  recording_stopped: ['Recording', 'the recording stopped on a disk fault', 'trouble', 'health'],
}

export const KINDS = Object.fromEntries(
  Object.entries(ROWS).map(([kind, [name, tells, sound, page]]) => [kind, { name, tells, sound, page }]),
) as Readonly<
  Record<
    NotificationKind,
    { readonly name: string; readonly tells: string; readonly sound: SoundName; readonly page?: string }
  >
>

/** Their toasts wait to be dismissed whatever the severity. */
const STICKY: ReadonlySet<NotificationKind> = new Set([
  'game_start_orders',
  'feed_down',
  'trading_safe',
  'late_order',
  'fill_reversed',
  'audit_problem',
])

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  toast: 'In-app',
  sound: 'Sound',
  desktop: 'Desktop',
  chat: 'Chat',
}

/** True if its toast waits to be dismissed (PAGE-8). */
export function staysShown(notification: Pick<Notification, 'kind' | 'severity'>, isArmed: boolean): boolean {
  const { kind: name, severity } = notification
  return severity === 'urgent' || STICKY.has(name) || (name === 'order_rejected' && isArmed)
}

/** The colour of its toast. */
export function toneOf(notification: Pick<Notification, 'kind' | 'severity'>): Toast['tone'] {
  if (notification.severity === 'urgent' || notification.kind === 'order_rejected') return 'danger'
  return notification.severity === 'warn' ? 'warn' : 'info'
}

const DELIVERY_WORDS = {
  queued: 'waiting',
  sent: 'sent',
  not_sent: 'not sent',
  not_configured: 'not set up',
} as const

/** One delivery as text: `chat not sent: no answer`. */
export function deliveryText(delivery: Notification['deliveries'][number]): string {
  const name = CHANNEL_NAMES[delivery.channel].toLowerCase()
  const state = DELIVERY_WORDS[delivery.state]
  return delivery.reason === null ? `${name} ${state}` : `${name} ${state}: ${delivery.reason}`
}

export type CausesNow = {
  readonly feeds: readonly FeedHealth[]
  readonly orders: readonly Order[]
  /** Null until the status is known. */
  readonly credentials: Pick<Status['credentials'], 'state' | 'detail'> | null
}

/** True only for a cause that has ended for good: all feeds are back, the order is known again, the credentials work. */
export function isCauseOver(
  { kind, clientOrderId }: Pick<Notification, 'kind' | 'clientOrderId'>,
  { feeds, orders, credentials }: CausesNow,
): boolean {
  if (kind === 'feed_down')
    return feeds.length > 0 && feeds.every(({ state }) => state === 'live' || state === 'off')
  if (kind === 'credentials') return credentials?.state === 'ready' && credentials.detail === null
  if (kind !== 'order_unknown' || clientOrderId === null) return false
  const order = orders.find((one) => one.clientOrderId === clientOrderId)
  return order !== undefined && order.status !== 'unknown'
}
