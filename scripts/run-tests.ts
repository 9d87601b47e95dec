/**
 * Runs files of tests one after the other in this process (decision 51): starting a process and reading the program's code takes
 * longer than most files take to run. Processes with the same folder divide the files, and each takes the next that nobody has.
 *
 * node scripts/run-tests.ts <empty folder> <pattern of files>…
 */
import assert from 'node:assert/strict'
import { globSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endSharedParts, shareParts } from '#test/shared-parts.ts'

/** A file that takes longer has failed. */
const LIMIT_MS = 600_000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const root = join(import.meta.dirname, '..')
const [folder = '', ...patterns] = process.argv.slice(2)
await import('./follow-tests.ts')
const { after, describe } = await import('node:test')
const own = { setTimeout, fetch, environment: JSON.stringify(process.env) }

shareParts()
for (const [index, file] of longestFirst(patterns).entries()) {
  if (isMine(index)) await runFile(file)
}
await endSharedParts()

/** The largest files are mostly the longest: begun last, one would run on alone. */
function longestFirst(globs: readonly string[]): readonly string[] {
  const files = globs.flatMap((pattern) => globSync(pattern, { cwd: root }))
  const size = (file: string): number => statSync(join(root, file)).size
  return files.toSorted((one, other) => size(other) - size(one))
}

function isMine(index: number): boolean {
  try {
    writeFileSync(join(folder, String(index)), '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

/** Each file is a suite, so that its hooks are hooks of its own tests alone. Ends after the last of them. */
function runFile(file: string): Promise<void> {
  return new Promise((resolve) => {
    void describe(file, { timeout: LIMIT_MS }, async () => {
      const found = stateOfProcess()
      try {
        await import(pathToFileURL(join(root, file)).href)
      } finally {
        after(() => {
          resolve()
          assert.deepEqual(stateOfProcess(), found, `${file} leaves the process as it found it`)
        })
      }
    })
  })
}

/** The parts of a process that one file would find as another has left them; libraries mark their globals with two underlines. */
function stateOfProcess(): unknown {
  return {
    folder: process.cwd(),
    hasOwnEnvironment: JSON.stringify(process.env) === own.environment,
    hasOwnFunctions: setTimeout === own.setTimeout && fetch === own.fetch,
    onSignals: SIGNALS.map((signal) => process.listenerCount(signal)),
    globals: Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__')),
  }
}
