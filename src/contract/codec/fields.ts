/** The kinds of fields: text on the wire, core's values behind it (API-1). */
import type { Instant } from '#core/market/market.ts'
import { formatMicros, parseMicros, type Micros } from '#core/money.ts'
import {
  formatPrice,
  formatTickSize,
  parsePrice,
  parseTickSize,
  type Price,
  type TickSize,
} from '#core/price.ts'
import { inertText } from '#lib/inert-text.ts'
import { nullable, same, type Codec } from './codec.ts'

/** A wire value that is not what its description says: the server and the page are of one version, so it is a bug. */
function wrong(what: string, wire: string): never {
  throw new Error(`not ${what}: ${wire.slice(0, 100)}`)
}

export const text = same<string>({ kind: 'text' })
export const flag = same<boolean>({ kind: 'flag' })
export const integer = same<number>({ kind: 'integer' })

/** Text from outside, without what could change how a line is shown. */
export const foreignText: Codec<string, string> = { ...text, encode: inertText }

/** An id, with core's brand. */
export function id<Id extends string>(): Codec<Id, string> {
  return { ...text, decode: (wire) => wire as Id }
}

export function bounded(least: number, most: number | null = null): Codec<number, number> {
  return same({ kind: 'bounded', least, most })
}

export function oneOf<const Value extends string>(
  values: readonly Value[],
  id?: string,
): Codec<Value, Value> {
  return { ...same({ kind: 'one', values }), ...(id !== undefined && { id }) }
}

/** An amount in the words of a text: it stays as it is written. */
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

export const signedAmount: Codec<Micros, string> = { ...amount, shape: { kind: 'signed' } }

export const instant: Codec<Instant, string> = {
  encode: (at) => new Date(at).toISOString(),
  decode: (wire) => Date.parse(wire),
  shape: { kind: 'time' },
}

const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const timeOrNull = nullable(instant)

/** An instant that may be missing, or that no RFC 3339 text can express. */
export const optionalInstant: Codec<Instant | null, string | null> = {
  ...timeOrNull,
  encode: (at) => timeOrNull.encode(at !== null && at >= FIRST && at <= LAST ? at : null),
}
