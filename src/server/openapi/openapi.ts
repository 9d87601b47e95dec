/** The OpenAPI 3.1 document, made from the schemas that validate requests, so the two cannot disagree. */
import { z } from 'zod'
import { PROBLEMS, problem } from '#contract/errors.ts'
import { routes } from '#contract/routes.ts'
import type { Operation, Route } from '#contract/routes.ts'

type Json = { readonly [key: string]: unknown }

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'An ETag: 412 when it is not the present one',
  schema: { type: 'string' },
}
const ETAG = { ETag: { description: 'The version, for If-Match', schema: { type: 'string' } } }

/**
 * The document of an installation.
 *
 * @param cookieName  of its sessions
 */
export function openApiDocument(cookieName: string): Json {
  const components = new Map<string, unknown>()
  const schemaOf = (schema: z.ZodType): Json => hoisted(schema, components)
  const paths = new Map<string, Map<string, Json>>()
  for (const operation of Object.keys(routes) as Operation[]) {
    const route: Route = routes[operation]
    const methods = paths.get(route.path) ?? new Map<string, Json>()
    methods.set(route.method.toLowerCase(), operationOf(operation, route, schemaOf))
    paths.set(route.path, methods)
  }
  const problemSchema = schemaOf(problem)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sesame',
      version: '1',
      description: `Errors are problem documents (RFC 9457). Their codes: ${Object.keys(PROBLEMS).join(', ')}.`,
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries([...paths].map(([path, methods]) => [path, Object.fromEntries(methods)])),
    components: {
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: {
        Problem: {
          description: 'A problem',
          content: { 'application/problem+json': { schema: problemSchema } },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        token: { type: 'http', scheme: 'bearer' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
      },
    },
  }
}

function operationOf(operation: Operation, route: Route, schemaOf: (schema: z.ZodType) => Json): Json {
  const parameters = [
    ...parametersOf(route.params, 'path', schemaOf),
    ...parametersOf(route.query, 'query', schemaOf),
    ...(route.versioned === true && route.method !== 'GET' ? [IF_MATCH] : []),
  ]
  return {
    operationId: operation,
    summary: route.summary,
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body) } } },
        }),
    responses: {
      ...successOf(route, schemaOf),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function securityOf({ auth, method }: Route): readonly Json[] {
  if (auth === 'none') return []
  const session = method === 'GET' ? { session: [] } : { session: [], csrf: [] }
  return auth === 'session' ? [session] : [session, { token: [] }]
}

function successOf(route: Route, schemaOf: (schema: z.ZodType) => Json): Json {
  const { summary: description, answer, download, text } = route
  if (download !== undefined) {
    const type = download.endsWith('.jsonl') ? 'application/jsonl' : 'text/csv'
    return { 200: { description, content: { [type]: { schema: { type: 'string' } } } } }
  }
  const type = text?.split(';')[0] ?? 'application/json'
  if (answer === undefined) return { 204: { description: 'Done' } }
  const headers = route.versioned === true ? { headers: ETAG } : {}
  return { 200: { description, ...headers, content: { [type]: { schema: schemaOf(answer) } } } }
}

function parametersOf(
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
  schemaOf: (schema: z.ZodType) => Json,
): readonly Json[] {
  if (schema === undefined) return []
  return Object.entries(schema.shape).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || !(part as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(part as z.ZodType),
  }))
}

/** The JSON Schema of one schema's wire form; its named parts go to the document's components. */
function hoisted(schema: z.ZodType, components: Map<string, unknown>): Json {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))
  const whole = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
  const { $schema: _dialect, $defs: named = {}, ...own } = whole
  for (const [name, part] of Object.entries(named as Json)) components.set(name, part)
  return own
}
