/** The whole product for tests: a simulated venue and a terminal as processes, a data directory, a logged-in client. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { hashPassword } from '#server/access/password.ts'
import { logIn, type Client } from './client.ts'
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

type TestAccount = {
  readonly control_url: string
  readonly deposit_wallet: string
  readonly session_key: string
}

export type TestSimulator = {
  readonly profilePath: string
  readonly account: TestAccount
  /** A call of the control API: the path below `/_sim`, POST when there is a body. */
  readonly control: (path: string, body?: unknown) => Promise<unknown>
  readonly stop: () => Promise<void>
}

export type TestTerminal = {
  readonly simulator: TestSimulator
  readonly dataDirectory: string
  /** Client of the present process; changes with a restart. */
  readonly client: () => Client
  readonly program: () => Program
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
  /** Restarts the process on the same data and venue, and logs in. */
  readonly restart: (env?: Readonly<Record<string, string>>) => Promise<void>
  /** A clean stop, by SIGTERM if not said otherwise; answers the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** An empty directory, gone after the test. */
export function temporaryDirectory(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sesame-test-'))
  context.after(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

/** Starts a simulated venue on free ports; it ends with the test. */
export async function startTestSimulator(
  context: TestContext,
  args: readonly string[] = [],
): Promise<TestSimulator> {
  const directory = temporaryDirectory(context)
  const profilePath = join(directory, 'profile.json')
  const program = runSesame(['simulator', '--port', '0', '--profile-out', profilePath, ...args], {
    cwd: directory,
  })
  context.after(() => endProgram(program))
  await waitForOutput(program, /ws_sports \S+/)
  const { simulator } = JSON.parse(readFileSync(profilePath, 'utf8')) as { readonly simulator: TestAccount }
  return {
    profilePath,
    account: simulator,
    async control(path, body) {
      const answered = await fetch(`${simulator.control_url}/_sim${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const text = await answered.text()
      if (!answered.ok) throw new Error(`/_sim${path}: ${answered.status} ${text}`)
      return text === '' ? null : (JSON.parse(text) as unknown)
    },
    stop: () => endProgram(program),
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

/** Starts a terminal, and a simulator unless one is given, waits until its health is ok, and logs in. */
export async function startTerminal(
  context: TestContext,
  options: {
    readonly simulator?: TestSimulator
    readonly env?: Readonly<Record<string, string>>
    readonly dataDirectory?: string
    /** After `start` on the command line. */
    readonly args?: readonly string[]
    /** When it counts as started, if not once its health is ok. */
    readonly ready?: (url: string) => Promise<boolean>
  } = {},
): Promise<TestTerminal> {
  const simulator = options.simulator ?? (await startTestSimulator(context))
  const dataDirectory = options.dataDirectory ?? join(temporaryDirectory(context), 'data')
  const cwd = temporaryDirectory(context)
  let running = await launch()
  context.after(() => endProgram(running.program))

  async function launch(
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly program: Program; readonly client: Client }> {
    const program = runSesame(['start', ...(options.args ?? [])], {
      cwd,
      env: { ...terminalEnvironment(simulator, dataDirectory), ...options.env, ...env },
    })
    try {
      const url = await waitForOutput(program, /Sesame is at (http\S+)/)
      await waitFor('the terminal to be ready', () => (options.ready ?? isReady)(url), 90_000)
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
