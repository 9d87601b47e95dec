/**
 * Typed calls of the terminal's own API. A call is sent once and never repeated: what happened to a command without an
 * answer is for the trader and the reconciliation to find out.
 */
import { encodeRequest } from '#contract/codec/requests.ts'
import { PATHS } from '#contract/paths.ts'
import { answerOf } from './answers.ts'
import type { Decoded } from './answers.ts'
import type { Operation, Request } from '#contract/routes.ts'
import { unreachable } from '#lib/never.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { ACCEPT, COMMON, READ_TIMEOUT_MS, readInit } from './requests.ts'
import type { Problem } from './wire.ts'

/** Why a call has no answer. After `network` and `timeout` a command may still have been carried out. */
export type ApiFault =
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'unreadable'; readonly status: number }

export type CallOptions = {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** Is carried on with when the page goes; for bodies below 64 KiB. */
  readonly keepalive?: boolean
}

export type Client = {
  readonly call: <Name extends Operation>(
    name: Name,
    input: Request<Name>,
    options?: CallOptions,
  ) => Promise<Result<Decoded<Name>, ApiFault>>
  /** Sets the token that every command carries. */
  readonly setCsrfToken: (token: string | null) => void
}

export type ClientOptions = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Called for every answer that reports no session. */
  readonly onNoSession: () => void
}

/** Builds the client. The browser sends the cookies: the page always has the same origin. */
export function createClient(options: ClientOptions): Client {
  let csrfToken: string | null = null

  async function send(
    name: Operation,
    address: string,
    body: unknown,
    call: CallOptions,
  ): Promise<Result<unknown, ApiFault>> {
    const { method } = PATHS[name]
    const timeout = AbortSignal.timeout(call.timeoutMs ?? READ_TIMEOUT_MS)
    const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal])
    function commandInit(): RequestInit {
      const headers: Record<string, string> = { ...ACCEPT, 'content-type': 'application/json' }
      if (csrfToken !== null) headers['x-csrf-token'] = csrfToken
      const { keepalive = false } = call
      return { ...COMMON, method, headers, body: JSON.stringify(body ?? {}), signal, keepalive }
    }

    let response: Response
    let text: string
    try {
      response = await options.fetch(address, method === 'GET' ? readInit(signal) : commandInit())
      text = await response.text()
    } catch {
      if (call.signal?.aborted === true) return err({ kind: 'aborted' })
      return err({ kind: timeout.aborted ? 'timeout' : 'network' })
    }
    if (response.status === 204) return ok(undefined)
    let answer: unknown
    try {
      answer = JSON.parse(text)
      if (response.ok) {
        const record = await answerOf(name)
        return ok(record === undefined ? answer : record.decode(answer))
      }
    } catch {
      return err({ kind: 'unreadable', status: response.status })
    }
    const problem = problemOf(answer)
    if (problem === null) return err({ kind: 'unreadable', status: response.status })
    if (problem.code === 'no_session') options.onNoSession()
    return err({ kind: 'problem', problem })
  }

  return {
    setCsrfToken(token) {
      csrfToken = token
    },
    async call(name, input, call = {}) {
      const sent = encodeRequest(input) as Sent
      const answer = await send(name, addressIn(name, sent), sent.body, call)
      return answer as Result<Decoded<typeof name>, ApiFault>
    },
  }
}

/** Address of an operation with its parameters and its query. */
export function addressOf<Name extends Operation>(name: Name, input: Omit<Request<Name>, 'body'>): string {
  return addressIn(name, encodeRequest(input) as Sent)
}

/** Parts of a request on the wire. */
type Sent = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function addressIn(name: Operation, { params = {}, query = {} }: Sent): string {
  const path = PATHS[name].path.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(params[part] ?? ''),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([part, value]) => [part, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Values of a problem document are the same on both sides. */
function problemOf(answer: unknown): Problem | null {
  const isObject = typeof answer === 'object' && answer !== null
  if (!isObject || !('code' in answer && 'status' in answer && 'title' in answer)) return null
  const named = Object.entries(answer).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(named) as Problem
}

/** Says in one sentence why there is no answer. */
export function faultText(fault: ApiFault): string {
  switch (fault.kind) {
    case 'problem': {
      const field = fault.problem.errors?.[0]
      if (field !== undefined) return `${fault.problem.title}: ${field.path} ${field.message}`
      return fault.problem.detail === '' ? fault.problem.title : fault.problem.detail
    }
    case 'network':
      return 'The terminal cannot be reached.'
    case 'timeout':
      return 'The terminal did not answer in time.'
    case 'aborted':
      return 'Given up.'
    case 'unreadable':
      return `The terminal gave an unreadable answer (${fault.status}).`
    default:
      return unreachable(fault)
  }
}
