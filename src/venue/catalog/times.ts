/** The catalog's ways of writing a moment: RFC 3339 with any fraction, or date, space, time and a short offset. */
import type { Instant } from '#core/market.ts'

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}(?::?\d{2})?)$/

/** Milliseconds since the epoch; null for any other text. */
export function instantFromText(value: unknown): Instant | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const match = MOMENT.exec(value)
  if (match === null) return null
  const [, date = '', time = '', fraction = '', zone = ''] = match
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  const offset = zone === 'Z' ? 'Z' : `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
  const moment = Date.parse(`${date}T${time}${fraction.slice(0, 4)}${offset}`)
  return Number.isNaN(moment) ? null : moment
}
