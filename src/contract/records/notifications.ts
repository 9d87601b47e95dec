/** Notifications, their rules and quotes of orders that a game's start cancelled (API-7). */
import { CHANNELS, NOTIFICATION_KINDS, type NotificationRules } from '#core/notification/notification.ts'
import type { NotificationId, AlertId } from '#core/ids.ts'
import {
  type Codec,
  type CoreOf,
  list,
  nullable,
  partOrNull,
  parts,
  record,
  same,
  says,
  type WireOf,
} from '../codec/codec.ts'
import * as f from '../codec/fields.ts'
import { priceInText, pricesIn } from './errors.ts'
import { page } from './lists.ts'
import { clientOrderId, gameId, marketId, orderId, outcomeId, place, side, timeInForce } from './shared.ts'

export const notificationKind = f.oneOf(NOTIFICATION_KINDS, 'NotificationKind')
const channel = f.oneOf(CHANNELS, 'Channel')

const delivery = record('Delivery', {
  channel: says(channel, 'Where it goes'),
  state: says(
    f.oneOf(['queued', 'sent', 'not_sent', 'not_configured']),
    'toast, sound, desktop: sent once a page has reported it, not_sent when none did in 60 s',
  ),
  reason: says(nullable(f.foreignText), 'Why it was not sent, in words'),
  at: says(f.instant, 'When it reached this state'),
})

const cancelledOrder = record('CancelledOrder', {
  orderId,
  clientOrderId: nullable(clientOrderId),
  ...place,
  side,
  price: says(f.price, 'Its limit'),
  size: says(f.amount, 'What had not been filled'),
  timeInForce,
  postOnly: says(f.flag, 'It would not have taken'),
  expiresAt: says(f.optionalInstant, 'End of a GTD order'),
  repostedAs: says(nullable(clientOrderId), 'client_order_id of the order in its place'),
})

const written = record('Notification', {
  id: says(f.id<NotificationId>(), 'Sorts by time'),
  kind: says(notificationKind, 'What happened'),
  severity: says(f.oneOf(['info', 'warn', 'urgent']), 'How soon somebody should look'),
  title: says(f.foreignText, 'In a few words'),
  text: says(f.foreignText, 'In a sentence'),
  prices: says(list(priceInText), 'The prices of the text, in its order'),
  clientOrderId: nullable(clientOrderId),
  outcomeId: nullable(outcomeId),
  marketId: nullable(marketId),
  gameId: nullable(gameId),
  alertId: says(nullable(f.id<AlertId>()), 'The alert that fired'),
  orders: says(list(cancelledOrder), 'Only for game_start_orders'),
  read: says(f.flag, 'Marked as read'),
  at: says(f.instant, 'When it happened'),
  deliveries: says(list(delivery), 'The channels that the rule asked for'),
})

export type NotificationRow = CoreOf<typeof written>

export const notification: Codec<NotificationRow, WireOf<typeof written>> = {
  ...written,
  encode: (row) => written.encode({ ...row, prices: pricesIn(row.text, row.prices) }),
}

const unreadCount = says(f.bounded(0), 'Of all, whatever is asked for')

export const notificationList = page('NotificationList', notification, { unreadCount })

export const unreadAnswer = record('UnreadCount', { unreadCount })

export const deliveryAnswer = record('DeliveryAnswer', {
  taken: says(f.flag, 'False: another page was first, or the rule did not ask for it'),
})

export const testAnswer = record('ChatTest', { sentAt: says(f.instant, 'When the chat service took it') })

export const chatStatus = record('ChatStatus', {
  queued: says(f.bounded(0), 'Messages that wait or are on their way'),
  lastSentAt: says(f.optionalInstant, 'When one was last sent'),
  lastFailure: partOrNull('The last message that was not sent; null once a later one was', {
    reason: says(f.foreignText, 'In words'),
    at: says(f.instant, 'When it failed'),
  }),
  testAllowedAt: says(f.optionalInstant, 'When a test is possible again; null: now'),
})

const rule = record(null, {
  toast: says(f.flag, 'A line on the page'),
  sound: says(f.flag, 'A sound on the page'),
  desktop: says(f.flag, 'A notification of the system'),
  chat: says(f.flag, 'A message to chat'),
})

export const volume = says(f.bounded(0, 100), '0 is silence')

export const notificationSettings = record('NotificationSettings', {
  rules: says(
    same<NotificationRules>({ kind: 'each', keys: notificationKind, of: rule }),
    'Channels of each kind',
  ),
  locked: parts('Always on; a PUT that clears one is refused with rule_locked', {
    kind: says(notificationKind, 'Of this kind'),
    channel: says(channel, 'this channel'),
  }),
  soundVolume: volume,
  telegramConfigured: says(f.flag, 'Chat is set up'),
  chat: says(nullable(chatStatus), 'Null when chat is not set up'),
})

/** How one of the cancelled orders could be placed again, resting and post-only, beside today's book. */
const repostQuote = record('RepostQuote', {
  order: says(cancelledOrder, 'As it was cancelled'),
  bestBid: says(nullable(f.price), 'Best bid now'),
  bestAsk: says(nullable(f.price), 'Best ask now'),
  bookSeq: says(nullable(f.integer), 'Version of the book'),
  staleReason: says(nullable(f.text), 'Why the book is stale'),
  size: says(f.amount, 'What can be placed again'),
  reason: says(nullable(f.foreignText), 'Why it cannot be placed again now, in words'),
})

export const repostQuotes = record('RepostQuotes', { items: says(list(repostQuote), 'One for each order') })
