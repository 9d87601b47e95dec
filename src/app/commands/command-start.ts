/** `sesame start`: checks the configuration, starts everything, prints the address, and stops on a signal. */
import { err } from '#lib/result.ts'
import { VERSION } from '#lib/user-agent.ts'
import { startTerminal, type RunningTerminal } from '../compose.ts'
import { readConfiguration, type Configuration, type PaperChoice } from '../config/config.ts'
import { configurationTools } from '../config/configuration-tools.ts'
import { takeEnvironment, type Environment } from '../config/environment.ts'
import { EXIT } from '../exit-codes.ts'
import { createLogger } from '../process/logger.ts'
import { shownSettings } from '../assembly/report.ts'
import { ensurePage, pageDirectory } from '../assembly/page.ts'
import { openBrowser } from '../process/open-browser.ts'
import { projectRoot } from '../process/project-root.ts'
import { createRedactor } from '../process/redactor.ts'
import { runUntilSignal } from '../process/shutdown.ts'
import { systemClock } from '../process/system-clock.ts'
import { systemRandom } from '../process/system-random.ts'
import type { Terminal } from '../process/terminal-io.ts'

const LINGER_MS = 1_000
const DEFAULT_ADDRESS = '127.0.0.1:8080'

export type StartOptions = {
  /** Port instead of HTTP_ADDR's; null: as configured. */
  readonly port: number | null
  /** In place of DATA_DIR; null: as configured. */
  readonly data: string | null
  readonly open: boolean
  readonly paper: PaperChoice | null
}

/** Runs until a signal; answers the exit code. */
export async function runStart(options: StartOptions, terminal: Terminal): Promise<number> {
  // Files that this process makes are for its owner only.
  process.umask(0o077)
  const environment = takeEnvironment(terminal.variables, terminal.envFile)
  const tools = await configurationTools(terminal.interactive, systemRandom)
  const read = environment.ok
    ? readConfiguration(withOptions(environment.value, options), tools, options.paper)
    : err([environment.error])
  if (!read.ok) {
    for (const { setting, message } of read.error) terminal.fail(`${setting} ${message}`)
    return EXIT.refused
  }
  const configuration = read.value
  const redactor = createRedactor()
  for (const secret of configuration.secrets()) redactor.add(secret)
  const { level, format } = configuration.log
  const log = createLogger({ level, format, redactor, write: terminal.log, now: () => systemClock.now() })
  for (const name of configuration.unknownNames) log.warn('config.unknown_setting', { name })

  const root = projectRoot()
  const page = await ensurePage(root, () => terminal.out('building the page...'))
  if (!page.ok) {
    terminal.fail(page.error)
    return EXIT.refused
  }
  const started = await startTerminal({
    configuration,
    clock: systemClock,
    random: systemRandom,
    log,
    redactor,
    version: VERSION,
    envFile: terminal.envFile,
    shownSettings: environment.ok ? shownSettings(environment.value) : {},
    pageDirectory: pageDirectory(root),
  })
  if (!started.ok) {
    terminal.fail(started.error.message)
    return started.error.exitCode
  }
  announce(configuration, started.value, terminal)
  if (options.open) {
    const { loginUrl, pageUrl } = started.value
    openBrowser(loginUrl ?? pageUrl, process.platform, () => terminal.fail('no browser could be opened'))
  }
  const endNow = process.exit.bind(process)
  const code = await runUntilSignal({
    process: { on: process.on.bind(process), endNow },
    onSignal: terminal.onSignal,
    onFailure: started.value.takeFailure,
    stop: async () => ((await started.value.stop()).areCancelsConfirmed ? EXIT.ok : EXIT.cancelUnconfirmed),
    clock: systemClock,
    log,
  })
  // All is closed and written: what still waits holds nothing, and must not hold the process.
  setTimeout(endNow, LINGER_MS, code).unref()
  return code
}

/** The command line wins over the environment. */
function withOptions(environment: Environment, { port, data }: StartOptions): Environment {
  const merged = new Map(environment)
  if (data !== null) merged.set('DATA_DIR', data)
  if (port !== null) {
    const address = merged.get('HTTP_ADDR') || DEFAULT_ADDRESS
    merged.set('HTTP_ADDR', address.replace(/:\d*$/, `:${port}`))
  }
  return merged
}

/** The address that works and, for a simulated run without a configured one, the password: on standard output, this once. */
function announce(configuration: Configuration, running: RunningTerminal, terminal: Terminal): void {
  const isReadOnly = configuration.account === null || configuration.account.sessionKey === null
  const isPaper = configuration.paper !== null
  const kinds = {
    demo: ' (demo: simulated venue)',
    simulator: ' (simulated venue)',
    venue: isPaper
      ? ' (PAPER: real markets, orders on paper, nothing is sent)'
      : isReadOnly
        ? ' (read-only: no session key, markets only)'
        : '',
  }
  const behind = running.pageUrl.startsWith('https:')
    ? `, behind its TLS proxy, which reaches it at ${running.url}`
    : ''
  terminal.out(`Sesame is at ${running.pageUrl}${kinds[configuration.mode]}${behind}`)
  if (running.storageProblem !== null) terminal.fail(running.storageProblem)
  if (running.loginUrl !== null) {
    terminal.out(`Log in with this link, once and within 5 minutes: ${running.loginUrl}`)
  }
  if (running.throwAwayPassword !== null) {
    terminal.out(`Password for this run: ${running.throwAwayPassword}`)
  }
}
