/**
 * The whole product for tests: a simulated venue, a terminal, a data directory, a logged-in client. Both run in the process of the
 * test: a process of its own costs four times as much to start. What is shown of a process has one of its own.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startSimulator } from '#simulator/program.ts'
import type { RunningSimulator, SimulatorOptions } from '#simulator/running.ts'
import { hashPassword } from '#server/access/password.ts'
import { logIn, type Client } from './client.ts'
import { startOwnTerminal } from './own-terminal.ts'
import { runSesame, waitForOutput, type Program } from './program.ts'
import { waitFor } from './wait-for.ts'

export const PASSWORD = 'a password for tests only'
export const SESSION_SECRET = '9c1185a5c5e9fc54612808977ee8f548b2258d31f0ea4a1bb3b34b6dcb2ef1a7'
const HASH = await hashPassword(PASSWORD, new Uint8Array(16).fill(7), {
  memoryKib: 19_456,
  passes: 2,
  parallelism: 1,
  tagLength: 32,
})

/** Market visits of the simulated traders per second: books live, at a fifth of what the demo costs the processor. */
const TRADER_RATE = 8

type TestAccount = {
  readonly control_url: string
  readonly deposit_wallet: string
  readonly session_key: string
}

export type TestSimulator = {
  readonly profilePath: string
  readonly account: TestAccount
  /** A call of the control API: the path below `/_sim`; POST when there is a body, if not said otherwise. */
  readonly control: (path: string, body?: unknown, method?: string) => Promise<unknown>
  readonly stop: () => Promise<void>
}

export type TestTerminal = {
  readonly simulator: TestSimulator
  readonly dataDirectory: string
  /** Client of the present run; changes with a restart. */
  readonly client: () => Client
  /** Starts again, after a clean stop, on the same data and venue, and logs in. */
  readonly restart: (env?: Readonly<Record<string, string>>) => Promise<void>
  /** A clean stop; answers the exit code. */
  readonly stop: () => Promise<number | null>
}

export type TerminalProcess = Omit<TestTerminal, 'stop'> & {
  readonly program: () => Program
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
  /** A clean stop, by SIGTERM if not said otherwise; answers the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

type TerminalOptions = {
  readonly simulator?: TestSimulator
  readonly env?: Readonly<Record<string, string>>
  readonly dataDirectory?: string
  /** When it counts as started, if not once its health is ok. */
  readonly ready?: (url: string) => Promise<boolean>
}

/** An empty directory, gone after the test. */
export function temporaryDirectory(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sesame-test-'))
  context.after(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

/** Starts a simulated venue on free ports; it ends with the test. Simulated traders trade there unless options say otherwise. */
export async function startTestSimulator(
  context: TestContext,
  options: Omit<SimulatorOptions, 'port'> = {},
): Promise<TestSimulator & { readonly simulator: RunningSimulator }> {
  const simulator = await startSimulator({ port: 0, traderRate: TRADER_RATE, ...options })
  const profilePath = join(temporaryDirectory(context), 'profile.json')
  writeFileSync(profilePath, JSON.stringify(simulator.profile), { mode: 0o600 })
  let running = true
  const stop = async (): Promise<void> => {
    if (!running) return
    running = false
    await simulator.stop()
  }
  context.after(stop)
  return {
    simulator,
    profilePath,
    account: {
      control_url: simulator.controlUrl,
      deposit_wallet: simulator.accounts.depositWallet,
      session_key: simulator.accounts.sessionKey,
    },
    async control(path, body, method = body === undefined ? 'GET' : 'POST') {
      const answered = await fetch(`${simulator.controlUrl}/_sim${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const text = await answered.text()
      if (!answered.ok) throw new Error(`/_sim${path}: ${answered.status} ${text}`)
      return text === '' ? null : (JSON.parse(text) as unknown)
    },
    stop,
  }
}

/** The settings of a terminal on that venue. */
export function terminalEnvironment(simulator: TestSimulator, dataDirectory: string): Record<string, string> {
  return {
    HTTP_ADDR: '127.0.0.1:0',
    DATA_DIR: dataDirectory,
    LOG_FORMAT: 'json',
    UI_PASSWORD_HASH: HASH,
    SESSION_SECRET,
    LIVE_TRADING: 'true',
    VENUE_PROFILE: simulator.profilePath,
    VENUE_WALLET_ADDRESS: simulator.account.deposit_wallet,
    VENUE_SESSION_KEY: simulator.account.session_key,
  }
}

/** Settings that end or change the process in which the terminal is. */
const OF_PROCESS = ['SESAME_FAULTPOINTS', 'NODE_OPTIONS']

/**
 * Starts a terminal, and a simulator unless one is given, waits until its health is ok, and logs in. One whose environment ends or
 * changes its process has a process of its own.
 */
export async function startTerminal(
  context: TestContext,
  options: TerminalOptions = {},
): Promise<TestTerminal> {
  if (OF_PROCESS.some((name) => name in (options.env ?? {}))) return startTerminalProcess(context, options)
  const { simulator, dataDirectory, environment } = await placeOf(context, options)
  let running = await launch()
  context.after(() => running.stop())

  async function launch(
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly stop: () => Promise<number>; readonly client: Client }> {
    for (const name of OF_PROCESS) if (name in env) throw new Error(`${name} needs a process`)
    const terminal = await startOwnTerminal({ ...environment, ...env })
    try {
      await untilReady(terminal.url, options)
      return { stop: terminal.stop, client: await logIn(terminal.url, PASSWORD) }
    } catch (error) {
      await terminal.stop()
      throw new Error(`the terminal did not start: ${terminal.log()}`, { cause: error })
    }
  }

  return {
    simulator,
    dataDirectory,
    client: () => running.client,
    async restart(env) {
      await running.stop()
      running = await launch(env)
    },
    stop: () => running.stop(),
  }
}

/** The same as a process of its own, which can be killed and whose output can be read. */
export async function startTerminalProcess(
  context: TestContext,
  options: TerminalOptions & {
    /** After `start` on the command line. */
    readonly args?: readonly string[]
  } = {},
): Promise<TerminalProcess> {
  const { simulator, dataDirectory, environment } = await placeOf(context, options)
  const cwd = temporaryDirectory(context)
  let running = await launch()
  context.after(() => endProgram(running.program))

  async function launch(
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly program: Program; readonly client: Client }> {
    const program = runSesame(['start', ...(options.args ?? [])], { cwd, env: { ...environment, ...env } })
    try {
      const url = await waitForOutput(program, /Sesame is at (http\S+)/)
      await untilReady(url, options)
      return { program, client: await logIn(url, PASSWORD) }
    } catch (error) {
      program.kill('SIGKILL')
      throw new Error(`the terminal did not start: ${program.err()}`, { cause: error })
    }
  }

  return {
    simulator,
    dataDirectory,
    client: () => running.client,
    program: () => running.program,
    async kill(signal) {
      running.program.kill(signal)
      await running.program.ended
    },
    async restart(env) {
      if (running.program.isRunning()) await endProgram(running.program)
      running = await launch(env)
    },
    async stop(signal = 'SIGTERM') {
      running.program.kill(signal)
      return (await running.program.ended).code
    },
  }
}

async function placeOf(
  context: TestContext,
  options: TerminalOptions,
): Promise<{
  readonly simulator: TestSimulator
  readonly dataDirectory: string
  readonly environment: Readonly<Record<string, string>>
}> {
  const simulator = options.simulator ?? (await startTestSimulator(context))
  const dataDirectory = options.dataDirectory ?? join(temporaryDirectory(context), 'data')
  const environment = { ...terminalEnvironment(simulator, dataDirectory), ...options.env }
  return { simulator, dataDirectory, environment }
}

async function untilReady(url: string, { ready = isReady }: TerminalOptions): Promise<void> {
  await waitFor('the terminal to be ready', () => ready(url), 90_000)
}

/** True if `/api/health` answers ok. */
export async function isReady(url: string): Promise<boolean> {
  const health = (await fetch(`${url}/api/health`).then(
    (answered) => answered.json(),
    () => null,
  )) as { readonly status?: string } | null
  return health?.status === 'ok'
}

async function endProgram(program: Program): Promise<void> {
  if (!program.isRunning()) return
  program.kill('SIGTERM')
  const killer = setTimeout(() => program.kill('SIGKILL'), 12_000)
  await program.ended
  clearTimeout(killer)
}
