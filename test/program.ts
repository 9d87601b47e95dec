/** Runs `sesame` as a child process, as its user would, with its output at hand. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { waitFor } from './wait-for.ts'

/** The checkout's sources, or the bundle that the whole check has built before. */
const BIN = join(process.env['PROGRAM_UNDER_TEST'] ?? join(import.meta.dirname, '..'), 'bin', 'sesame.js')

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type Program = {
  readonly pid: number
  /** Standard output and standard error so far. */
  readonly out: () => string
  readonly err: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  readonly ended: Promise<Ended>
  readonly isRunning: () => boolean
}

/** Starts one command. Nothing of the test's own environment reaches it but PATH. */
export function runSesame(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>>; readonly input?: string },
): Program {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'] ?? '', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  let running = true
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    running = false
    return { code: code as number | null, signal: signal as NodeJS.Signals | null }
  })
  return {
    pid: child.pid ?? -1,
    out: () => out,
    err: () => err,
    kill: (signal) => void child.kill(signal),
    ended,
    isRunning: () => running,
  }
}

/** Waits for text on standard output; fails at once, with what the program said, when it ends before. */
export async function waitForOutput(program: Program, pattern: RegExp, timeoutMs = 90_000): Promise<string> {
  const found = await waitFor(
    `${pattern} on the output`,
    () => {
      const match = pattern.exec(program.out())
      if (match === null && !program.isRunning()) {
        throw new Error(`the program ended before: ${program.out()}${program.err()}`)
      }
      return match
    },
    timeoutMs,
  )
  return found[1] ?? found[0]
}
