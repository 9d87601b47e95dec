/** Calls of the control API: routes with their validation. docs/simulator.md lists them. */
import { z } from 'zod'

import { jsonOf } from '../answers.ts'
import { Refusal, type Route, type VenueRequest } from '../http-server.ts'

type Parameters = Readonly<Record<string, string>>

/** A call without a body, below `/_sim`; what it returns is the answer. */
export function reading(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  run: (parameters: Parameters) => unknown,
): Route {
  return call(method, path, (_request, parameters) => run(parameters))
}

/** A call whose body must fit `schema`; unknown fields are refused. */
export function changing<T extends z.ZodType>(
  path: string,
  schema: T,
  run: (body: z.infer<T>) => unknown,
): Route {
  return call('POST', path, ({ body }) => {
    const parsed = body.length === 0 ? {} : jsonOf(body)
    if (parsed === undefined) throw new Refusal(400, 'the body is not JSON')
    const result = schema.safeParse(parsed)
    if (result.success) return run(result.data)
    throw new Refusal(400, z.prettifyError(result.error).replaceAll('\n', ' '))
  })
}

/** Behind the checks that keep foreign pages and machines out. */
function call(
  method: string,
  path: string,
  run: (request: VenueRequest, parameters: Parameters) => unknown,
): Route {
  return {
    method,
    path: `/_sim${path}`,
    handler: (request, parameters) => {
      if (!isLocal(request)) throw new Refusal(403, 'the control API answers loopback callers only')
      return { status: 200, text: JSON.stringify(run(request, parameters), bigintsAsText) }
    },
  }
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
