// The `http.` family of faults: what happens to the connection and the bytes of one request and its answer.
// A fault before the handler means that the venue never acted; one after it means that it did.
import { setTimeout as wait } from 'node:timers/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { actingAt } from './faults/table.ts'
import type { Faults } from './faults/faults.ts'
import type { FaultSubject, FiredFault } from './faults/types.ts'

/** An answer as it goes out: status, headers and exact bytes. */
export type WireAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const HTML = Buffer.from(
  '<!doctype html><html><head><title>Just a moment...</title></head><body><h1>Just a moment...</h1></body></html>',
)
const TEXT_HTML = { 'content-type': 'text/html; charset=UTF-8' }
const TEXT_PLAIN = { 'content-type': 'text/plain; charset=UTF-8' }
const NOT_HANDLED: WireAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
}

/** Challenge that the delivery network in front of the venue shows a client that it does not let through. */
export const CHALLENGE: WireAnswer = { status: 403, headers: TEXT_HTML, body: HTML }

/** Before the body is read. True when the connection is gone. */
export function faultBeforeRead(
  faults: Faults,
  subject: FaultSubject,
  request: IncomingMessage,
): FiredFault | null {
  const fault = faults.first(
    subject,
    'http.drop_before_read',
    'http.reset_before_read',
    'http.refuse_connect',
  )
  if (fault === null) return null
  if (fault.name === 'http.drop_before_read') request.socket.destroy()
  else request.socket.resetAndDestroy()
  return fault
}

/** How long the request must wait, all delay rules together, in milliseconds. */
export function faultDelay(faults: Faults, subject: FaultSubject, random: () => number): number {
  return faults
    .all(subject, 'http.delay')
    .reduce((sum, fault) => sum + fault.number('ms', 0) + Math.floor(random() * fault.number('jitter', 0)), 0)
}

const INSTEAD = actingAt('http', 'instead')
const AFTERWARDS = actingAt('http', 'after')

type AnswerFault = { readonly fault: FiredFault; readonly handled: boolean }

/** The fault that shapes the answer, if any, and whether the venue acts on the request all the same. */
export function faultOfAnswer(faults: Faults, subject: FaultSubject): AnswerFault | null {
  const fault = faults.first(subject, ...INSTEAD, ...AFTERWARDS)
  if (fault === null) return null
  return { fault, handled: fault.flag('handled', AFTERWARDS.includes(fault.name)) }
}

/** Sends what the fault makes of `answer`; null when the request was not handled. */
export async function sendFaulty(
  fault: FiredFault,
  answer: WireAnswer | null,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = answer ?? NOT_HANDLED
  switch (fault.name) {
    case 'http.hang_after_read':
      return
    case 'http.reset_after_read':
      response.socket?.resetAndDestroy()
      return
    case 'http.status':
      sendStatus(fault, response)
      return
    case 'http.html_200':
    case 'http.html_403':
      send(response, fault.name === 'http.html_200' ? 200 : 403, TEXT_HTML, HTML)
      return
    case 'http.error_code': {
      const code = fault.number('code', 1015)
      const refusal = fault.number('status', code === 1015 ? 429 : 403)
      send(response, refusal, TEXT_PLAIN, Buffer.from(`error code: ${code}`))
      return
    }
    case 'http.pieces': {
      response.writeHead(status, headers)
      const size = Math.max(1, Math.ceil(body.length / Math.max(1, fault.number('n', 3))))
      for (let at = 0; at < body.length && !response.destroyed; at += size) {
        response.write(body.subarray(at, at + size))
        await wait(20)
      }
      response.end()
      return
    }
    case 'http.truncated_body':
      response.writeHead(status, { ...headers, 'content-length': String(body.length + 1) })
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy())
      return
    case 'http.empty_body':
      send(response, status, headers, Buffer.alloc(0))
      return
    case 'http.malformed_json':
      send(response, status, headers, Buffer.concat([body.subarray(0, -1), Buffer.from(',}')]))
      return
    case 'http.wrong_content_type':
      send(response, status, { ...headers, 'content-type': fault.text('type', 'text/plain') }, body)
      return
    default:
      send(response, status, headers, body)
      response.once('finish', () => response.socket?.destroy())
  }
}

/** Sends a plain answer. */
export function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): void {
  if (response.destroyed || response.headersSent) return
  response.writeHead(status, { ...headers, 'content-length': String(body.length) })
  response.end(body)
}

function sendStatus(fault: FiredFault, response: ServerResponse): void {
  const { body, headers } = fault.args
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? { error: 'Internal server error' })
  const extra = Object.entries(typeof headers === 'object' && headers !== null ? headers : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  send(
    response,
    validStatus(fault.number('code', 500)),
    { 'content-type': 'application/json', ...Object.fromEntries(extra) },
    Buffer.from(text),
  )
}

function validStatus(code: number): number {
  return Number.isInteger(code) && code >= 200 && code <= 599 ? code : 500
}
