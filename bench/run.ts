/**
 * Runs every benchmark, one after the other, each in a process of its own. `npm run bench`, or
 * `node bench/run.ts frames search`. `--quick` runs short forms, of some. `--check` compares the ratios that they print
 * with those of `ratios.json` and fails on a regression; `--write` notes them there.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
  'simulator',
  'anonymous-clients',
  'page',
]
/** Those with a short form. */
const QUICK = ['frames', 'search', 'fan-out', 'click-to-wire']
/** What a busy machine does to a ratio is less than this; a short form measures little. */
const ALLOWED = { full: 1.5, quick: 4 } as const

type Ratios = Readonly<Record<string, number>>

const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')))
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const form = flags.has('--quick') ? 'quick' : 'full'
const known = form === 'quick' ? QUICK : ALL
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0)
  throw new Error(`no such benchmark: ${unknown.join(', ')}; there are ${known.join(', ')}`)

const path = join(import.meta.dirname, 'ratios.json')
const committed = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<typeof form, Ratios>>
const found = new Map<string, number>()
let failed = 0

for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n== ${name}`)
  const ratios = run(name)
  if (ratios === null) {
    failed += 1
    continue
  }
  for (const [what, value] of ratios) found.set(what, value)
  if (!flags.has('--check') || regressions(ratios).length === 0) continue
  // Another program may have taken the machine: only what is slow twice has become slow.
  console.log(`== ${name}, once more`)
  const again = run(name) ?? new Map<string, number>()
  const slow = regressions(ratios).filter((what) => regressions(again).includes(what))
  for (const what of slow) {
    console.log(`REGRESSION ${what}: ${again.get(what)?.toFixed(3)}, committed ${committed[form][what]}`)
  }
  failed += slow.length
}

if (flags.has('--write')) {
  const all = { ...committed, [form]: { ...committed[form], ...Object.fromEntries(found) } }
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`)
}
process.exitCode = failed === 0 ? 0 : 1

/** The ratios that one benchmark prints; null when it fails. */
function run(name: string): ReadonlyMap<string, number> | null {
  const args = [join(import.meta.dirname, `${name}.ts`), ...(form === 'quick' ? ['--quick'] : [])]
  const { status, stdout } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  process.stdout.write(stdout)
  if (status !== 0) return null
  const lines = stdout.matchAll(/^ratio (\S+) ([\d.]+)$/gm)
  return new Map([...lines].map(([, what = '', value]) => [what, Number(value)]))
}

/** Names of the ratios that are worse than the committed ones by more than a busy machine explains. */
function regressions(ratios: ReadonlyMap<string, number>): readonly string[] {
  return [...ratios].flatMap(([what, value]) => {
    const before = committed[form][what]
    return before !== undefined && value > before * ALLOWED[form] ? what : []
  })
}
