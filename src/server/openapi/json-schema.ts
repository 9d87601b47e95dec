/** JSON Schemas of the wire forms, for the documents of the API. */
import { z } from 'zod'

type Json = { readonly [key: string]: unknown }

/** The JSON Schema of one schema's wire form; its named parts go to the document's components. */
export function hoisted(schema: z.ZodType, components: Map<string, unknown>): Json {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))
  const whole = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
  const { $schema: _dialect, $defs, ...own } = whole
  for (const [name, part] of Object.entries(($defs ?? {}) as Json)) components.set(name, part)
  return own
}
