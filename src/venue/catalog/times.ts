/** The catalog's ways of writing a moment: RFC 3339 with any fraction, or date, space, time and a short offset. */
import type { Instant } from '#core/market/market.ts'

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}(?::?\d{2})?)$/

const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/** Milliseconds since the epoch; null for any other text. */
export function instantFromText(value: unknown): Instant | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const match = MOMENT.exec(value)
  if (match === null) return null
  const [, date = '', time = '', fraction = '', zone = ''] = match
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  const offset = zone === 'Z' ? 'Z' : `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
  const moment = Date.parse(`${date}T${time}${fraction.slice(0, 4)}${offset}`)
  // The zone may carry a moment out of the years that RFC 3339 can write.
  return moment >= FIRST && moment <= LAST ? moment : null
}
