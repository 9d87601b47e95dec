/** Replies as data, until the one place that writes them adds the headers every answer has. */
import { pipeline, Readable, type Duplex } from 'node:stream'
import type { ServerResponse } from 'node:http'
import type { z } from 'zod'
import { PROBLEMS, type problem, type ProblemCode } from '#contract/errors.ts'
import type { FileAnswer } from '#contract/routes.ts'
import { STATUS_CODES } from './node-http.ts'
import type { SecurityHeaders } from './security-headers.ts'

export type FieldError = { readonly path: string; readonly message: string }

/** A foreseen failure of a request. `detail` is for people; it never holds a secret or a stack. */
export type Problem = {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors?: readonly FieldError[]
  readonly reasons?: readonly string[]
  readonly retryAfterMs?: number
  /** Methods that the path knows, with 405. */
  readonly allow?: readonly string[]
}

export const CONFLICT: Problem = {
  code: 'idempotency_conflict',
  detail: 'This client_order_id was used for another command.',
}

/** A disk that is full, read-only or locked: nothing of the change is in force. */
export const STORAGE_REFUSED: Problem = {
  code: 'storage_refused',
  detail: 'The disk refused the write, so nothing changed. Free disk space or fix the disk, then try again.',
}

export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** An iterable is sent piece by piece, each made when the one before is sent. */
  readonly body: string | Uint8Array | Iterable<string> | AsyncIterable<string | Uint8Array> | null
  /** Which Content-Security-Policy goes with it. */
  readonly policy: 'document' | 'api'
  /** To be called once the connection needs nothing of the reply any more. */
  readonly released?: () => void
}

/** A successful answer of the API; no value gives 204. */
export function jsonReply(value: unknown, headers: Reply['headers'] = {}): Reply {
  const common = { 'Cache-Control': 'no-store', ...headers }
  return value === undefined
    ? { status: 204, headers: common, body: null, policy: 'api' }
    : {
        status: 200,
        headers: { 'Content-Type': 'application/json', ...common },
        body: JSON.stringify(value),
        policy: 'api',
      }
}

/** A file of a type. */
export function fileReply({ body, name }: FileAnswer, type: string): Reply {
  return {
    status: 200,
    headers: {
      'Content-Type': type === 'text/csv' ? 'text/csv; charset=utf-8' : type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
    body,
    policy: 'api',
  }
}

const READ_WITHIN_MS = 30_000

/** A problem document (RFC 9457). */
export function problemReply(what: Problem): Reply {
  const { status, title } = PROBLEMS[what.code]
  const document: z.input<typeof problem> = {
    type: 'about:blank',
    title,
    status,
    detail: what.detail,
    code: what.code,
    ...(what.errors === undefined ? {} : { errors: [...what.errors] }),
    ...(what.reasons === undefined ? {} : { reasons: [...what.reasons] }),
    ...(what.retryAfterMs === undefined ? {} : { retry_after_ms: Math.ceil(what.retryAfterMs) }),
  }
  return {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(what.retryAfterMs === undefined
        ? {}
        : { 'Retry-After': String(Math.max(1, Math.ceil(what.retryAfterMs / 1000))) }),
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer error="invalid_token"' } : {}),
      ...(what.allow === undefined ? {} : { Allow: what.allow.join(', ') }),
      ...(status === 431 ? { Connection: 'close' } : {}),
    },
    body: JSON.stringify(document),
    policy: 'api',
  }
}

/** The reply as the last one of its connection. */
export function closing(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, Connection: 'close' } }
}

/** Writes the reply with the headers of its policy; a HEAD request gets no body. */
export function writeReply(
  response: ServerResponse,
  reply: Reply,
  security: SecurityHeaders,
  withBody: boolean,
): void {
  if (response.destroyed) return reply.released?.()
  if (reply.released !== undefined) response.once('close', reply.released)
  // An unread answer is closed: each piece that is read extends the time.
  response.setTimeout(READ_WITHIN_MS)
  const { body } = reply
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  const length = isWhole ? { 'Content-Length': Buffer.byteLength(body) } : {}
  response.writeHead(reply.status, { ...security[reply.policy], ...reply.headers, ...length })
  if (!withBody || body === null) response.end()
  else if (isWhole) response.end(body)
  // A failure half-way ends the connection: a cut file must not pass for a whole one.
  else pipeline(Readable.from(body), response, () => {})
}

/** Refuses on a socket that has no response object. Half-open ones would otherwise wait for a client that may never end. */
export function endWith(problem: Problem, socket: Duplex, security: SecurityHeaders): void {
  const reply = problemReply(problem)
  const headers = { ...security[reply.policy], ...reply.headers, Connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const body = typeof reply.body === 'string' ? reply.body : ''
  lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  const head = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${lines.join('\r\n')}`
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
}
