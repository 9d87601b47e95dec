/**
 * Breaks the product in the places of `test/asvs/`, one after the other, in a copy of the sources, and runs the test that has to fail
 * there. Arguments choose rows. A test that does not pass in the whole product, or was not run, shows nothing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { join } from 'node:path'
import type { Mutation } from '#test/asvs/mutation.ts'
import { MUTATIONS } from '#test/asvs/mutations.ts'
import { titlePattern } from './test-titles.ts'

const root = join(import.meta.dirname, '..')
const LIMIT_MS = 90_000
const LEFT_OUT = new Set(['.git', 'node_modules', 'data'].map((name) => join(root, name)))

type Verdict = 'noticed' | 'NOT NOTICED' | 'NOT RUN' | 'FAILS ANYWAY'

const wanted = process.argv.slice(2)
const chosen = MUTATIONS.filter(({ rows }) => wanted.length === 0 || rows.some((row) => wanted.includes(row)))
const copy = mkdtempSync(join(tmpdir(), 'sesame-mutate-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(path) })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const whole = new Map<string, Promise<'passed' | 'failed' | 'not run'>>()
const verdicts: Verdict[] = []
for (const mutation of chosen) {
  const verdict = await judge(mutation)
  verdicts.push(verdict)
  const { rows, file, test } = mutation
  console.log(`${verdict.padEnd(12)} ${rows.join(' ').padEnd(24)} ${file}: ${test.file} "${test.title}"`)
}
const noticed = new Set(
  chosen.filter((_, index) => verdicts[index] === 'noticed').flatMap(({ rows }) => rows),
)
console.log(
  `${verdicts.filter((verdict) => verdict === 'noticed').length} of ${chosen.length} places noticed, ${noticed.size} rows proven`,
)
process.exitCode = verdicts.every((verdict) => verdict === 'noticed') && chosen.length > 0 ? 0 : 1

async function judge(mutation: Mutation): Promise<Verdict> {
  const { file, find, put, test } = mutation
  const key = `${test.file} ${test.title}`
  const before = whole.get(key) ?? run(test)
  whole.set(key, before)
  const outcome = await before
  if (outcome !== 'passed') return outcome === 'failed' ? 'FAILS ANYWAY' : 'NOT RUN'
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(find, () => put),
  )
  const broken = await run(test)
  writeFileSync(path, text)
  return broken === 'failed' ? 'noticed' : broken === 'passed' ? 'NOT NOTICED' : 'NOT RUN'
}

/** The named test alone, with the page built for it when a browser opens it. A file that cannot even be loaded has not run it. */
async function run(test: Mutation['test']): Promise<'passed' | 'failed' | 'not run'> {
  if (test.file.startsWith('test/browser/'))
    await once(spawn(join(root, 'node_modules/.bin/vite'), ['build'], { cwd: copy }), 'close')
  const pattern = titlePattern(test.title)
  const line = new RegExp(`^\\s*([\u2714\u2716\u25b6]) ${pattern} \\(`)
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-timeout=${LIMIT_MS}`,
      '--test-reporter=spec',
      `--test-name-pattern=${pattern}`,
      test.file,
    ],
    { cwd: copy, stdio: ['ignore', 'pipe', 'ignore'], env: environment(), detached: true },
  )
  let outcome: 'passed' | 'failed' | 'not run' = 'not run'
  for await (const each of createInterface(child.stdout)) {
    if (!line.test(each)) continue
    outcome = each.includes('\u2716') ? 'failed' : 'passed'
    // An open handle of a failed test would keep its process alive until the timeout.
    if (outcome === 'failed') process.kill(-(child.pid ?? 0), 'SIGKILL')
    if (outcome === 'failed') break
  }
  return outcome
}

/** The runner of an outer test must not think that it is its own part. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...rest } = process.env
  return rest
}
