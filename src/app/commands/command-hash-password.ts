/** `sesame hash-password`: a password in, its argon2id text for UI_PASSWORD_HASH out; never echoed, never stored. */
import { EXIT } from '../exit-codes.ts'
import { hashNewPassword, passwordProblem } from '../process/new-password.ts'
import { ask, readLines } from '../process/prompt.ts'
import type { Terminal } from '../process/terminal-io.ts'

/** Reads the first line of a pipe, or asks twice on a screen. */
export async function runHashPassword(terminal: Terminal): Promise<number> {
  const asked = terminal.input.isTTY
  const password = asked
    ? await ask(terminal, 'Password: ', { hidden: true })
    : ((await readLines(terminal))[0] ?? '')
  if (password === null) return EXIT.refused
  if (asked && (await ask(terminal, 'Once more: ', { hidden: true })) !== password) {
    terminal.fail('The passwords do not match. Try again.')
    return EXIT.refused
  }
  const problem = passwordProblem(password)
  if (problem !== null) {
    terminal.fail(problem)
    return EXIT.refused
  }
  terminal.out(await hashNewPassword(password))
  if (asked) terminal.out('Put it into .env in single quotes: it contains $ signs.')
  return EXIT.ok
}
