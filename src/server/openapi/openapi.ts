/** The OpenAPI 3.1 document, made from the schemas that validate requests, so the two cannot disagree. */
import { z } from 'zod'
import { zodOf } from '#contract/codec/schema.ts'
import { PROBLEMS, problem } from '#contract/errors.ts'
import { routes, type Operation, type Route } from '#contract/routes.ts'
import { DESCRIPTIONS } from './descriptions.ts'
import { examples } from './examples.ts'

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
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'What the page and programs ask: docs/api.md says how to begin. Errors are problem documents (RFC 9457); their codes are beside each status.',
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, { description }]) => ({ name, description })),
    paths: Object.fromEntries([...paths].map(([path, methods]) => [path, Object.fromEntries(methods)])),
    components: {
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: {
        Problem: problemOf('A problem', problemSchema),
        ...Object.fromEntries(
          REFUSALS.map((status) => [`Problem${status}`, problemOf(codesOf(status), problemSchema)]),
        ),
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of a program with this scope or one beyond it',
        },
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
    description: DESCRIPTIONS[operation],
    tags: [tagOf(route.path)],
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: schemaOf(route.body), example: examples[operation].body },
            },
          },
        }),
    responses: {
      ...successOf(route, schemaOf),
      ...Object.fromEntries(
        refusalsOf(route).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** Subjects, by the first part of the address behind `/api`. */
const TAGS: Readonly<Record<string, { readonly description: string; readonly parts: readonly string[] }>> = {
  Session: {
    description: 'Login, the sessions that it makes, and the tokens of programs',
    parts: ['login', 'session', 'logout', 'sessions', 'tokens'],
  },
  Status: {
    description: 'Whether the terminal works, and why not',
    parts: ['health', 'status', 'doctor', 'credentials', 'openapi.json'],
  },
  Trading: { description: 'SAFE and ARMED', parts: ['trading'] },
  Orders: { description: 'Placing, replacing and cancelling', parts: ['orders', 'exits', 'exit-templates'] },
  Combos: { description: 'Quotes of several legs and their acceptance', parts: ['combos'] },
  Portfolio: {
    description: 'Positions, fills, activity and profit',
    parts: [
      'account',
      'positions',
      'fills',
      'activity',
      'pnl',
      'profit',
      'resolution-pnl',
      'portfolio',
      'journal',
    ],
  },
  Markets: {
    description: 'Events, markets, books, prices and games',
    parts: ['search', 'events', 'markets', 'tags', 'teams', 'leagues', 'books', 'history', 'trades', 'games'],
  },
  Notifications: { description: 'Alerts and notifications', parts: ['alerts', 'notifications'] },
  Workspace: { description: 'Watchlists, layouts and settings', parts: ['watchlist', 'layouts', 'settings'] },
  Audit: { description: 'The audit log, and files of all records', parts: ['audit', 'export'] },
  Replay: {
    description: 'Replays and reports of what was recorded; nothing can be sent from them',
    parts: ['replay', 'report'],
  },
}

function tagOf(path: string): string {
  const part = path.split('/')[2] ?? ''
  return Object.keys(TAGS).find((name) => TAGS[name]?.parts.includes(part)) ?? ''
}

/** Statuses of the problems that a caller can cause. */
const REFUSALS = [401, 403, 404, 409, 412, 413, 415, 422, 429] as const

function codesOf(status: number): string {
  const texts = Object.entries(PROBLEMS).flatMap(([code, problem]) =>
    problem.status === status ? [`${code}: ${problem.title}`] : [],
  )
  return texts.join('; ')
}

function problemOf(description: string, schema: Json): Json {
  return { description, content: { 'application/problem+json': { schema } } }
}

function refusalsOf({ auth, method, scope, params, query, body, versioned }: Route): readonly number[] {
  const isCommand = method !== 'GET'
  const applies: Readonly<Record<(typeof REFUSALS)[number], boolean>> = {
    401: scope !== undefined,
    403: auth !== 'none' || isCommand,
    404: params !== undefined,
    409: isCommand,
    412: isCommand && versioned === true,
    413: body !== undefined,
    415: body !== undefined,
    422: params !== undefined || query !== undefined || body !== undefined,
    429: true,
  }
  return REFUSALS.filter((status) => applies[status])
}

function securityOf({ auth, method, scope }: Route): readonly Json[] {
  if (auth === 'none') return []
  const session = method === 'GET' ? { session: [] } : { session: [], csrf: [] }
  return scope === undefined ? [session] : [session, { token: [scope] }]
}

function successOf(route: Route, schemaOf: (schema: z.ZodType) => Json): Json {
  const { summary: description, answer, file } = route
  if (file !== undefined) return { 200: { description, content: { [file]: { schema: { type: 'string' } } } } }
  if (answer === undefined) return { 204: { description: 'Done' } }
  const headers = route.versioned === true ? { headers: ETAG } : {}
  return {
    200: { description, ...headers, content: { 'application/json': { schema: schemaOf(zodOf(answer)) } } },
  }
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
  const { $schema: _dialect, $defs, ...own } = whole
  for (const [name, part] of Object.entries(($defs ?? {}) as Json)) components.set(name, part)
  return own
}
