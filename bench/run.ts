/**
 * Runs every benchmark, one after the other, each in a process of its own. `npm run bench`, or
 * `node bench/run.ts frames search`. `--quick` runs short forms, of some. `--check` compares the ratios that they print
 * with those of `ratios.json` and fails on a regression; `--write` notes them there.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkBenchmark, readRatios, type Ratios } from './ratios.ts'

const ALL = [
  'frames',
  'long-frames',
  'search',
  'catalog',
  'lying-catalog',
  'fan-out',
  'click-to-wire',
  'notifications',
  'venue-size',
  'recorder',
  'replay',
  'simulator',
  'anonymous-clients',
  'page',
]
/** Those with a short form. */
const QUICK = ['frames', 'search', 'fan-out', 'click-to-wire']
/** Allowed noise of a ratio on a busy machine; a short form measures little. */
const ALLOWED = { full: 1.5, quick: 4 } as const

const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')))
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const form = flags.has('--quick') ? 'quick' : 'full'
const known = form === 'quick' ? QUICK : ALL
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0)
  throw new Error(`no such benchmark: ${unknown.join(', ')}; there are ${known.join(', ')}`)

const path = join(import.meta.dirname, 'ratios.json')
/** The ratios of each benchmark, by form. */
const committed = JSON.parse(readFileSync(path, 'utf8')) as Readonly<
  Record<typeof form, Readonly<Record<string, Ratios>>>
>
const hasClient = process.env['BENCH_CLIENT'] !== undefined
const allowed = flags.has('--check') ? ALLOWED[form] : null
const found: Record<string, Ratios> = {}
let failed = 0

for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n== ${name}`)
  const before = committed[form][name] ?? {}
  const { ratios, failures } =
    allowed === null ? once(name) : checkBenchmark(() => run(name), before, allowed, hasClient)
  if (ratios.size > 0) found[name] = { ...before, ...Object.fromEntries(ratios) }
  for (const failure of failures) console.log(`FAILED ${name}: ${failure}`)
  failed += failures.length
}

if (flags.has('--write')) {
  const all = { ...committed, [form]: { ...committed[form], ...found } }
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`)
}
process.exitCode = failed === 0 ? 0 : 1

function once(name: string): ReturnType<typeof checkBenchmark> {
  const ratios = run(name)
  return ratios === null ? { ratios: new Map(), failures: ['it failed'] } : { ratios, failures: [] }
}

/** The ratios that one benchmark prints; null when it fails. */
function run(name: string): ReadonlyMap<string, number> | null {
  const args = [join(import.meta.dirname, `${name}.ts`), ...(form === 'quick' ? ['--quick'] : [])]
  const { status, stdout } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  process.stdout.write(stdout)
  return status === 0 ? readRatios(stdout) : null
}
