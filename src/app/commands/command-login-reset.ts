/** `sesame login-reset`: clears failed logins at the next login, in the running terminal or the next one. */
import { parseArgs } from 'node:util'
import { askForLoginReset } from '#store/login-failures.ts'
import { chosenData } from '../process/data-directory.ts'
import { databaseFaultText } from '../process/database-fault.ts'
import { EXIT } from '../exit-codes.ts'
import type { Terminal } from '../process/terminal-io.ts'

/** Writes the request into the data directory: only the running terminal writes to its database. */
export function runLoginReset(argv: readonly string[], terminal: Terminal): number {
  const given = readData(argv)
  if (given === null) {
    terminal.fail('usage: sesame login-reset [--data DIRECTORY]')
    return EXIT.usage
  }
  const chosen = chosenData(given.data, terminal)
  if (chosen === null) return EXIT.refused
  try {
    askForLoginReset(chosen.directory)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    terminal.fail(databaseFaultText({ kind: 'unusable', detail }, chosen.directory))
    return EXIT.refused
  }
  terminal.out('Failed logins are forgotten with the next login. Log in now.')
  return EXIT.ok
}

/** Null when the command line cannot be read. */
function readData(argv: readonly string[]): { readonly data: string | undefined } | null {
  try {
    const { values } = parseArgs({ args: [...argv], options: { data: { type: 'string' } } })
    return { data: values.data }
  } catch {
    return null
  }
}
