import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import { routes, type Route } from '../routes.ts'
import { amountValue, instantValue, priceBetween, priceValue } from '../values.ts'
import { encodeRequest } from './requests.ts'

const PRICE = priceFromSteps(5_700) ?? assert.fail()
const AT = Date.parse('2026-11-20T20:18:00.123Z')

/** Core's value of a field, by how the schema takes it; null where it is the same on both sides. */
function sampleOf(schema: unknown): unknown {
  if (schema === priceValue || schema === priceBetween) return PRICE
  if (schema === amountValue) return micros(12_500_000n)
  if (schema === instantValue) return AT
  return null
}

/** Fields of a schema that are not the same on both sides, with their schema. */
function* fieldsOf(schema: unknown): Generator<readonly [string, z.ZodType]> {
  if (schema instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(schema.shape)) {
      const bare = bareOf(field)
      if (bare instanceof z.ZodCodec && sampleOf(originOf(bare)) !== null) yield [name, bare]
      else yield* fieldsOf(bare)
    }
  } else if (schema instanceof z.ZodUnion) for (const one of schema.options) yield* fieldsOf(one)
  else if (schema instanceof z.ZodArray) yield* fieldsOf(schema.element)
}

function bareOf(field: unknown): unknown {
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault
    ? bareOf(field.unwrap())
    : field
}

/** The schema of `values.ts` of which this is a described copy. */
function originOf(schema: z.ZodCodec): unknown {
  return [priceValue, priceBetween, amountValue, instantValue].find(
    (one) => one._zod.def.transform === schema._zod.def.transform,
  )
}

test('every price, amount and time that a route takes is encoded as its schema decodes it', () => {
  const seen = new Set<string>()
  for (const { params, query, body } of Object.values(routes) as readonly Route[]) {
    for (const [name, schema] of [params, query, body].flatMap((part) => [...fieldsOf(part)])) {
      const value = sampleOf(originOf(schema as z.ZodCodec))
      const core = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      const wire = encodeRequest({ [core]: value }) as Readonly<Record<string, unknown>>
      assert.deepEqual(schema.safeDecode(wire[name] as never).data, value, name)
      seen.add(name)
    }
  }
  for (const name of [
    'price',
    'size',
    'worst_price',
    'best_bid',
    'distance',
    'expires_at',
    'max_order_notional',
  ])
    assert.ok(seen.has(name), name)
})

test('names are the wire’s in every depth, but for what a layout keeps as its own; texts and nothing stay', () => {
  assert.deepEqual(
    encodeRequest({
      outcomeId: 'pm:1',
      legs: [{ worstPrice: null, bookAgeMs: 12 }],
      workspaces: [{ content: { lastPrice: 5_700 } }],
      from: '2026-11-20T00:00:00.000Z',
      tag: undefined,
    }),
    {
      outcome_id: 'pm:1',
      legs: [{ worst_price: null, book_age_ms: 12 }],
      workspaces: [{ content: { lastPrice: 5_700 } }],
      from: '2026-11-20T00:00:00.000Z',
      tag: undefined,
    },
  )
})
