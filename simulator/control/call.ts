/** A call of the control API as data: from one table come the handlers and their validation. docs/simulator.md lists them. */
import { z } from 'zod'

import { jsonOf } from '../answers.ts'
import type { Route, VenueAnswer, VenueRequest } from '../http-server.ts'

export type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below `/_sim`; `:name` matches one segment. */
  readonly path: string
  readonly body: z.ZodType | null
  readonly run: (body: unknown, parameters: Readonly<Record<string, string>>) => Answered | Promise<Answered>
}

/** Answer of a call: a value, or a refusal with a clear text. */
export type Answered = { readonly json: unknown } | { readonly refused: number; readonly text: string }

/** A call without a body. */
export function reading(
  method: Call['method'],
  path: string,
  run: (parameters: Readonly<Record<string, string>>) => Answered | Promise<Answered>,
): Call {
  return { method, path, body: null, run: (_body, parameters) => run(parameters) }
}

/** A call whose body must fit `schema`; unknown fields are refused. */
export function changing<T extends z.ZodType>(
  path: string,
  schema: T,
  run: (body: z.infer<T>, parameters: Readonly<Record<string, string>>) => Answered | Promise<Answered>,
): Call {
  return {
    method: 'POST',
    path,
    body: schema,
    run: (body, parameters) => run(schema.parse(body), parameters),
  }
}

/** Handlers for the calls, each behind the checks that keep foreign pages and machines out. */
export function controlRoutes(calls: readonly Call[]): Route[] {
  return calls.map((call) => ({
    method: call.method,
    path: `/_sim${call.path}`,
    handler: async (request, parameters) => {
      if (!isLocal(request)) return refusal(403, 'the control API answers loopback callers only')
      const body =
        call.body === null ? { success: true as const, data: undefined } : readBody(call.body, request)
      if (!body.success) return refusal(400, body.text)
      const answered = await call.run(body.data, parameters)
      if ('refused' in answered) return refusal(answered.refused, answered.text)
      return { status: 200, text: JSON.stringify(answered.json, bigintsAsText) }
    },
  }))
}

type ReadBody =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly text: string }

function readBody(schema: z.ZodType, { body }: VenueRequest): ReadBody {
  const parsed = body.length === 0 ? {} : jsonOf(body)
  if (parsed === undefined) return { success: false, text: 'the body is not JSON' }
  const result = schema.safeParse(parsed)
  return result.success
    ? { success: true, data: result.data }
    : { success: false, text: z.prettifyError(result.error).replaceAll('\n', ' ') }
}

function refusal(status: number, text: string): VenueAnswer {
  return { status, json: { error: text } }
}

/** The caller sits on this machine and called it by a local name: a page of another origin has another one. */
function isLocal(request: VenueRequest): boolean {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  const address = request.remote.replace(/^::ffff:/, '')
  const local = address === '::1' || address.startsWith('127.')
  return local && request.headers.origin === undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(host)
}

function bigintsAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
