/** Queries and bodies of notifications (API-7). */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import * as records from './records/notifications.ts'
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

export const notificationsQuery = z.strictObject({
  q: z.string().max(200).default('').meta({ description: 'Every word must begin a word of title or text' }),
  unread: flag.optional().describe('Not read yet, or read'),
  kind: notificationKind.optional(),
  market_id: marketId.optional(),
  ...pageQuery,
})

export const readBody = z
  .union([
    z.strictObject({ ids: z.array(notificationId).min(1).max(200).describe('Those to mark') }),
    z.strictObject({ all: z.literal(true).describe('Every one') }),
  ])
  .meta({ id: 'ReadBody' })

export const deliveryBody = z
  .strictObject({
    channel: z.enum(['toast', 'sound', 'desktop']),
    state: z.enum(['sent', 'not_sent']),
    reason: z.string().max(200).nullish().describe('Why it was not shown'),
  })
  .meta({ id: 'DeliveryBody' })

export const notificationParams = z.strictObject({ notification_id: notificationId })

const rule = z.strictObject({
  toast: z.boolean(),
  sound: z.boolean(),
  desktop: z.boolean(),
  chat: z.boolean(),
})

/** An omitted rule is unchanged; `telegram_configured` may be sent back and is ignored. */
export const notificationSettingsBody = z
  .strictObject({
    rules: z.partialRecord(notificationKind, rule.partial()),
    sound_volume: schemaOf(records.volume),
    telegram_configured: z.boolean(),
  })
  .partial()
  .meta({ id: 'NotificationSettingsBody' })

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
