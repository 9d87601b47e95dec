/** `sesame health`: asks the terminal of this configuration how it is, for a supervisor. */
import { PATHS } from '#contract/paths.ts'
import { EXIT } from '../exit-codes.ts'
import { runningTerminal } from '../process/running-terminal.ts'
import type { Terminal } from '../process/terminal-io.ts'

/**
 * Prints `ok` or `degraded`, which no restart would fix, or `refused: 403` of a terminal that answers only its proxy; 1 when
 * there is no answer.
 */
export async function runHealth(port: number | null, terminal: Terminal): Promise<number> {
  const ask = runningTerminal(terminal, port)
  if (ask === null) return EXIT.refused
  const answer = await ask(PATHS.health)
  if (answer === null) terminal.fail('the terminal does not answer')
  else terminal.out(/"status":"(\w+)"/.exec(answer.text)?.[1] ?? `refused: ${answer.status}`)
  return answer === null ? EXIT.refused : EXIT.ok
}
