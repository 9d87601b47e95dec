/** Runs every benchmark, one after the other, each in a process of its own. `npm run bench`, or `node bench/run.ts frames` */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ALL = [
  'frames',
  'long-frames',
  'search',
  'catalog',
  'lying-catalog',
  'fan-out',
  'notifications',
  'venue-size',
  'simulator',
  'anonymous-clients',
  'page',
]
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !ALL.includes(name))
if (unknown.length > 0)
  throw new Error(`no such benchmark: ${unknown.join(', ')}; there are ${ALL.join(', ')}`)

for (const name of asked.length > 0 ? asked : ALL) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
