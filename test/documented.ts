/** The shell blocks of the documents, to be run as they stand. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from './free-port.ts'
import { isReady, temporaryDirectory } from './harness.ts'
import { waitFor } from './wait-for.ts'

const ROOT = join(import.meta.dirname, '..')
const NOT_COPIED = /^(?:\.git|node_modules|data|release|test-results|\.env|container\.env|venue\.json)$/

const SHELL_BLOCK = /^( *)```(?:sh|bash|console)\n([^]*?)\n\1```/gm

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

export type Running = {
  readonly url: string
  readonly out: () => string
  /** Ctrl C at the keyboard: every process of the block has it. */
  readonly stop: () => Promise<void>
}

export type Sandbox = {
  /** Where its terminals listen: the documents name 8080. */
  readonly port: number
  /** The checkout that the commands run in; its owner has no settings yet. */
  readonly checkout: string
  readonly home: string
  /** Replaces a program that no test may run; `body` is the script, which has `LOG` for the calls. */
  readonly standIn: (name: string, body: string) => void
  readonly run: (script: string) => Promise<Ran>
  /** Runs a script whose last command is a terminal, until that is ready. */
  readonly start: (script: string) => Promise<Running>
}

/** The shell blocks of README and docs, as `FILE: FIRST LINE`, without the indent of a list. */
export function shellBlocks(): ReadonlyMap<string, string> {
  const blocks = new Map<string, string>()
  for (const file of ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })]) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, indent = '', block = ''] of text.matchAll(SHELL_BLOCK)) {
      const lines = block.split('\n').map((line) => line.slice(indent.length))
      const key = `${file}: ${lines[0] ?? ''}`
      assert.ok(!blocks.has(key), `two blocks begin alike: ${key}`)
      blocks.set(key, lines.join('\n'))
    }
  }
  return blocks
}

/** Where the whole check has built a bundle, the commands run that: it starts in half the time. */
function takeBundle(checkout: string): void {
  const tested = process.env['PROGRAM_UNDER_TEST']
  if (tested === undefined) return
  rmSync(join(checkout, 'src', 'app', 'main.ts'))
  cpSync(join(tested, 'dist', 'program'), join(checkout, 'dist', 'program'), { recursive: true })
}

/** A home and a checkout of their own; nothing of the test's environment is there but PATH. */
export async function makeSandbox(context: TestContext): Promise<Sandbox> {
  const port = await freePort()
  const top = temporaryDirectory(context)
  const [checkout, home, bin] = [join(top, 'checkout'), join(top, 'home'), join(top, 'bin')]
  for (const directory of [checkout, home, bin]) mkdirSync(directory)
  for (const name of readdirSync(ROOT))
    if (!NOT_COPIED.test(name))
      // With its times: a page that looks older than its sources would be built.
      cpSync(join(ROOT, name), join(checkout, name), { recursive: true, preserveTimestamps: true })
  takeBundle(checkout)
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))

  function shell(script: string): ReturnType<typeof spawn> {
    return spawn('sh', ['-ec', script], {
      cwd: checkout,
      env: {
        PATH: [bin, process.env['PATH'] ?? ''].join(delimiter),
        HOME: home,
        HTTP_ADDR: `127.0.0.1:${port}`,
        LOG: join(top, 'called'),
        CHECKOUT: checkout,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
  }

  function follow(child: ReturnType<typeof spawn>): { out: string; err: string } {
    const said = { out: '', err: '' }
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.out += text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.err += text))
    return said
  }

  return {
    port,
    checkout,
    home,
    standIn: (name, body) => writeFileSync(join(bin, name), `#!/bin/sh\nset -eu\n${body}\n`, { mode: 0o700 }),
    async run(script) {
      const child = shell(script)
      const said = follow(child)
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, ...said }
    },
    async start(script) {
      const child = shell(script)
      const said = follow(child)
      const ended = once(child, 'close')
      const stop = async (): Promise<void> => {
        if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGINT')
        await ended
      }
      context.after(stop)
      const url = await waitFor(
        `the terminal of: ${script}`,
        () => {
          if (child.exitCode !== null) throw new Error(`${script} ended: ${said.out}${said.err}`)
          return /Sesame is at .*?(http:\/\/127[\d.:]+)/.exec(said.out)?.[1] ?? null
        },
        90_000,
      )
      await waitFor('the terminal to be ready', () => isReady(url), 90_000)
      return { url, out: () => said.out, stop }
    },
  }
}
