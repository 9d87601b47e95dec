/** JSON Schemas of the wire forms, for the documents of the API. */
import { z } from 'zod'

type Json = { readonly [key: string]: unknown }

/**
 * The JSON Schema of one schema's wire form; its named parts go to the document's components.
 *
 * @param target  the dialect: AsyncAPI reads draft 7, OpenAPI 3.1 the newest
 */
export function hoisted(
  schema: z.ZodType,
  components: Map<string, unknown>,
  target: 'draft-7' | 'draft-2020-12' = 'draft-2020-12',
): Json {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', target }))
  const whole = JSON.parse(text.replaceAll(/"#\/(?:\$defs|definitions)\//g, '"#/components/schemas/')) as Json
  const { $schema: _dialect, $defs, definitions, ...own } = whole
  for (const [name, part] of Object.entries((definitions ?? $defs ?? {}) as Json)) components.set(name, part)
  return own
}
