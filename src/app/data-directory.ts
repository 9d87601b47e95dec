/** The data directory of the commands that work on one without starting anything. */
import { chosenDataDirectory } from './config.ts'
import { takeEnvironment } from './environment.ts'
import type { Terminal } from './terminal-io.ts'

/** The one named with --data, else the configured one; null, told already, when the configuration cannot be read. */
export function dataDirectory(given: string | undefined, terminal: Terminal): string | null {
  if (given !== undefined) return given
  const environment = takeEnvironment(terminal.variables, terminal.directory)
  if (environment.ok) return chosenDataDirectory(environment.value)
  terminal.fail(`${environment.error.setting} ${environment.error.message}`)
  return null
}
