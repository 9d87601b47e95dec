/** Schemas of what codecs describe: for the OpenAPI document and the tests. */
import { z } from 'zod'
import { decimal, signedDecimal, time } from '../values.ts'
import type { AnyCodec, WireOf } from './codec.ts'

const made = new WeakMap<AnyCodec, z.ZodType>()

/** Schema of a codec; always the same one, so that a name has one schema. */
export function schemaOf<C extends AnyCodec>(codec: C): z.ZodType<WireOf<C>, WireOf<C>> {
  const schema = made.get(codec) ?? (codec.base === undefined ? named(codec) : copied(codec, codec.base))
  made.set(codec, schema)
  return schema as never
}

type Described = z.ZodType | AnyCodec

export function isCodec(described: Described): described is AnyCodec {
  return !('_zod' in described)
}

/** A schema, or a codec's schema. */
export function zodOf(described: Described): z.ZodType {
  return isCodec(described) ? schemaOf(described) : described
}

/** A value on the wire: core's through its codec, any other unchanged. */
export function encodedBy(described: Described | undefined, value: unknown): unknown {
  return described !== undefined && isCodec(described) ? described.encode(value) : value
}

function copied({ description, isOptional }: AnyCodec, base: AnyCodec): z.ZodType {
  const schema = schemaOf(base)
  if (isOptional === true && base.isOptional !== true) return schema.optional()
  return description === undefined || description === base.description ? schema : schema.meta({ description })
}

function named(codec: AnyCodec): z.ZodType {
  const { id, description, example } = codec
  const meta = {
    ...(id !== undefined && { id }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
  }
  const schema = bareSchema(codec)
  return Object.keys(meta).length === 0 ? schema : schema.meta(meta)
}

function bareSchema({ shape }: AnyCodec): z.ZodType {
  switch (shape.kind) {
    case 'text':
      return z.string()
    case 'decimal':
      return decimal
    case 'signed':
      return signedDecimal
    case 'time':
      return time
    case 'flag':
      return z.boolean()
    case 'integer':
      return z.number().int()
    case 'number':
      return z.number()
    case 'uuid':
      return z.uuid()
    case 'details':
      return z.record(z.string(), z.unknown())
    case 'matching': {
      const { pattern, rule, most } = shape
      return (most === undefined ? z.string() : z.string().max(most)).regex(pattern, rule)
    }
    case 'bounded': {
      const whole = z.number().int().min(shape.least)
      return shape.most === null ? whole : whole.max(shape.most)
    }
    case 'one':
      return typeof shape.values[0] === 'number'
        ? z.union(shape.values.map((value) => z.literal(value)))
        : z.enum(shape.values as [string, ...string[]])
    case 'nullable':
      return schemaOf(shape.of).nullable()
    case 'list':
      return z.array(schemaOf(shape.of))
    case 'pair':
      return z.tuple([schemaOf(shape.of[0]), schemaOf(shape.of[1])])
    case 'each':
      return z.record(schemaOf(shape.keys) as z.ZodType<string, string>, schemaOf(shape.of))
    case 'record':
      return z.strictObject(
        Object.fromEntries([...shape.fields].map(([name, field]) => [name, schemaOf(field)])),
      )
    default:
      return shape satisfies never
  }
}
