/** Requests of the page: core's values under core's names, encoded for the wire in one place. */
import type { z } from 'zod'
import type { Price } from '#core/price.ts'
import { snake } from './codec.ts'
import { amount, instant, price } from './fields.ts'

/** Numbers that are texts on the wire, in every request alike. Amounts are known by their type. */
const PRICES = new Set(['price', 'worstPrice', 'bestBid', 'bestAsk', 'distance', 'atPrice', 'stopPrice'])
const TIMES = new Set(['expiresAt', 'from', 'to', 'at'])

/** Parameters, query or body on the wire. */
export function encodeRequest(value: unknown): unknown {
  if (typeof value === 'bigint') return amount.encode(value as never)
  if (Array.isArray(value)) return value.map(encodeRequest)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [snake(name), encodeField(name, one)]))
}

function encodeField(name: string, value: unknown): unknown {
  if (typeof value === 'number' && PRICES.has(name)) return price.encode(value as Price)
  if (typeof value === 'number' && TIMES.has(name)) return instant.encode(value)
  // A layout's content is the page's own.
  return name === 'content' ? value : encodeRequest(value)
}

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

/** A request as the page gives it: names, prices, amounts and times are core's, texts as they are. */
export type Asked<Schema> =
  Schema extends z.ZodObject<infer Shape>
    ? { readonly [Name in keyof z.input<Schema> as Camel<Name & string>]: Asked<Shape[Name & keyof Shape]> }
    : Schema extends z.ZodUnion<infer Options>
      ? Asked<Options[number]>
      : Schema extends z.ZodArray<infer Item>
        ? readonly Asked<Item>[]
        : Schema extends z.ZodOptional<infer Inner> | z.ZodNullable<infer Inner> | z.ZodDefault<infer Inner>
          ? Asked<Inner> | Extract<z.input<Schema>, null | undefined>
          : Schema extends z.ZodCodec<z.ZodType, z.ZodType>
            ? Exclude<z.output<Schema>, string> extends never
              ? z.input<Schema>
              : Exclude<z.output<Schema>, string>
            : Schema extends z.ZodType
              ? z.input<Schema>
              : undefined
