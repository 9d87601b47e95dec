/** The program `sesame`: gives the command line its process, and turns its answer into the exit code. */
import { parseEnv } from 'node:util'
import { runCommandLine } from './command-line/command-line.ts'
import { readEnvText, secretsIn } from './config/environment.ts'
import { EXIT } from './exit-codes.ts'
import { createRedactor } from './process/redactor.ts'
import { createTerminal } from './process/terminal-io.ts'

endWithWrapper()
// Nothing is left to do then; Node's own clearing up has been seen to wait for ever for a request of a closed socket.
// It also keeps Node from telling an uncaught error, which is why `crash` does.
process.once('exit', () => process.exit())
const secrets = secretsIn(process.env)
const terminal = createTerminal(process)
// Once the terminal runs it has listeners of its own, which log.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') === 1) crash(error)
})
try {
  process.exitCode = await runCommandLine(process.argv.slice(2), terminal)
} catch (error) {
  crash(error)
}

/** A bug before or beside a running terminal: reported without the secrets known here, whatever is still running. */
function crash(error: unknown): void {
  const redactor = createRedactor()
  for (const secret of [...secrets, ...secretsInFile()]) redactor.add(secret)
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`sesame: stopped by a bug: ${redactor.redact(words)}\n`)
  const endNow = process.exit.bind(process)
  endNow(EXIT.crashed)
}

function secretsInFile(): readonly string[] {
  const text = readEnvText(terminal.envFile)
  return text.ok ? secretsIn(parseEnv(text.value)) : []
}

/** Started by bin/sesame.js on a Node that cannot replace itself: the program must not outlive a killed wrapper. */
function endWithWrapper(): void {
  const wrapped = process.env['SESAME_WRAPPED'] === '1'
  delete process.env['SESAME_WRAPPED']
  if (!wrapped || process.channel === undefined) return
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
}
