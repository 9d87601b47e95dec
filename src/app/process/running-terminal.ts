/** How a command asks the running terminal of this configuration: over HTTP, past a proxy, under a name that it answers to. */
import { request, type IncomingHttpHeaders } from 'node:http'
import type { PATHS } from '#contract/paths.ts'
import { bracketed, hasPort } from '#server/access/hosts.ts'
import { readHttp } from '../config/config-http.ts'
import { takeEnvironment } from '../config/environment.ts'
import { createSettingsReader } from '../config/settings-reader.ts'
import type { Terminal } from './terminal-io.ts'

const ANSWERS_WITHIN_MS = 4_000

type Route = Pick<(typeof PATHS)[keyof typeof PATHS], 'method'> & { readonly path: string }

export type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Null when nothing answers. */
export type Ask = (
  route: Route,
  options?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
) => Promise<Answer | null>

/**
 * @param port  in place of the one of HTTP_ADDR
 * @returns null, with the reason already printed, when the settings do not say where it is
 */
export function runningTerminal(terminal: Terminal, port: number | null): Ask | null {
  const environment = takeEnvironment(terminal.variables, terminal.envFile)
  const http = environment.ok ? readHttp(createSettingsReader(environment.value), true) : null
  if (http === null) {
    terminal.fail('HTTP_ADDR cannot be used; run doctor')
    return null
  }
  const at = port ?? http.port
  const every = { '0.0.0.0': '127.0.0.1', '::': '::1' }[http.host]
  const [name = 'localhost'] = http.allowedHosts
  const named = every === undefined ? bracketed(http.host) : name
  const host = hasPort(named) ? named : `${named}:${at}`
  const origin = `${http.cookieSecure ? 'https' : 'http'}://${host}`
  return ({ method, path }, { body, headers = {} } = {}) =>
    new Promise((resolve) => {
      const typed = body === undefined ? {} : { 'content-type': 'application/json' }
      const asked = request(
        {
          host: every ?? http.host,
          port: at,
          method,
          path,
          headers: { host, origin, ...typed, ...headers },
          timeout: ANSWERS_WITHIN_MS,
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (part: string) => (text += part))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
        },
      )
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => resolve(null))
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })
}
