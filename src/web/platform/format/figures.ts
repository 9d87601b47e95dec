/** Numbers, times and places as texts, and texts that may be none. */
import { floorDivide, formatDecimal, formatFixed, withoutTrailingZeros } from '#lib/decimal.ts'
import { micros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { priceDecimals, formatTickSize } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { snake } from '#contract/codec/codec.ts'
import { amount, instant } from '#contract/codec/fields.ts'

const MINUS = '\u2212'
const THIN_SPACE = '\u202f'
export const NONE = '\u2013'

/** A price with as many decimals as its tick size. */
export function showPrice(price: Price | null, tick: TickSize): string {
  return price === null ? NONE : formatFixed(BigInt(price), 4, priceDecimals(tick))
}

/** A sum of prices with all its decimals, which may be above 1. */
export function showSum(steps: number): string {
  return formatFixed(BigInt(steps), 4, 4)
}

/** Digits in groups of three, counted from their end. */
function group(whole: string): string {
  const first = whole.length % 3 || 3
  const rest = whole.slice(first).match(/.{3}/g) ?? []
  return [whole.slice(0, first), ...rest].join(THIN_SPACE)
}

/**
 * An amount with at least `least` decimals and no rounding: what is shown is what it is.
 *
 * @param value  millionths; null where it is not known
 */
export function showAmount(value: Micros | null, least = 2, signed = false): string {
  if (value === null) return NONE
  const magnitude = value < ZERO ? subtractMicros(ZERO, value) : value
  const [whole = '0', digits = ''] = formatDecimal(magnitude, 6).split('.')
  const fraction = digits.padEnd(least, '0')
  const text = fraction === '' ? group(whole) : `${group(whole)}.${fraction}`
  if (value < 0n) return MINUS + text
  return signed && value > 0n ? `+${text}` : text
}

/** An amount, or how many things there are, in millionths. */
export function inMicros(value: Micros | number): Micros {
  return typeof value === 'number' ? micros(BigInt(value) * 1_000_000n) : value
}

/** A size: grouped, without trailing zeros. */
export function showSize(value: Micros): string {
  return showAmount(value, 0)
}

/** A size for a narrow cell: whole shares from 100 on, at most one decimal from 10 on. Cut, never rounded up. */
export function showDepth(value: Micros): string {
  if (value >= 100_000_000n) return showAmount(subtractMicros(value, micros(value % 1_000_000n)), 0)
  if (value >= 10_000_000n) return showAmount(subtractMicros(value, micros(value % 100_000n)), 0)
  return showAmount(value, 0)
}

type ResultStep = readonly [below: bigint, step: bigint, least: number]
const ONE = 1_000_000n
const WHOLE: ResultStep = [0n, ONE, 0]
/** Steps to which a result of a narrow column is cut, by how large it is. */
const RESULT_STEPS: readonly ResultStep[] = [
  [ONE, 1_000n, 3],
  [100_000_000n, 10_000n, 2],
  [1_000_000_000n, 100_000n, 1],
]

/**
 * A profit or loss for a narrow column, with its sign: two decimals below 100, one below 1,000, none beyond, and three where
 * the whole column is below 1. Cut downwards, so that no result looks better than it is.
 *
 * @param largest  the largest magnitude of the column
 */
export function showResult(value: Micros, largest: Micros): string {
  const magnitude = value < ZERO ? subtractMicros(ZERO, value) : value
  const [, step, least] =
    RESULT_STEPS.find(([below]) => magnitude < below && (below > ONE || largest < ONE)) ?? WHOLE
  return showAmount(micros(floorDivide(value, step) * step), least, true)
}

/** An amount cut downwards to cents, or to a given step in millionths; the exact figure is in a tooltip. Null where it is not known. */
export function showCents(amount: Micros | null, signed = false, step = 10_000n): string {
  return amount === null ? NONE : showAmount(micros(floorDivide(amount, step) * step), 2, signed)
}

/** Decimal text of the wire as shown amount; a dash where it is not known, text that is none as it is. */
export function showAmountText(text: string | null, least = 2, signed = false): string {
  if (text === null) return NONE
  const amount = amountIn(text)
  return amount === null ? text : showAmount(amount, least, signed)
}

/** Short form for lists of markets only: 950, 12.3K, 4.5M. Cut, never rounded up. */
export function showCompact(value: Micros | null): string {
  if (value === null) return NONE
  const units = value / 1_000_000n
  if (units < 1_000n) return units.toString()
  const [step, letter] =
    units < 1_000_000n ? [1_000n, 'K'] : units < 1_000_000_000n ? [1_000_000n, 'M'] : [1_000_000_000n, 'B']
  const tenths = (units * 10n) / step
  const fraction = tenths % 10n
  return tenths >= 1_000n || fraction === 0n
    ? `${tenths / 10n}${letter}`
    : `${tenths / 10n}.${fraction}${letter}`
}

/**
 * Reads what a person typed as an amount: `.` or `,` as decimal mark, spaces ignored. Null when it is not a number, is
 * negative, has more decimals than `places`, or may be meant as thousands: `1,000` is neither taken for one nor for a thousand.
 */
export function readAmount(typed: string, places: number): Micros | null {
  const plain = typed.replace(/[\s\u202f\u00a0]/g, '')
  if (/^[1-9]\d{0,2},\d{3}$/.test(plain)) return null
  const text = plain.replace(',', '.')
  const filled = text.startsWith('.') ? `0${text}` : text.replace(/\.$/, '')
  const fraction = filled.split('.')[1] ?? ''
  if (filled === '' || filled.startsWith('-') || withoutTrailingZeros(fraction).length > places) return null
  return amountIn(filled)
}

/** A distance in ticks: whole ones plain, else with one decimal. */
export function showTicks(steps: number, tick: number): string {
  return steps % tick === 0 ? `${steps / tick}` : (steps / tick).toFixed(1)
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `14:02:11` in UTC. */
export function showUtc(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}

/** `14:02:11.123` in UTC, for the audit log. */
export function showUtcMs(at: number): string {
  return new Date(at).toISOString().slice(11, 23)
}

/** `14:02` or `14:02:11` in the browser's zone. */
export function showLocal(at: number, seconds = false): string {
  const date = new Date(at)
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`
  return seconds ? `${minutes}:${two(date.getSeconds())}` : minutes
}

// The browser's own way to write dates takes it 40 ms to load, in which a page that is opened draws its ladders.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const

/** `20 Nov 2026, 14:02` in the browser's zone. */
export function showDay(at: number): string {
  const date = new Date(at)
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}, ${showLocal(at)}`
}

/** How long: `0.4 s`, `12 s`, `4 m`, `3 h`, `5 d`. */
export function showAge(ms: number): string {
  const span = Math.max(0, ms)
  if (span < 1_000) return `${Math.floor(span / 100) / 10} s`
  if (span < 60_000) return `${Math.floor(span / 1_000)} s`
  if (span < 3_600_000) return `${Math.floor(span / 60_000)} m`
  if (span < 48 * 3_600_000) return `${Math.floor(span / 3_600_000)} h`
  return `${Math.floor(span / 86_400_000)} d`
}

/** How long something took: `9 ms`, `1.4 s`, `12 s`, `4 m`. */
export function showTaken(ms: number): string {
  const span = Math.max(0, ms)
  if (span < 1_000) return `${span} ms`
  return span < 10_000 ? `${Math.floor(span / 100) / 10} s` : showAge(span)
}

/** How long is left: `9:41`, `1:02:03`. */
export function showCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

type Titled = { readonly marketTitle: string; readonly eventTitle: string }

/** Where an outcome is traded, the nearest first: an event has many markets with a Yes each. */
export function placeText({ marketTitle, eventTitle }: Titled): string {
  if (eventTitle === '' || marketTitle === eventTitle) return marketTitle
  return marketTitle === '' ? eventTitle : `${marketTitle} \u00b7 ${eventTitle}`
}

export const writtenAmount = amount.encode
export const writtenTime = instant.encode
export const writtenTick = formatTickSize
export const writtenName = snake

/** Values of texts that may be none: typed, kept by this browser, or part of an audit row. */
export function amountIn(text: string): Micros | null {
  try {
    return amount.decode(text)
  } catch {
    return null
  }
}

export function timeIn(text: string): number | null {
  const at = instant.decode(text)
  return Number.isNaN(at) ? null : at
}
