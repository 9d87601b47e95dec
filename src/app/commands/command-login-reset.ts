/** `sesame login-reset`: clears failed logins at the next login, in the running terminal or the next one. */
import { askForLoginReset } from '#store/login-failures.ts'
import { chosenData } from '../process/data-directory.ts'
import { databaseFaultText } from '../process/database-fault.ts'
import { EXIT } from '../exit-codes.ts'
import type { Terminal } from '../process/terminal-io.ts'

/** Writes the request into the data directory: only the running terminal writes to its database. */
export function runLoginReset(data: string | undefined, terminal: Terminal): number {
  const chosen = chosenData(data, terminal)
  if (chosen === null) return EXIT.refused
  try {
    askForLoginReset(chosen.directory)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    terminal.fail(databaseFaultText({ kind: 'unusable', detail }, chosen.directory))
    return EXIT.refused
  }
  terminal.out('Failed logins will be cleared at your next login.')
  return EXIT.ok
}
