/**
 * One request from first check to reply. The order never changes: Host, method, path, Origin, body size, session or token,
 * CSRF, rate, content type, schema, handler (SEC-2; INV-36, INV-37).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodedBy } from '#contract/codec/schema.ts'
import { routes, type FileAnswer, type Operation, type Route } from '#contract/routes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Callers } from './access/callers.ts'
import type { Hosts } from './access/hosts.ts'
import { BAD_TOKEN, bearerOf } from './access/bearer.ts'
import type { ActiveSession } from './access/session.ts'
import type { ActiveToken } from './access/tokens.ts'
import type { Connections } from './http/connections.ts'
import { createHandlers } from './handlers/handlers.ts'
import type { Call } from './handlers/call.ts'
import type { Services } from './handlers/handler.ts'
import { NO_SESSION } from './handlers/session.ts'
import { createCostlyWork } from './http/costly-work.ts'
import { createRateLimit, type RateLimit } from './http/rate-limit.ts'
import { createRefusedCommands, PLACING } from './http/refused-commands.ts'
import type { RefusalLog } from './http/refusal-log.ts'
import {
  closing,
  fileReply,
  jsonReply,
  problemReply,
  writeReply,
  type Problem,
  type Reply,
} from './http/replies.ts'
import { contentTypeProblem, declaredLengthProblem, mostBytes, readJsonBody } from './http/request-body.ts'
import { originProblem, senderOf, splitTarget, transportProblem, wrongMethod } from './http/request-checks.ts'
import { findRoute } from './router.ts'
import type { SecurityHeaders } from './http/security-headers.ts'
import { staticFile, staticReply, type StaticFiles } from './http/static-files.ts'
import { decode, invalidRequest, queryObject } from './http/validation.ts'

const READS_PER_SECOND = 100
const MUTATIONS_PER_SECOND = 20

/** Change nothing, so that typing never uses up what commands need. */
const RATED_AS_READS: ReadonlySet<Operation> = new Set(['previewOrder', 'previewBothSides'])

type AppParts = {
  readonly services: Services
  readonly hosts: Hosts
  readonly callers: Callers
  readonly security: SecurityHeaders
  readonly files: StaticFiles
  readonly refused: RefusalLog
  readonly connections: Connections
}

type DecodedInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown }

/** A handler once its route's schemas have decoded the input. */
type AnyHandler = (
  input: DecodedInput,
  call: Call,
) => Result<unknown, Problem> | Promise<Result<unknown, Problem>>

type Rates = { readonly reads: RateLimit; readonly mutations: RateLimit }

/** No file, and yet more than a read of a few rows. */
const COSTLY: ReadonlySet<Operation> = new Set([
  'readOpenApi',
  'readJournal',
  'listJournalRows',
  'listRoundTrips',
])

/** The listener for `request` events. It never throws and always answers. */
export function createApp(parts: AppParts): (request: IncomingMessage, response: ServerResponse) => void {
  const { services, hosts, files, callers } = parts
  const handlers = createHandlers(services) as Readonly<Record<Operation, AnyHandler>>
  const rates = createRates(services.clock)
  const costly = createCostlyWork(services.clock)
  const refusedCommands = createRefusedCommands({ ...services, audit: services.engine.audit })

  async function judge(request: IncomingMessage): Promise<Result<Reply, Problem>> {
    const early = transportProblem(request, hosts, callers)
    if (early !== null) return err(early)
    const method = request.method ?? ''
    const { path, query } = splitTarget(request.url ?? '')
    const match = findRoute(method, path)
    if (match.kind === 'method') return err(wrongMethod(match.allow))
    const file = match.kind === 'none' && !isApiPath(path) ? staticFile(files, path) : null
    if (match.kind === 'none' && file === null) {
      return err({ code: 'not_found', detail: 'There is nothing at this path.' })
    }
    const reads = method === 'GET' || method === 'HEAD'
    if (file !== null && !reads) return err(wrongMethod(['GET', 'HEAD']))
    const foreign = originProblem(request, hosts, reads, file !== null)
    if (foreign !== null) return err(foreign)
    if (file !== null && file === files.get('/index.html') && hosts.isPlain(request)) {
      const detail = `Sesame is set up for https (COOKIE_SECURE): open ${hosts.pageUrl}.`
      return err({ code: 'bad_host', detail })
    }
    if (file !== null) return ok(await staticReply(file, request.headers['accept-encoding']))
    if (match.kind === 'none') throw new Error('a path without a route has a file')
    return await run(match.operation, match.params, query, request)
  }

  async function replyTo(request: IncomingMessage): Promise<Reply> {
    const judged = await judge(request)
    if (judged.ok) return judged.value
    parts.refused(judged.error.code, senderOf(request, callers))
    const reply = problemReply(judged.error)
    return parts.connections.isKnown(request) ? reply : closing(reply)
  }

  async function run(
    operation: Operation,
    params: Readonly<Record<string, string>>,
    query: string,
    request: IncomingMessage,
  ): Promise<Result<Reply, Problem>> {
    const route: Route = routes[operation]
    const address = callers.addressOf(request)
    const tooLarge = declaredLengthProblem(request, mostBytes(route))
    if (tooLarge !== null) return err(tooLarge)
    const admitted = admit(route, request, address, services)
    if (!admitted.ok) return admitted
    const { session, token } = admitted.value
    if (route.auth !== 'none') parts.connections.known(request)
    const caller = { id: (session ?? token)?.id ?? address, isProgram: session === null }
    const limited =
      rateProblem(operation, route, caller.id, rates) ?? refusedCommands.problem(operation, caller.id)
    if (limited !== null) return err(limited)
    const input = await readInput(route, params, query, request)
    if (!input.ok) return input
    // A body may take its time: who was ended in between commands nothing (INV-59).
    if (token !== null && !services.tokens.isAlive(token.id)) return err(BAD_TOKEN)
    if (session !== null && !services.sessions.isAlive(session.id)) return err(NO_SESSION)
    // A program's commands do not put off the automatic SAFE: that is for a person who has gone (INV-59).
    const isCommand = route.scope === 'cancel' || route.scope === 'trade'
    if (token === null && isCommand && !RATED_AS_READS.has(operation)) services.engine.trading.touch()
    const headers = new Map<string, string | readonly string[]>()
    const handle = () =>
      handlers[operation](input.value, {
        address,
        session,
        cookieHeader: request.headers.cookie,
        ifMatch: request.headers['if-match'],
        header: (name, value) => void headers.set(name, value),
      })
    const handled = async (): Promise<Result<unknown, Problem>> => {
      if (token === null) return await handle()
      return await services.caller.runAs(token.name, handle)
    }
    if (route.file !== undefined)
      return await costly.file(caller, async () => replyOf(route, await handled(), headers))
    const worked = COSTLY.has(operation) ? await costly.run(caller, handled) : ok(await handled())
    if (!worked.ok) return worked
    const result = worked.value
    if (result.ok) refusedCommands.answered(operation, caller.id, result.value)
    return replyOf(route, result, headers)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let reply: Reply
    try {
      reply = await replyTo(request)
    } catch (error) {
      if (request.destroyed && !request.complete) return
      services.log.error('http.bug', {
        error: error instanceof Error ? (error.stack ?? error.name) : 'unknown',
      })
      reply = problemReply({ code: 'internal', detail: 'See the log.' })
    }
    writeReply(response, reply, parts.security, request.method !== 'HEAD')
  }

  return (request, response) => {
    parts.connections.begin(request, response)
    void answer(request, response)
  }
}

function replyOf(
  { file, answer }: Route,
  result: Result<unknown, Problem>,
  headers: ReadonlyMap<string, string | readonly string[]>,
): Result<Reply, Problem> {
  if (!result.ok) return result
  if (file !== undefined) return ok(fileReply(result.value as FileAnswer, file))
  return ok(jsonReply(encodedBy(answer, result.value), Object.fromEntries(headers)))
}

type Admitted = { readonly session: ActiveSession | null; readonly token: ActiveToken | null }

const NOBODY: Admitted = { session: null, token: null }

/** Session and CSRF token, or the token of a program alone, as the route asks for them. */
function admit(
  route: Route,
  request: IncomingMessage,
  address: string,
  { sessions, csrf, admitToken }: Services,
): Result<Admitted, Problem> {
  if (route.auth === 'none') return ok(NOBODY)
  const bearer = bearerOf(request)
  if (bearer !== null) {
    const token = admitToken(bearer, route.scope, address)
    return token.ok ? ok({ ...NOBODY, token: token.value }) : token
  }
  const token = sessions.tokenOf(request.headers.cookie)
  const session = token === null ? null : sessions.use(token)
  if (session === null) return err(NO_SESSION)
  const given = request.headers['x-csrf-token']
  if (route.method !== 'GET' && !csrf.matches(session.id, typeof given === 'string' ? given : undefined)) {
    return err({ code: 'bad_csrf', detail: "Send the session's csrf_token as X-CSRF-Token." })
  }
  return ok({ ...NOBODY, session })
}

function createRates(clock: Clock): Rates {
  return {
    reads: createRateLimit(READS_PER_SECOND, 1000, clock),
    mutations: createRateLimit(MUTATIONS_PER_SECOND, 1000, clock),
  }
}

function rateProblem(operation: Operation, route: Route, caller: string, rates: Rates): Problem | null {
  // Bounded by risk and by what is refused (INV-88), or never stopped by anything local (INV-16).
  if (PLACING.has(operation) || route.scope === 'cancel') return null
  const isRead = route.method === 'GET' || RATED_AS_READS.has(operation)
  const wait = (isRead ? rates.reads : rates.mutations).take(caller)
  return wait === 0
    ? null
    : { code: 'rate_limited', detail: 'Too many requests. Wait a moment.', retryAfterMs: wait }
}

/** Path parameters, query and body through their schemas; the order of the checks ends here. */
async function readInput(
  route: Route,
  params: Readonly<Record<string, string>>,
  query: string,
  request: IncomingMessage,
): Promise<Result<DecodedInput, Problem>> {
  if (route.body !== undefined) {
    const wrongType = contentTypeProblem(request)
    if (wrongType !== null) return err(wrongType)
  }
  const body =
    route.body === undefined ? ok(undefined) : await decodeBody(route.body, request, mostBytes(route))
  if (!body.ok) return body
  const decodedParams = route.params === undefined ? ok(undefined) : decode(route.params, params)
  if (!decodedParams.ok) return decodedParams
  const decodedQuery = decodeQuery(route, query)
  if (!decodedQuery.ok) return decodedQuery
  return ok({ params: decodedParams.value, query: decodedQuery.value, body: body.value })
}

async function decodeBody(
  schema: NonNullable<Route['body']>,
  request: IncomingMessage,
  most: number,
): Promise<Result<unknown, Problem>> {
  const json = await readJsonBody(request, most)
  return json.ok ? decode(schema, json.value) : json
}

function decodeQuery(route: Route, query: string): Result<unknown, Problem> {
  if (query === '' && route.query === undefined) return ok(undefined)
  const values = queryObject(query)
  if (!values.ok) return values
  if (route.query !== undefined) return decode(route.query, values.value)
  const unknown = Object.keys(values.value)
  return unknown.length === 0
    ? ok(undefined)
    : err(
        invalidRequest(
          unknown.map((name) => ({ path: name.slice(0, 100), message: 'is not a known field' })),
        ),
      )
}

function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}
