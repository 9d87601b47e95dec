/** Values that cross our border: text on the wire, domain values behind it (API-1). */
import { z } from 'zod'
import * as ids from '#core/ids.ts'
import { formatMicros, parseMicros } from '#core/money.ts'
import { formatPrice, parsePrice, type Price } from '#core/price.ts'

const DECIMAL_TEXT = /^(0|[1-9]\d{0,29})(\.\d{0,5}[1-9])?$/
const SIGNED_DECIMAL_TEXT = /^(0|-?[1-9]\d{0,29}|-?(0|[1-9]\d{0,29})\.\d{0,5}[1-9])$/

/** Decimal: canonical text, at most 6 decimals, not negative. */
export const decimal = z
  .string()
  .max(40)
  .regex(DECIMAL_TEXT, 'must be a decimal string without exponent, sign or trailing zeros')
  .meta({ id: 'Decimal', description: 'pUSD, a share’s price, or shares', examples: ['12.5'] })

/** SignedDecimal: the same with an optional leading minus, never `-0`. */
export const signedDecimal = z
  .string()
  .max(41)
  .regex(SIGNED_DECIMAL_TEXT, 'must be a decimal string without exponent or trailing zeros')
  .meta({ id: 'SignedDecimal', description: 'As Decimal, with a minus where below 0', examples: ['-12.5'] })

/** RFC 3339 UTC with milliseconds. */
export const time = z.iso
  .datetime({ precision: 3 })
  .meta({ id: 'Time', description: 'UTC, with milliseconds', examples: ['2026-11-20T20:18:00.123Z'] })

/** Text to a value of core, or a refusal. */
function parsed<T>(
  schema: z.ZodType<string, string>,
  parse: (text: string) => T | null,
  rule: string,
  encode: (value: T) => string,
) {
  return z.codec(schema, z.custom<T>(), {
    decode: (text, context) => {
      const value = parse(text)
      if (value !== null) return value
      context.issues.push({ code: 'custom', message: rule, input: text })
      return z.NEVER
    },
    encode,
  })
}

function brandedText<T extends string>(parse: (text: string) => T | null, id: string, rule: string) {
  return parsed(z.string().max(100).meta({ id, description: rule }), parse, rule, (value) => value)
}

export const outcomeId = brandedText(ids.parseOutcomeId, 'OutcomeId', 'must be pm:<token_id>')
export const marketId = brandedText(ids.parseMarketId, 'MarketId', 'must be pm:<condition_id>')
export const eventId = brandedText(ids.parseEventId, 'EventId', 'must be pm:<event_id>')
export const gameId = brandedText(ids.parseGameId, 'GameId', 'must be pm:<game_id>')
export const orderId = brandedText(ids.parseOrderId, 'OrderId', 'must be pm:<order_id>')

const UUID = 'must be a lower-case UUIDv7'
export const groupId = brandedText(ids.parseGroupId, 'GroupId', UUID)
export const alertId = brandedText(ids.parseAlertId, 'AlertId', UUID)
export const exitId = brandedText(ids.parseExitId, 'ExitId', UUID)
export const notificationId = brandedText(ids.parseNotificationId, 'NotificationId', UUID)
export const clientOrderId = brandedText(ids.parseClientOrderId, 'ClientOrderId', UUID)

/** Price text to `Price`. Text that is a Decimal but no price between 0 and 1 stays text: a matter for risk, not for the schema. */
export const priceValue = z.codec(decimal, z.custom<Price | string>(), {
  decode: (text) => parsePrice(text) ?? text,
  encode: (value) => (typeof value === 'string' ? value : formatPrice(value)),
})

/** Price text to `Price`; anything else is refused by the schema. */
export const priceBetween = parsed(decimal, parsePrice, 'must be from 0.0001 to 0.9999', formatPrice)

/** Amount text to `Micros`. */
export const amountValue = parsed(
  decimal,
  (text) => {
    const amount = parseMicros(text)
    return amount.ok ? amount.value : null
  },
  'must be an amount',
  formatMicros,
)

/** Time text to milliseconds since the epoch. */
export const instantValue = z.codec(time, z.number(), {
  decode: (text) => Date.parse(text),
  encode: (value) => new Date(value).toISOString(),
})

/** `true` or `false` in a query. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Query parameters of a paged list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Rows of a page'),
  /** The venue's own cursors may be inside, and are as long as it likes. */
  cursor: z.string().max(4096).optional().describe('`next_cursor` of the page before, unchanged'),
}

/** The query of a list that knows no filters. */
export const pagesQuery = z.strictObject(pageQuery)
