/** The program `sesame`: picks the command, gives it the process, and turns its answer into the exit code. */
import { parseEnv } from 'node:util'
import { readEnvText, secretsIn } from './config/environment.ts'
import { EXIT } from './exit-codes.ts'
import { createRedactor } from './process/redactor.ts'
import type { Terminal } from './process/terminal-io.ts'
import { createTerminal } from './process/terminal-io.ts'

const USAGE = `sesame: a self-hosted terminal for one trader on a prediction-market venue

  sesame start                      start the terminal; with no configuration: a demo with a simulated venue
  sesame start --paper              the venue's real markets, orders on paper only (--paper-cash 1000)
  sesame setup                      ask for what a real venue needs and write .env
  sesame simulator --port N         the venue simulator alone (--seed S, --profile FILE, --profile-out FILE)
  sesame audit verify               check the audit log; exit code 1 and the first bad row when it is broken
  sesame audit rekey                note its heads under the present SESSION_SECRET, after that was changed
  sesame audit export               write the audit log as lines of JSON
  sesame backup DIRECTORY           copy the data directory, also while the terminal runs
  sesame restore DIRECTORY          put such a copy back; what was there is moved aside
  sesame hash-password              read a password, print its hash for UI_PASSWORD_HASH
  sesame login-reset                forget failed logins, so that the next login is not refused for them
  sesame doctor                     read-only checks of settings, host, audit log, venue and account (--json)
  sesame help                       this text

  audit, backup, restore, login-reset and doctor use the data directory of the configuration, or the one given with --data DIRECTORY.
  Settings: .env.example, docs/reference/settings.md`

type Command = (argv: readonly string[], terminal: Terminal) => Promise<number>

/** Each loads only what it needs. */
const COMMANDS: Readonly<Record<string, Command>> = {
  start: async (...call) => (await import('./commands/command-start.ts')).runStart(...call),
  setup: async (...call) => (await import('./commands/command-setup.ts')).runSetup(...call),
  simulator: async (...call) => (await import('./commands/command-simulator.ts')).runSimulator(...call),
  audit: async (...call) => (await import('./commands/command-audit.ts')).runAudit(...call),
  backup: async (...call) => (await import('./commands/command-backup.ts')).runBackup(...call),
  restore: async (...call) => (await import('./commands/command-backup.ts')).runRestore(...call),
  'hash-password': async (...call) =>
    (await import('./commands/command-hash-password.ts')).runHashPassword(...call),
  'login-reset': async (...call) =>
    (await import('./commands/command-login-reset.ts')).runLoginReset(...call),
  doctor: async (...call) => (await import('./commands/command-doctor.ts')).runDoctor(...call),
  help: async (_argv, terminal) => {
    terminal.out(USAGE)
    return EXIT.ok
  },
}

/** Runs one command line; answers the exit code. */
async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name = 'help', ...rest] = argv
  const command = COMMANDS[name === '--help' || name === '-h' ? 'help' : name]
  if (command === undefined) {
    terminal.fail(`there is no command ${JSON.stringify(name)}; sesame help lists them`)
    return EXIT.usage
  }
  return command(rest, terminal)
}

endWithWrapper()
// Nothing is left to do then; Node's own clearing up has been seen to wait for ever for a request of a closed socket.
// It also keeps Node from telling an uncaught error, which is why `crash` does.
process.once('exit', () => process.exit())
const secrets = secretsIn(process.env)
// Once the terminal runs it has listeners of its own, which log.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') === 1) crash(error)
})
try {
  process.exitCode = await main(process.argv.slice(2), createTerminal(process))
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
  const text = readEnvText('.env')
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
