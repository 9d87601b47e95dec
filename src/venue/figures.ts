/**
 * Numbers of the venue (INV-75). A field is `unknown`, whatever JSON has there, so that no row fails for it and no arithmetic takes
 * it. A `read...` function below makes a number of it; null is "not known": absent, null, empty text, another
 * type or nonsense. Where absence has a meaning, the reader says which and why: `readAmount(absentMeans(row.size, '0', 'reason'))`.
 * `test/source-rules.test.ts` refuses other ways from JSON to a number in here, and a fallback behind a reader.
 *
 * Exact: through a number's shortest text, never through arithmetic on floats.
 */
import type { Instant } from '#core/market/market.ts'
import { micros, type Micros } from '#core/money.ts'
import { priceFromSteps, type Price } from '#core/price.ts'

/** The field, or `value` where it is absent, null or empty. `because` is what the venue's own description says of that. */
export function absentMeans(field: unknown, value: string, because: string): unknown {
  if (because === '') throw new Error('absence has no meaning without a reason')
  return isAbsent(field) ? value : field
}

/** Nothing was written into the field, where other things that are no number are something not understood. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/
const SCIENTIFIC = /^(-?)(\d)(?:\.(\d+))?e([+-]\d{1,3})$/

/** A JSON number or decimal text as plain decimal text; null for anything else, infinities and absurd lengths included. */
export function readDecimal(value: unknown): string | null {
  if (typeof value === 'string') return DECIMAL.test(value) ? value : null
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const text = String(value)
  if (DECIMAL.test(text)) return text
  const match = SCIENTIFIC.exec(text)
  if (match === null) return null
  const [, sign = '', first = '', rest = '', exponentText = '0'] = match
  const exponent = Number(exponentText)
  const digits = first + rest
  const plain =
    exponent < 0
      ? `0.${'0'.repeat(-exponent - 1)}${digits}`
      : `${digits.padEnd(exponent + 1, '0').slice(0, exponent + 1)}.${digits.slice(exponent + 1)}0`
  return DECIMAL.test(`${sign}${plain}`) ? `${sign}${plain}` : null
}

/** Decimal text scaled by 10^`places`, rounded half away from zero. */
function roundedInteger(text: string, places: number): bigint | null {
  const match = DECIMAL.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const magnitude = fraction.charAt(places) >= '5' ? kept + 1n : kept
  return sign === '-' ? -magnitude : magnitude
}

/** Money, shares or a figure of either sign, to the nearest micro. */
export function readMicros(field: unknown): Micros | null {
  const text = readDecimal(field)
  const rounded = text === null ? null : roundedInteger(text, 6)
  return rounded === null ? null : micros(rounded)
}

/** A size or an amount of money to the nearest micro, not negative. */
export function readAmount(field: unknown): Micros | null {
  const read = readMicros(field)
  return read !== null && read >= 0n ? read : null
}

/** The same above 0: there is no trade and no order of nothing. */
export function readPositive(field: unknown): Micros | null {
  const read = readAmount(field)
  return read === 0n ? null : read
}

/** Whole base units (millionths) written as digits. */
export function readBaseUnits(value: unknown): Micros | null {
  return typeof value === 'string' && /^\d{1,90}$/.test(value) ? micros(BigInt(value)) : null
}

/** A number in ten-thousandths, to the nearest. */
export function readSteps(field: unknown): bigint | null {
  const text = readDecimal(field)
  return text === null ? null : roundedInteger(text, 4)
}

/** To the nearest 0.0001: the venue divides what it stores, so that prices carry residues of up to 13 decimals. */
export function readPrice(field: unknown): Price | null {
  const steps = readSteps(field)
  return steps === null || steps > 10_000n ? null : priceFromSteps(Number(steps))
}

/** Places of a price that are read for what shares cost, and what is a residue of the venue's division among them. */
const FINE_PLACES = 12
const FINE_OF_STEP = 10n ** 8n
const FINE_OF_ONE = 10n ** 12n
const RESIDUE = 10n ** 4n

/**
 * Cost of shares at a price between two steps, to the nearest micro; null on a step, where size times price is exact.
 */
export function readCash(price: unknown, size: Micros): Micros | null {
  const text = readDecimal(price)
  const fine = text === null ? null : roundedInteger(text, FINE_PLACES)
  if (fine === null) return null
  const past = fine % FINE_OF_STEP
  if (past < RESIDUE || FINE_OF_STEP - past < RESIDUE) return null
  return micros((2n * fine * size + FINE_OF_ONE) / (2n * FINE_OF_ONE))
}

/** A JSON number or decimal text as a float: exponents, counts and seconds, never money. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  const text = readDecimal(value)
  return text === null ? null : Number(text)
}

/** The end of the year 9999: a later moment has no RFC 3339 text. */
export const LAST_INSTANT: Instant = Date.parse('9999-12-31T23:59:59.999Z')
const FIRST_TEXT = Date.parse('0000-01-01T00:00:00.000Z')

/** Seconds or milliseconds as number or text, distinguished by their length; null also for 0 and a time above the year 9999. */
export function readInstant(value: unknown): Instant | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (!/^\d{1,16}$/.test(text)) return null
  const number = Number(text)
  const at = text.length > 11 ? number : number * 1000
  return at === 0 || at > LAST_INSTANT ? null : at
}

/** Whole seconds, whatever their length. */
export function readSeconds(field: unknown): Instant | null {
  const seconds = readNumber(field)
  if (seconds === null || !Number.isSafeInteger(seconds) || seconds < 0) return null
  return seconds * 1000 <= LAST_INSTANT ? seconds * 1000 : null
}

/** Whole milliseconds as a JSON number. */
export function readMilliseconds(value: unknown): Instant | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return null
  return value > 0 && value <= LAST_INSTANT ? value : null
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}(?::?\d{2})?)$/

/** A moment as text: RFC 3339 with any fraction, or date, space, time and a short offset. */
export function readMoment(value: unknown): Instant | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const match = MOMENT.exec(value)
  if (match === null) return null
  const [, date = '', time = '', fraction = '', zone = ''] = match
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  const offset = zone === 'Z' ? 'Z' : `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
  const moment = Date.parse(`${date}T${time}${fraction.slice(0, 4)}${offset}`)
  // The zone may carry a moment out of the years that RFC 3339 can write.
  return moment >= FIRST_TEXT && moment <= LAST_INSTANT ? moment : null
}
