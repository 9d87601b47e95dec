/** The kinds of fields: text on the wire, core's values behind it (API-1). */
import type { Instant } from '#core/market/market.ts'
import { formatMicros, micros, parseMicros, type Micros } from '#core/money.ts'
import {
  formatPrice,
  formatTickSize,
  parsePrice,
  parseTickSize,
  type Price,
  type TickSize,
} from '#core/price.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { inertText } from '#lib/inert-text.ts'
import { nullable, same, type Codec } from './codec.ts'

const PRICE_PLACES = 4

/** A wire value that is not what its description says: the server and the page are of one version, so it is a bug. */
function wrong(what: string, wire: string): never {
  throw new Error(`not ${what}: ${wire.slice(0, 100)}`)
}

export const text = same<string>({ kind: 'text' })
export const flag = same<boolean>({ kind: 'flag' })
export const integer = same<number>({ kind: 'integer' })
export const number = same<number>({ kind: 'number' })
export const uuid = same<string>({ kind: 'uuid' })

/** A finer measurement in whole milliseconds, the nearest. */
export const rounded: Codec<number, number> = { ...integer, encode: Math.round }
export const roundedUp: Codec<number, number> = { ...integer, encode: Math.ceil }

/** Text from outside, without what could change how a line is shown. */
export const foreignText: Codec<string, string> = { ...text, encode: inertText }

/** An id, with core's brand. */
export function id<Id extends string>(): Codec<Id, string> {
  return { ...text, decode: (wire) => wire as Id }
}

export function bounded(least: number, most: number | null = null): Codec<number, number> {
  return same({ kind: 'bounded', least, most })
}

export function oneOf<const Value extends string | number>(
  values: readonly Value[],
  id?: string,
): Codec<Value, Value> {
  return { ...same({ kind: 'one', values }), ...(id !== undefined && { id }) }
}

/** An amount inside a text, unchanged. */
export const writtenAmount = same<string>({ kind: 'decimal' })

export const price: Codec<Price, string> = {
  encode: formatPrice,
  decode: (wire) => parsePrice(wire) ?? wrong('a price', wire),
  shape: { kind: 'decimal' },
}

export const tickSize: Codec<TickSize, string> = {
  encode: formatTickSize,
  decode: (wire) => parseTickSize(wire) ?? wrong('a tick size', wire),
  shape: { kind: 'decimal' },
}

export const amount: Codec<Micros, string> = {
  encode: formatMicros,
  decode(wire) {
    const parsed = parseMicros(wire)
    return parsed.ok ? parsed.value : wrong('an amount', wire)
  },
  shape: { kind: 'decimal' },
}

/** Steps of 0.0001, of which there may be more than a price has. */
export const steps: Codec<number, string> = {
  encode: (count) => formatDecimal(BigInt(count), PRICE_PLACES),
  decode: (wire) => Number(amount.decode(wire)) / 100,
  shape: { kind: 'decimal' },
}

/** An amount as the whole number of its micros. */
export const baseUnits: Codec<Micros, string> = {
  encode: String,
  decode: (wire) => micros(BigInt(wire)),
  shape: { kind: 'matching', pattern: /^(0|[1-9]\d{0,77})$/, rule: 'must be a whole number' },
  id: 'BaseUnits',
  description: 'Integer in 6-decimal base units',
  example: '1000000',
}

export const signedAmount: Codec<Micros, string> = { ...amount, shape: { kind: 'signed' } }

export const instant: Codec<Instant, string> = {
  encode: (at) => new Date(at).toISOString(),
  decode: (wire) => Date.parse(wire),
  shape: { kind: 'time' },
}

/** The last millisecond before an instant that may be between two. */
export const flooredInstant: Codec<Instant, string> = {
  ...instant,
  encode: (at) => instant.encode(Math.floor(at)),
}

const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const timeOrNull = nullable(instant)

/** An instant that may be missing, or that no RFC 3339 text can express. */
export const optionalInstant: Codec<Instant | null, string | null> = {
  ...timeOrNull,
  encode: (at) => timeOrNull.encode(at !== null && at >= FIRST && at <= LAST ? at : null),
}
