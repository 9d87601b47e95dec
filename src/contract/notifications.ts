/** Requests for notifications, their rules and re-posting (API-7). */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import { repostResult } from './records/orders.ts'
import * as records from './records/notifications.ts'
import { own, read, trade } from './route.ts'
import { empty } from './session.ts'
import {
  amountValue,
  clientOrderId,
  flag,
  marketId,
  notificationId,
  orderId,
  pageQuery,
  priceValue,
} from './values.ts'

const notificationKind = schemaOf(records.notificationKind)

const notificationsQuery = z.strictObject({
  q: z.string().max(200).default('').meta({ description: 'Each word must start a word of title or text' }),
  unread: flag.optional().describe('Unread, or read'),
  kind: notificationKind.optional(),
  market_id: marketId.optional(),
  ...pageQuery,
})

const readBody = z
  .union([
    z.strictObject({ ids: z.array(notificationId).min(1).max(200).describe('Ids to mark') }),
    z.strictObject({ all: z.literal(true).describe('Every one') }),
  ])
  .meta({ id: 'ReadBody' })

const deliveryBody = z
  .strictObject({
    channel: z.enum(['toast', 'sound', 'desktop']),
    state: z.enum(['sent', 'not_sent']),
    reason: z.string().max(200).nullish().describe('Why it was not shown'),
  })
  .meta({ id: 'DeliveryBody' })

const notificationParams = z.strictObject({ notification_id: notificationId })

const rule = z.strictObject({
  toast: z.boolean(),
  sound: z.boolean(),
  desktop: z.boolean(),
  chat: z.boolean(),
})

/** An omitted rule is unchanged; `telegram_configured` may be sent back and is ignored. */
const notificationSettingsBody = z
  .strictObject({
    rules: z.partialRecord(notificationKind, rule.partial()),
    sound_volume: schemaOf(records.volume),
    telegram_configured: z.boolean(),
  })
  .partial()
  .meta({ id: 'NotificationSettingsBody' })

const repostBody = z
  .strictObject({
    orders: z
      .array(
        z.strictObject({
          order_id: orderId,
          client_order_id: clientOrderId,
          price: priceValue.describe('Limit price of a resting post-only order'),
          size: amountValue.describe('At most what was cancelled'),
        }),
      )
      .min(1)
      .max(100)
      .describe('Orders to place again'),
  })
  .meta({ id: 'RepostBody' })

export const notificationRoutes = {
  listNotifications: read('Notifications of 30 days, newest first', {
    query: notificationsQuery,
    answer: records.notificationList,
  }),
  readNotifications: own('Mark as read, for every page', { body: readBody, answer: records.unreadAnswer }),
  testNotification: own('Send a test message to chat, regardless of the routing rules; one per 10 s', {
    body: empty,
    answer: records.testAnswer,
  }),
  reportDelivery: own('A page claims a delivery, or reports why it cannot; the first claim wins', {
    params: notificationParams,
    body: deliveryBody,
    answer: records.deliveryAnswer,
  }),
  quoteRepost: read("Orders cancelled by a game's start, at current prices; sends nothing", {
    params: notificationParams,
    answer: records.repostQuotes,
  }),
  repostOrders: trade('Place cancelled orders again, post-only, each with a client_order_id of its own', {
    params: notificationParams,
    body: repostBody,
    answer: repostResult,
  }),
  readNotificationSettings: read('Notification rules', { answer: records.notificationSettings }),
  writeNotificationSettings: own('Change notification rules', {
    body: notificationSettingsBody,
    answer: records.notificationSettings,
  }),
} as const
