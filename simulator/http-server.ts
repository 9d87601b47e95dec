// One HTTP listener with a table of handlers, as every service of the simulated venue uses it: body cap, JSON answers
// in the venue's error shape, request log, barriers and faults. Malformed input never becomes a 500.
import { close, createServer, listen } from './node-http.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

import type { Barriers } from './faults/barriers.ts'
import type { Faults } from './faults/faults.ts'
import type { FaultSubject } from './faults/types.ts'
import { CHALLENGE, faultBeforeRead, faultDelay, faultOfAnswer, send, sendFaulty } from './http-faults.ts'
import type { WireAnswer } from './http-faults.ts'
import type { RequestEntry, RequestLog } from './ledger/request-log.ts'
import type { ServiceName, SimulatorClock, SimulatorRandom } from './types.ts'

export type VenueRequest = {
  readonly method: string
  /** As sent, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  /** The exact bytes. */
  readonly body: Buffer
  readonly remote: string
  /** Its row in the request log; handlers add what they learn. */
  readonly entry: RequestEntry
  readonly subject: FaultSubject
  /** Sent with whatever answer it gets. */
  readonly answerHeaders: Record<string, string>
}

export type VenueAnswer = {
  readonly status: number
  /** Sent as compact JSON; undefined sends no body. */
  readonly json?: unknown
  /** Sent as it is instead of `json`. */
  readonly text?: string
}

/** Thrown inside a handler; the answer is the service's own error body. */
export class Refusal extends Error {
  readonly status: number
  /** Further fields of the body. */
  readonly fields: object
  constructor(status: number, text: string, fields: object = {}) {
    super(text)
    this.status = status
    this.fields = fields
  }
}

export type Handler = (
  request: VenueRequest,
  parameters: Readonly<Record<string, string>>,
) => VenueAnswer | Promise<VenueAnswer>

export type Route = {
  readonly method: string
  /** `:name` matches one segment. */
  readonly path: string
  readonly handler: Handler
}

export type HttpServiceOptions = {
  readonly service: ServiceName
  readonly routes: readonly Route[]
  readonly faults: Faults
  readonly barriers: Barriers
  readonly log: RequestLog
  readonly random: SimulatorRandom
  /** The body of an error of this service; `{"error": text}` by default. */
  readonly errorBody?: (status: number, text: string) => object
  /** Bytes; 1 MiB by default. */
  readonly bodyCap?: number
  /** Compresses larger answers for clients that take gzip. */
  readonly gzip?: boolean
  /** Clock of the venue's delivery network, which dates answers and refuses requests without a host name. */
  readonly behind?: SimulatorClock
  /** Waited for before the handler. */
  readonly before?: (request: VenueRequest) => Promise<void>
}

export type HttpService = ReturnType<typeof createHttpService>

const GZIP_FROM_BYTES = 1024
/** Longer than clients keep idle connections, so that only a fault closes one under a request. */
const KEEP_ALIVE_MS = 65_000

/** Builds the listener; it does not listen yet. */
export function createHttpService(options: HttpServiceOptions) {
  const { service, faults, log } = options
  const errorBody = options.errorBody ?? ((_status: number, text: string) => ({ error: text }))
  const bodyCap = options.bodyCap ?? 1024 * 1024
  const find = routeFinder(options.routes)

  function refusal(status: number, text: string): VenueAnswer {
    return { status, json: errorBody(status, text) }
  }

  async function answerOf(request: VenueRequest): Promise<VenueAnswer> {
    const match = find(request.method, request.path)
    if (match === 'not_found') return refusal(404, 'not found')
    if (match === 'wrong_method') return refusal(405, 'method not allowed')
    try {
      await options.before?.(request)
      return await match.handler(request, match.parameters)
    } catch (error) {
      if (error instanceof Refusal) {
        return { status: error.status, json: { ...errorBody(error.status, error.message), ...error.fields } }
      }
      log.violation(
        service,
        'simulator_bug',
        error instanceof Error ? (error.stack ?? error.message) : String(error),
        request.entry,
      )
      return refusal(500, 'Internal server error')
    }
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming
    const split = url.indexOf('?')
    const path = split < 0 ? url : url.slice(0, split)
    const query = split < 0 ? '' : url.slice(split + 1)
    const entry = log.open(service, method, path, query)
    if (options.behind !== undefined) {
      response.setHeader('date', new Date(options.behind.now()).toUTCString())
      if (incoming.headers['user-agent'] === undefined) {
        entry.status = send(response, CHALLENGE)
        return
      }
    }
    if (NO_CREDENTIALS.has(service) && Object.keys(incoming.headers).some(isCredential)) {
      log.violation(service, 'credential_on_wrong_service', `${method} ${path}`, entry)
    }
    const early = faultBeforeRead(faults, { service, method, path }, incoming)
    if (early !== null) {
      entry.faults.push(early.called)
      return
    }
    const body = await readBody(incoming, bodyCap)
    if (body === 'gone') return
    if (body === 'too_large') {
      response.shouldKeepAlive = false
      entry.status = send(response, wireAnswer(refusal(413, 'Payload exceeds the limit')))
      return
    }
    log.body(entry, body)
    const parameters = new URLSearchParams(query)
    const subject = subjectOf(service, incoming, path, parameters, body)
    const delay = faultDelay(faults, subject, () => options.random.next())
    if (delay > 0) {
      entry.faults.push('http.delay')
      await wait(delay)
    }
    await options.barriers.hold(subject, 'before')
    const shaping = faultOfAnswer(faults, subject)
    if (shaping !== null) entry.faults.push(shaping.fault.called)
    if (shaping !== null && !shaping.handled) {
      entry.status = await sendFaulty(shaping.fault, null, response, errorBody)
      return
    }
    const remote = incoming.socket.remoteAddress ?? ''
    const request: VenueRequest = {
      method,
      path,
      query: parameters,
      headers: incoming.headers,
      body,
      remote,
      entry,
      subject,
      answerHeaders: {},
    }
    const answer = await answerOf(request)
    await options.barriers.hold(subject, 'after')
    const wire = compressed(wireAnswer(answer, request.answerHeaders), incoming)
    entry.status =
      shaping === null ? send(response, wire) : await sendFaulty(shaping.fault, wire, response, errorBody)
  }

  function compressed(answer: WireAnswer, incoming: IncomingMessage): WireAnswer {
    if (options.gzip !== true || answer.body.length < GZIP_FROM_BYTES) return answer
    if (!/\bgzip\b/.test(incoming.headers['accept-encoding'] ?? '')) return answer
    return {
      ...answer,
      headers: { ...answer.headers, 'content-encoding': 'gzip' },
      body: gzipSync(answer.body, { level: 1 }),
    }
  }

  const server = createServer((incoming, response) => {
    void handle(incoming, response).catch((error: unknown) => {
      log.violation(service, 'simulator_bug', error instanceof Error ? String(error.stack) : String(error))
      response.destroy()
    })
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.on('connection', (socket) => {
    if (faults.first({ service }, 'http.refuse_connect') !== null) socket.resetAndDestroy()
  })
  server.on('clientError', (_error, socket) => {
    const body = JSON.stringify(errorBody(400, 'Invalid request'))
    if (socket.writable) {
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
    }
  })
  return {
    server,
    /** Starts on loopback and returns the port; 0 picks a free one. */
    listen: (port: number): Promise<number> => listen(server, port),
    close: (): Promise<void> => close(server),
  }
}

/** Services that no signed request belongs to. */
const NO_CREDENTIALS: ReadonlySet<ServiceName> = new Set(['catalog', 'data', 'geoblock', 'chat'])

function isCredential(header: string): boolean {
  return header === 'authorization' || /_(?:api_key|passphrase|signature)$/.test(header)
}

function wireAnswer(answer: VenueAnswer, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  const text = answer.text ?? (answer.json === undefined ? '' : JSON.stringify(answer.json))
  return {
    status: answer.status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(text),
  }
}

function readBody(incoming: IncomingMessage, cap: number): Promise<Buffer | 'gone' | 'too_large'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > cap) resolve('too_large')
      else chunks.push(chunk)
    })
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
    incoming.once('close', () => resolve('gone'))
    incoming.once('error', () => resolve('gone'))
  })
}

type Found = { readonly handler: Handler; readonly parameters: Readonly<Record<string, string>> }

/** Looks a path up: fixed paths first, then patterns in their order. */
function routeFinder(
  routes: readonly Route[],
): (method: string, path: string) => Found | 'not_found' | 'wrong_method' {
  const compiled = routes
    .map((route) => ({
      ...route,
      isFixed: !route.path.includes(':'),
      pattern: new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    }))
    .toSorted((one, other) => Number(other.isFixed) - Number(one.isFixed))
  return (method, path) => {
    const matching = compiled.flatMap(({ pattern, ...route }) => {
      const found = pattern.exec(path)
      const parameters = found && decoded(found.groups)
      return parameters === null ? [] : [{ ...route, parameters }]
    })
    if (matching.length === 0) return 'not_found'
    return matching.find((route) => route.method === method) ?? 'wrong_method'
  }
}

/** Null when one is badly encoded. */
function decoded(groups: Readonly<Record<string, string>> = {}): Found['parameters'] | null {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]))
  } catch {
    return null
  }
}

/** Subject for fault rules, with the asset where the request names it. */
function subjectOf(
  service: ServiceName,
  { headers, method = 'GET' }: IncomingMessage,
  path: string,
  query: URLSearchParams,
  bytes: Buffer,
): FaultSubject {
  const body = bytes.toString('utf8')
  const asset =
    /"(?:tokenId|token_id|asset_id)":"(\d+)"/.exec(body)?.[1] ??
    query.get('token_id') ??
    query.get('asset_id') ??
    undefined
  const credentials = Object.keys(headers).filter(isCredential)
  const hasKey = credentials.some((header) => header.endsWith('_api_key'))
  const signed = hasKey ? 'l2' : credentials.length > 0 ? 'l1' : undefined
  return { service, method, path, asset, body, signed }
}
