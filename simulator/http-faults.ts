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

const TEXT_PLAIN = { 'content-type': 'text/plain; charset=UTF-8' }
const NOT_HANDLED: WireAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
}

/** Challenge that the delivery network in front of the venue shows a client that it does not let through. */
export const CHALLENGE: WireAnswer = {
  status: 403,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: Buffer.from(
    '<!doctype html><html><head><title>Just a moment...</title></head><body><h1>Just a moment...</h1></body></html>',
  ),
}

/** Before the body is read: the fault that has ended the connection, if any. */
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

/**
 * Sends what the fault makes of `answer`.
 *
 * @param answer  null when the request was not handled
 * @returns the status that went out; 0 for none
 */
export async function sendFaulty(
  fault: FiredFault,
  answer: WireAnswer | null,
  response: ServerResponse,
  errorBody: (status: number, text: string) => object,
): Promise<number> {
  const usual = answer ?? NOT_HANDLED
  const { status, headers, body } = usual
  switch (fault.name) {
    case 'http.hang_after_read':
      return 0
    case 'http.reset_after_read':
      response.socket?.resetAndDestroy()
      return 0
    case 'http.status':
      return sendStatus(fault, response, errorBody)
    case 'http.html_200':
    case 'http.html_403':
      return send(response, { ...CHALLENGE, status: fault.name === 'http.html_200' ? 200 : 403 })
    case 'http.error_code': {
      const code = fault.number('code', 1015)
      const refusal = fault.number('status', code === 1015 ? 429 : 403)
      return send(response, {
        status: refusal,
        headers: TEXT_PLAIN,
        body: Buffer.from(`error code: ${code}`),
      })
    }
    case 'http.pieces': {
      response.writeHead(status, headers)
      const size = Math.max(1, Math.ceil(body.length / Math.max(1, fault.number('n', 3))))
      for (let at = 0; at < body.length && !response.destroyed; at += size) {
        response.write(body.subarray(at, at + size))
        await wait(20)
      }
      response.end()
      return status
    }
    case 'http.truncated_body':
      response.writeHead(status, { ...headers, 'content-length': String(body.length + 1) })
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy())
      return status
    case 'http.empty_body':
      return send(response, { ...usual, body: Buffer.alloc(0) })
    case 'http.malformed_json':
      return send(response, { ...usual, body: Buffer.concat([body.subarray(0, -1), Buffer.from(',}')]) })
    case 'http.wrong_content_type':
      return send(response, {
        ...usual,
        headers: { ...headers, 'content-type': fault.text('type', 'text/plain') },
      })
    default:
      response.once('finish', () => response.socket?.destroy())
      return send(response, usual)
  }
}

/** Sends a plain answer, whose status it returns. */
export function send(response: ServerResponse, { status, headers, body }: WireAnswer): number {
  if (response.destroyed || response.headersSent) return 0
  response.writeHead(status, { ...headers, 'content-length': String(body.length) })
  response.end(body)
  return status
}

function sendStatus(
  fault: FiredFault,
  response: ServerResponse,
  errorBody: (status: number, text: string) => object,
): number {
  const { body, headers } = fault.args
  const code = validStatus(fault.number('code', 500))
  const json = body ?? errorBody(code, fault.text('text', 'Internal server error'))
  const text = typeof body === 'string' ? body : JSON.stringify(json)
  const extra = Object.entries(typeof headers === 'object' && headers !== null ? headers : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const sent = { 'content-type': 'application/json', ...Object.fromEntries(extra) }
  return send(response, { status: code, headers: sent, body: Buffer.from(text) })
}

function validStatus(code: number): number {
  return Number.isInteger(code) && code >= 200 && code <= 599 ? code : 500
}
