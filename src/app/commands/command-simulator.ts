/** `sesame simulator`: the venue alone. */
import { runSimulatorCommand } from '#simulator/program.ts'
import type { Terminal } from '../process/terminal-io.ts'

/** Runs until a signal; answers the exit code. */
export async function runSimulator(
  options: Parameters<typeof runSimulatorCommand>[0],
  terminal: Terminal,
): Promise<number> {
  const ended = new Promise<void>((resolve) => terminal.onSignal(resolve))
  return runSimulatorCommand(options, { out: terminal.out, fail: terminal.fail, ended })
}
