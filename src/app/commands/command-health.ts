/** `sesame health`: asks the terminal of this configuration how it is, for a supervisor. */
import { request } from 'node:http'
import { bracketed, hasPort } from '#server/access/hosts.ts'
import { createSettingsReader } from '../config/settings-reader.ts'
import { readHttp } from '../config/config-http.ts'
import { takeEnvironment } from '../config/environment.ts'
import { EXIT } from '../exit-codes.ts'
import type { Terminal } from '../process/terminal-io.ts'

const ANSWERS_WITHIN_MS = 4_000

/**
 * Prints `ok` or `degraded`, which no restart would fix, or `refused: 403` of a terminal that answers only its proxy; 1 when
 * there is no answer.
 */
export async function runHealth(terminal: Terminal): Promise<number> {
  const environment = takeEnvironment(terminal.variables, terminal.envFile)
  const http = environment.ok ? readHttp(createSettingsReader(environment.value), true) : null
  if (http === null) {
    terminal.fail('HTTP_ADDR cannot be used; run doctor')
    return EXIT.refused
  }
  const every = { '0.0.0.0': '127.0.0.1', '::': '::1' }[http.host]
  const [name = 'localhost'] = http.allowedHosts
  const named = every === undefined ? bracketed(http.host) : name
  const answer = await ask(every ?? http.host, http.port, hasPort(named) ? named : `${named}:${http.port}`)
  if (answer === null) terminal.fail('the terminal does not answer')
  else terminal.out(answer)
  return answer === null ? EXIT.refused : EXIT.ok
}

/** The state that it tells, or how it refused to; null when nothing answers. */
function ask(address: string, port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const asked = request(
      { host: address, port, path: '/api/health', headers: { host }, timeout: ANSWERS_WITHIN_MS },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve(/"status":"(\w+)"/.exec(text)?.[1] ?? `refused: ${answer.statusCode}`))
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(null))
    asked.end()
  })
}
