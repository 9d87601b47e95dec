/** `sesame simulator`: the venue alone. */
import { runSimulatorCommand } from '#simulator/program.ts'
import type { Terminal } from '../process/terminal-io.ts'

/** Runs until a signal; answers the exit code. */
export async function runSimulator(argv: readonly string[], terminal: Terminal): Promise<number> {
  const ended = new Promise<void>((resolve) => terminal.onSignal(resolve))
  return runSimulatorCommand(argv, { out: terminal.out, fail: terminal.fail, ended })
}
