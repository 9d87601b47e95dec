/**
 * Values between core and the wire, described once: their encoding, their decoding, and their shape for the schema.
 * Nothing here needs zod, so that the page can decode with it; `schema.ts` makes schemas of the shapes.
 */

export type Shape =
  | {
      readonly kind:
        | 'text'
        | 'decimal'
        | 'signed'
        | 'time'
        | 'uuid'
        | 'flag'
        | 'integer'
        | 'number'
        | 'details'
    }
  | { readonly kind: 'matching'; readonly pattern: RegExp; readonly rule: string; readonly most?: number }
  | { readonly kind: 'bounded'; readonly least: number; readonly most: number | null }
  | { readonly kind: 'one'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'nullable' | 'list'; readonly of: AnyCodec }
  | { readonly kind: 'pair'; readonly of: readonly [AnyCodec, AnyCodec] }
  /** A value for each of the keys. */
  | { readonly kind: 'each'; readonly keys: AnyCodec; readonly of: AnyCodec }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, AnyCodec> }

type Described = {
  readonly shape: Shape
  /** The schema's name in the OpenAPI document. */
  readonly id?: string
  readonly description?: string
  readonly example?: string
  /** The field's name on the wire, where it does not follow from core's. */
  readonly wire?: string
  /** The codec of which this is a copy with another description or place. */
  readonly base?: AnyCodec
  /** The field may be left out. */
  readonly isOptional?: boolean
}

export type Codec<Core, Wire> = Described & {
  readonly encode: (value: Core) => Wire
  readonly decode: (wire: Wire) => Core
}

/** A codec of any values. Methods, so that every codec is one: who calls them has the values that its fields say. */
export type AnyCodec = Described & { encode(value: unknown): unknown; decode(wire: unknown): unknown }

export type CoreOf<C extends AnyCodec> = ReturnType<C['decode']>
export type WireOf<C extends AnyCodec> = ReturnType<C['encode']>

/** A codec whose values are the same on both sides. */
export function same<Value>(shape: Shape): Codec<Value, Value> {
  return { encode: (value) => value, decode: (wire) => wire, shape }
}

/** The same codec with a description for the API's document. */
export function says<C extends AnyCodec>(codec: C, description: string): C {
  return { ...codec, description, base: codec }
}

/** The same codec for a field of this name on the wire. */
export function as<const Name extends string, C extends AnyCodec>(
  wire: Name,
  codec: C,
): C & { readonly wire: Name } {
  return { ...codec, wire, base: codec }
}

/** Its own description stays with the field. */
export function nullable<Core, Wire>(codec: Codec<Core, Wire>): Codec<Core | null, Wire | null> {
  const { description, base } = codec
  return {
    encode: (value) => (value === null ? null : codec.encode(value)),
    decode: (wire) => (wire === null ? null : codec.decode(wire)),
    shape: { kind: 'nullable', of: base ?? codec },
    ...(base !== undefined && description !== undefined && { description }),
  }
}

export function list<Core, Wire>(codec: Codec<Core, Wire>): Codec<readonly Core[], Wire[]> {
  return {
    encode: (values) => values.map((value) => codec.encode(value)),
    decode: (wires) => wires.map((wire) => codec.decode(wire)),
    shape: { kind: 'list', of: codec },
  }
}

/** Two values in one. */
export function pair<A, B, WireA, WireB>(
  id: string,
  first: Codec<A, WireA>,
  second: Codec<B, WireB>,
): Codec<readonly [A, B], [WireA, WireB]> {
  return {
    encode: ([one, other]) => [first.encode(one), second.encode(other)],
    decode: ([one, other]) => [first.decode(one), second.decode(other)],
    shape: { kind: 'pair', of: [first, second] },
    id,
  }
}

/** Text of one form. */
export function matching(pattern: RegExp, rule: string, id?: string, most?: number): Codec<string, string> {
  return {
    ...same({ kind: 'matching', pattern, rule, ...(most !== undefined && { most }) }),
    ...(id !== undefined && { id }),
  }
}

/** A field that is left out where its value is undefined. */
export function optional<Core, Wire>(
  codec: Codec<Core, Wire>,
): Codec<Core | undefined, Wire | undefined> & { readonly isOptional: true } {
  return { ...codec, isOptional: true, base: codec } as never
}

/** A list that is left out where it is empty. */
export function listIfAny<Core, Wire>(codec: Codec<Core, Wire>) {
  const whole = list(codec)
  return optional({
    ...whole,
    encode: (values: readonly Core[] | undefined) => (values?.length ? whole.encode(values) : undefined),
    decode: (wires: Wire[] | undefined) => wires && whole.decode(wires),
  })
}

/** `filledSize` as `filled_size`. */
export type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : ''

type Fields = Readonly<Record<string, AnyCodec>>
type Optional<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly isOptional: true } ? Name : never
}[keyof F]

export type RecordCore<F extends Fields> = {
  readonly [Name in Exclude<keyof F, Optional<F>>]: CoreOf<F[Name]>
} & { readonly [Name in Optional<F>]?: CoreOf<F[Name]> }

type WireName<C extends AnyCodec, Name extends string> = C extends { readonly wire: infer Own extends string }
  ? Own
  : Snake<Name>

export type RecordWire<F extends Fields> = {
  [
    Name in keyof F & string as F[Name] extends { readonly isOptional: true }
      ? never
      : WireName<F[Name], Name>
  ]: WireOf<F[Name]>
} & {
  [
    Name in keyof F & string as F[Name] extends { readonly isOptional: true }
      ? WireName<F[Name], Name>
      : never
  ]?: WireOf<F[Name]>
}

export type RecordCodec<F extends Fields> = Codec<RecordCore<F>, RecordWire<F>> & { readonly fields: F }

/** A record: its fields in their order on the wire. Other properties of a value are not sent. */
export function record<F extends Fields>(id: string | null, fields: F, description?: string): RecordCodec<F> {
  const entries = Object.entries(fields).map(([name, codec]) => ({
    name,
    wire: codec.wire ?? snake(name),
    codec,
  }))
  return {
    fields,
    encode(value) {
      const out: Record<string, unknown> = {}
      for (const { name, wire, codec } of entries) {
        const one = (value as Record<string, unknown>)[name]
        const sent = one === undefined ? undefined : codec.encode(one)
        if (sent !== undefined) out[wire] = sent
      }
      return out as never
    },
    decode(wires) {
      const out: Record<string, unknown> = {}
      for (const { name, wire, codec } of entries) {
        const one = (wires as Record<string, unknown>)[wire]
        if (one !== undefined) out[name] = codec.decode(one)
      }
      return out as never
    },
    shape: { kind: 'record', fields: new Map(entries.map(({ wire, codec }) => [wire, codec])) },
    ...(id !== null && { id }),
    ...(description !== undefined && { description }),
  }
}

/** A described record within another, one that may be missing, and a list of them. */
export function part<F extends Fields>(description: string, fields: F): RecordCodec<F> {
  return says(record(null, fields), description)
}

export function partOrNull<F extends Fields>(description: string, fields: F) {
  return says(nullable(record(null, fields)), description)
}

export function parts<F extends Fields>(description: string, fields: F) {
  return says(list(record(null, fields)), description)
}

/** A field's name on the wire. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
