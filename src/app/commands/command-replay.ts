/** `sesame replay`: opens a report of any machine, without a venue, an account or settings. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '#lib/result.ts'
import { unpackReport, type OpenedReport } from '../assembly/opened-report.ts'
import { ensurePage, pageDirectory } from '../assembly/page.ts'
import { startReplay } from '../compose-replay.ts'
import { EXIT } from '../exit-codes.ts'
import { createLogger } from '../process/logger.ts'
import { openBrowser } from '../process/open-browser.ts'
import { projectRoot } from '../process/project-root.ts'
import { createRedactor } from '../process/redactor.ts'
import { runUntilSignal } from '../process/shutdown.ts'
import { systemClock } from '../process/system-clock.ts'
import { systemRandom } from '../process/system-random.ts'
import type { Terminal } from '../process/terminal-io.ts'

const LINGER_MS = 1_000
/** How the name of a directory begins into which a report is unpacked; the process id follows. */
const UNPACKED = 'sesame-replay-'

export type ReplayOptions = {
  readonly file: string
  /** 0 for any free one. */
  readonly port: number
  readonly open: boolean
}

/** Runs until a signal; answers the exit code. What it unpacks lies in a directory of its own and goes with it. */
export async function runReplay(options: ReplayOptions, terminal: Terminal): Promise<number> {
  process.umask(0o077)
  await removeLeft()
  const into = await mkdtemp(join(tmpdir(), `${UNPACKED}${process.pid}-`))
  let code: number = EXIT.refused
  try {
    const unpacked = await unpack(options.file, into, terminal)
    if (unpacked !== null) code = await show(unpacked, options, terminal)
  } finally {
    await rm(into, { recursive: true, force: true })
  }
  setTimeout(process.exit.bind(process), LINGER_MS, code).unref()
  return code
}

/** Directories of runs that were killed; whatever refuses stays. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = name.startsWith(UNPACKED) ? Number.parseInt(name.slice(UNPACKED.length), 10) : Number.NaN
    if (pid > 0 && !isRunning(pid))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Null when it was refused, in one line. */
async function unpack(file: string, into: string, terminal: Terminal): Promise<OpenedReport | null> {
  let unpacked: Result<OpenedReport, string>
  try {
    unpacked = await unpackReport(file, into)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    terminal.fail(`${file} cannot be opened: ${error.message}`)
    return null
  }
  if (unpacked.ok) return unpacked.value
  terminal.fail(`${file} ${unpacked.error}`)
  return null
}

async function show(report: OpenedReport, options: ReplayOptions, terminal: Terminal): Promise<number> {
  const redactor = createRedactor()
  const log = createLogger({
    level: 'warn',
    format: 'text',
    redactor,
    write: terminal.log,
    now: () => systemClock.now(),
  })
  const root = projectRoot()
  const page = await ensurePage(root, () => terminal.out('building the page...'))
  if (!page.ok) {
    terminal.fail(page.error)
    return EXIT.refused
  }
  const started = await startReplay({
    recording: report.recording,
    at: report.from,
    port: options.port,
    clock: systemClock,
    random: systemRandom,
    log,
    redactor,
    pageDirectory: pageDirectory(root),
  })
  if (!started.ok) {
    terminal.fail(started.error)
    return EXIT.refused
  }
  const { loginUrl, password } = started.value
  const [from, to] = [report.from, report.to].map((at) => new Date(at).toISOString())
  terminal.out(`REPLAY of ${from} to ${to}, recorded by Sesame ${report.version}; nothing is sent from here`)
  terminal.out(`Open it with this link, once and within 5 minutes: ${loginUrl}`)
  terminal.out(`Password for this run: ${password}`)
  if (options.open) {
    openBrowser(loginUrl, process.platform, () => terminal.fail('no browser could be opened'))
  }
  return await runUntilSignal({
    process: { on: process.on.bind(process), endNow: process.exit.bind(process) },
    onSignal: terminal.onSignal,
    stop: async () => {
      await started.value.stop()
      return EXIT.ok
    },
    clock: systemClock,
    log,
  })
}
