/** Notifications, their rules and the re-posting of orders that a game's start cancelled (API-7). */
import { z } from 'zod'
import { CHANNELS, NOTIFICATION_KINDS } from '#core/notification/notification.ts'
import { priceInText } from './errors.ts'
import {
  amountValue,
  clientOrderId,
  decimal,
  flag,
  listOf,
  marketId,
  notificationId,
  orderId,
  pageQuery,
  priceValue,
  time,
} from './values.ts'

const notificationKind = z.enum(NOTIFICATION_KINDS).meta({ id: 'NotificationKind' })
const channel = z.enum(CHANNELS).meta({ id: 'Channel' })

const delivery = z
  .strictObject({
    channel,
    state: z.enum(['queued', 'sent', 'not_sent', 'not_configured']).meta({
      description: 'toast, sound, desktop: sent once a page has reported it, not_sent when none did in 60 s',
    }),
    reason: z.string().nullable().meta({ description: 'Why it was not sent, in words' }),
    at: time,
  })
  .meta({ id: 'Delivery' })

const cancelledOrder = z
  .strictObject({
    order_id: z.string(),
    client_order_id: z.string().nullable(),
    outcome_id: z.string(),
    market_id: z.string(),
    event_title: z.string(),
    market_title: z.string(),
    outcome_name: z.string(),
    tick_size: decimal.nullable(),
    side: z.enum(['BUY', 'SELL']),
    price: decimal,
    size: decimal.meta({ description: 'What had not been filled' }),
    time_in_force: z.enum(['GTC', 'GTD', 'FOK', 'FAK']),
    post_only: z.boolean(),
    expires_at: time.nullable(),
    reposted_as: z.string().nullable().meta({ description: 'client_order_id of the order in its place' }),
  })
  .meta({ id: 'CancelledOrder' })

export const notification = z
  .strictObject({
    id: z.string().meta({ description: 'Sorts by time' }),
    kind: notificationKind,
    severity: z.enum(['info', 'warn', 'urgent']),
    title: z.string(),
    text: z.string(),
    prices: z.array(priceInText).meta({ description: 'The prices of the text, in its order' }),
    client_order_id: z.string().nullable(),
    outcome_id: z.string().nullable(),
    market_id: z.string().nullable(),
    game_id: z.string().nullable(),
    alert_id: z.string().nullable(),
    orders: z.array(cancelledOrder).meta({ description: 'Only for game_start_orders' }),
    read: z.boolean(),
    at: time,
    deliveries: z.array(delivery).meta({ description: 'The channels that the rule asked for' }),
  })
  .meta({ id: 'Notification' })

const unread = z.number().int().min(0)

export const notificationsQuery = z.strictObject({
  q: z.string().max(200).default('').meta({ description: 'Every word must begin a word of title or text' }),
  unread: flag.optional().describe('Not read yet, or read'),
  kind: notificationKind.optional(),
  market_id: marketId.optional(),
  ...pageQuery,
})

export const notificationList = listOf(notification)
  .extend({ unread_count: unread.meta({ description: 'Of all, whatever is asked for' }) })
  .meta({ id: 'NotificationList' })

export const readBody = z
  .union([
    z.strictObject({ ids: z.array(notificationId).min(1).max(200).describe('Those to mark') }),
    z.strictObject({ all: z.literal(true).describe('Every one') }),
  ])
  .meta({ id: 'ReadBody' })

export const unreadAnswer = z.strictObject({ unread_count: unread }).meta({ id: 'UnreadCount' })

export const deliveryBody = z
  .strictObject({
    channel: z.enum(['toast', 'sound', 'desktop']),
    state: z.enum(['sent', 'not_sent']),
    reason: z.string().max(200).nullish().describe('Why it was not shown'),
  })
  .meta({ id: 'DeliveryBody' })

export const deliveryAnswer = z
  .strictObject({
    taken: z.boolean().meta({ description: 'False: another page was first, or the rule did not ask for it' }),
  })
  .meta({ id: 'DeliveryAnswer' })

export const testAnswer = z.strictObject({ sent_at: time }).meta({ id: 'ChatTest' })

export const notificationParams = z.strictObject({ notification_id: notificationId })

const rule = z.strictObject({
  toast: z.boolean(),
  sound: z.boolean(),
  desktop: z.boolean(),
  chat: z.boolean(),
})
const volume = z.number().int().min(0).max(100).meta({ description: '0 is silence' })

export const chatStatus = z
  .strictObject({
    queued: z.number().int().min(0),
    last_sent_at: time.nullable(),
    last_failure: z.strictObject({ reason: z.string(), at: time }).nullable().meta({
      description: 'The last message that was not sent; null once a later one was',
    }),
    test_allowed_at: time.nullable().meta({ description: 'When a test is possible again; null: now' }),
  })
  .meta({ id: 'ChatStatus' })

export const notificationSettings = z
  .strictObject({
    rules: z.record(notificationKind, rule),
    locked: z.array(z.strictObject({ kind: notificationKind, channel })).meta({
      description: 'Always on; a PUT that clears one is refused with rule_locked',
    }),
    sound_volume: volume,
    telegram_configured: z.boolean(),
    chat: chatStatus.nullable().meta({ description: 'Null when chat is not set up' }),
  })
  .meta({ id: 'NotificationSettings' })

/** An omitted rule is unchanged; `telegram_configured` may be sent back and is ignored. */
export const notificationSettingsBody = z
  .strictObject({
    rules: z.partialRecord(notificationKind, rule.partial()),
    sound_volume: volume,
    telegram_configured: z.boolean(),
  })
  .partial()
  .meta({ id: 'NotificationSettingsBody' })

/** How one of the cancelled orders could be placed again, resting and post-only, beside today's book. */
const repostQuote = z
  .strictObject({
    order: cancelledOrder,
    best_bid: decimal.nullable(),
    best_ask: decimal.nullable(),
    book_seq: z.number().int().nullable(),
    stale_reason: z.string().nullable(),
    size: decimal,
    reason: z.string().nullable().meta({ description: 'Why it cannot be placed again now, in words' }),
  })
  .meta({ id: 'RepostQuote' })

export const repostQuotes = z.strictObject({ items: z.array(repostQuote) }).meta({ id: 'RepostQuotes' })

export const repostBody = z
  .strictObject({
    orders: z
      .array(
        z.strictObject({
          order_id: orderId,
          client_order_id: clientOrderId,
          price: priceValue.describe('Limit price; it rests, post-only'),
          size: amountValue.describe('At most what was cancelled'),
        }),
      )
      .min(1)
      .max(100)
      .describe('Those to place again'),
  })
  .meta({ id: 'RepostBody' })
