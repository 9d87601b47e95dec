// Rules shown here: PAGE-10.
/** How much of the page has to be loaded: compressed, of the files as they were built. Sizes only, nothing is timed. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const PAGE = join(import.meta.dirname, '..', '..', 'dist', 'web')
const KIB = 1_024

const LIMITS = { first: 220 * KIB, all: 445 * KIB, styles: 19 * KIB } as const

const text = (path: string): string => readFileSync(join(PAGE, path), 'utf8')

function compressed(paths: Iterable<string>): number {
  let sum = 0
  for (const path of paths) sum += gzipSync(readFileSync(join(PAGE, path)), { level: 9 }).length
  return sum
}

/** A script and everything that it imports before it runs; what it asks for later is not among it. */
function withImports(path: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(path)) return known
  known.add(path)
  for (const [, name = ''] of text(path).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g)) {
    withImports(join('assets', name), known)
  }
  return known
}

test('the page loads within its budgets: 220 KiB of script first, 445 in all, 19 of styles', (context) => {
  assert.ok(existsSync(join(PAGE, 'index.html')), 'the page is built first: npm run build')
  const page = text('index.html')
  const asked = [...page.matchAll(/<script type="module"[^>]* src="\/(assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  const nameOf = (path: string) => /\w+/.exec(path.slice('assets/'.length))?.[0]
  const [runtime = '', ...scriptsOfFirstView] = asked
  assert.equal(nameOf(runtime), 'rolldown')
  assert.ok(compressed([runtime]) < KIB, "the bundler's own part stays under a KiB")
  assert.deepEqual(
    scriptsOfFirstView.map(nameOf),
    ['early', 'page'],
    'the first view is two scripts, the one that asks before the other',
  )
  const assets = readdirSync(join(PAGE, 'assets')).map((name) => join('assets', name))
  const scripts = assets.filter((name) => name.endsWith('.js'))
  const sizes = {
    first: compressed(new Set(asked.flatMap((path) => [...withImports(path)]))),
    all: compressed(scripts),
    styles: compressed(assets.filter((name) => name.endsWith('.css'))),
  }
  context.diagnostic(
    `script first ${Math.ceil(sizes.first / KIB)} KiB, in all ${Math.ceil(sizes.all / KIB)}, styles ${Math.ceil(sizes.styles / KIB)}`,
  )
  assert.deepEqual(
    [...withImports(scriptsOfFirstView[1] ?? '')].toSorted(),
    asked.toSorted(),
    'they import no further one',
  )
  assert.ok(sizes.first > 50 * KIB, 'the first load has been found')
  for (const name of ['first', 'all', 'styles'] as const) {
    assert.ok(sizes[name] <= LIMITS[name], `${name}: ${sizes[name]} bytes of ${LIMITS[name]}`)
  }
})

test('tokens and small controls come before every other style: sheets that go further than they do win', () => {
  const sheets = [...text('index.html').matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)]
  const styles = sheets.map(([, path = '']) => text(path)).join('\n')
  const places = [':root{', '.button{', '.shell-top-bar{'].map((start) => styles.indexOf(start))
  assert.ok(places.every((place) => place >= 0))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  for (const part of ['.ticket{', '.ladder-row{', '.positions ']) {
    assert.ok(styles.indexOf(part) > (places[1] ?? Infinity), part)
  }
})
