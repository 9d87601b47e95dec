/** `sesame health`: asks the terminal of this configuration how it is, for a supervisor: past a proxy, under a name that it answers to. */
import { request } from 'node:http'
import { PATHS } from '#contract/paths.ts'
import { bracketed, hasPort } from '#server/access/hosts.ts'
import { readHttp } from '../config/config-http.ts'
import { takeEnvironment } from '../config/environment.ts'
import { createSettingsReader } from '../config/settings-reader.ts'
import { EXIT } from '../exit-codes.ts'
import type { Terminal } from '../process/terminal-io.ts'

const ANSWERS_WITHIN_MS = 4_000

/**
 * Prints `ok` or `degraded`, which no restart would fix, or `refused: 403` of a terminal that answers only its proxy; 1 when
 * there is no answer.
 *
 * @param port  in place of the one of HTTP_ADDR
 */
export async function runHealth(port: number | null, terminal: Terminal): Promise<number> {
  const environment = takeEnvironment(terminal.variables, terminal.envFile)
  if (!environment.ok) {
    terminal.fail('HTTP_ADDR cannot be used; run doctor')
    return EXIT.refused
  }
  const http = readHttp(createSettingsReader(environment.value), true)
  const answer = await ask({ ...http, port: port ?? http.port })
  if (answer === null) terminal.fail('the terminal does not answer')
  else terminal.out(/"status":"(\w+)"/.exec(answer.text)?.[1] ?? `refused: ${answer.status}`)
  return answer === null ? EXIT.refused : EXIT.ok
}

type Answer = { readonly status: number; readonly text: string }

/** Null when nothing answers. */
function ask({ host, port, allowedHosts }: ReturnType<typeof readHttp>): Promise<Answer | null> {
  const every = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host]
  const [name = 'localhost'] = allowedHosts
  const named = every === undefined ? bracketed(host) : name
  return new Promise((resolve) => {
    const asked = request(
      {
        host: every ?? host,
        port,
        path: PATHS.health.path,
        headers: { host: hasPort(named) ? named : `${named}:${port}` },
        timeout: ANSWERS_WITHIN_MS,
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(null))
    asked.end()
  })
}
