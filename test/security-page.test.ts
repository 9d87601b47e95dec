/** docs/security.md is worth something only while it says what the code does. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { secretsIn } from '#app/config/environment.ts'
import { passwordProblem } from '#app/process/new-password.ts'
import { SETTINGS } from '#app/config/setting-table.ts'
import { formatMicros, micros } from '#core/money.ts'
import { REJECT_TEXT } from '#core/reject-codes.ts'
import { DEFAULT_CEILINGS, DEFAULT_LIMITS } from '#core/risk-limits.ts'
import { snake } from '#contract/codec/codec.ts'
import { routes, type Route } from '#contract/routes.ts'
import { openMemory } from '#store/schema.ts'
import { testProfileJson } from '#venue/testing/venue.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/security.md')

/** A chapter of the page. */
function chapter(title: string): string {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${title}\n`))
  assert.ok(text !== undefined, title)
  return text
}

const named = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** Sources of the running program, without its tests. */
const SOURCES = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.includes('.test.') && !path.includes('/testing/'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: read(path) }))

describe('the security page', () => {
  test('names every setting that is a secret', () => {
    const secret = Object.keys(SETTINGS).filter((name) => secretsIn({ [name]: 'x' }).length > 0)
    const listed = /^Secrets: ([^.]+)\./ms.exec(chapter('Data'))?.[1] ?? ''
    assert.deepEqual(named(listed).toSorted(), secret.toSorted())
  })

  test('names every table of the database and every file of the data directory with its class', () => {
    const sqlite = openMemory({ installId: '', now: 0, paperCash: micros(1n) })
    const tables = sqlite
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()
      .map(({ name }) => String(name))
    sqlite.close()
    const classes = [...chapter('Data').matchAll(/^\| (\w[\w ]*\w) +\| [^`]/gm)].map(([, name = '']) => name)
    const kept = [...chapter('Data').matchAll(/^\| (`.+?) +\| (\w[\w ]*\w) +\|$/gm)]
    assert.deepEqual(
      kept.flatMap(([, names = '']) => named(names)).toSorted(),
      [...tables, 'audit-heads.txt', 'catalog.ndjson', 'recording'].toSorted(),
    )
    for (const [, , name = ''] of kept) assert.ok(classes.includes(name), name)
  })

  test('lists every bound of input as the code has it', () => {
    assert.ok(boundsOf('Input') >= 12)
  })

  test('every rule by which an order is refused is in docs/reference/reject-codes.md in the words of the code', () => {
    const [, rules = ''] = read('docs/reference/reject-codes.md').split(/^## /m)
    const rows = [...rules.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)]
    assert.deepEqual(
      rows.map(([, code, words]) => [code, words]),
      Object.entries(REJECT_TEXT),
    )
    assert.match(chapter('Input'), /\(\[reference\/reject-codes\.md\]\(reference\/reject-codes\.md\)/)
  })

  test('the limits of trading and their ceilings are in docs/trading.md as the code has them', () => {
    const shown = (value: bigint | number, none: string): string => {
      if (Number(value) === 0) return none
      return typeof value === 'bigint' ? formatMicros(micros(value)) : String(value)
    }
    const rows = [...read('docs/trading.md').matchAll(/^\| `(\w+)` +\| (\S+) +\| (\S+) +\| \S/gm)]
    assert.deepEqual(
      rows.map(([, ...cells]) => cells.slice(0, 3)),
      (Object.keys(DEFAULT_LIMITS) as (keyof typeof DEFAULT_LIMITS)[]).map((name) => [
        snake(name),
        shown(DEFAULT_LIMITS[name], 'off'),
        shown(DEFAULT_CEILINGS[name], 'none'),
      ]),
    )
  })

  test('lists every bound of login and sessions as the code has it', () => {
    assert.ok(boundsOf('Login') >= 9)
  })

  test('documents for every secret how it is made and changed', () => {
    const rows =
      read('docs/operations.md')
        .split(/^## /m)
        .find((part) => part.startsWith('Keys\n')) ?? ''
    const listed = rows
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => named(line.split('|')[1] ?? ''))
    const secret = Object.keys(SETTINGS).filter((name) => secretsIn({ [name]: 'x' }).length > 0)
    assert.deepEqual(listed.toSorted(), secret.toSorted())
  })

  test('lists the bounds of what costs much as the code has them', () => {
    assert.ok(boundsOf('What costs much') >= 3)
  })

  test('names every word that counts for nothing in a password', () => {
    const listed = /words of the product for nothing: ([^.]+)\./s.exec(chapter('Login'))?.[1] ?? ''
    assert.ok(named(listed).length >= 8)
    for (const word of named(listed))
      assert.notEqual(passwordProblem(`${word} ${word} ${word}!`.padEnd(12, '1')), null, word)
  })

  test('names every operation that needs no session', () => {
    const all = Object.entries(routes as Readonly<Record<string, Route>>)
    const free = all.filter(([, { auth }]) => auth !== 'session').map(([name]) => name)
    const line = /^Without a session: .*$/m.exec(chapter('Rights'))?.[0] ?? ''
    assert.deepEqual(named(line).toSorted(), free.toSorted())
  })

  test('names every file that computes with keys, hashes or chance', () => {
    const computes = /from '(?:node:crypto|hash-wasm|@bitauth\/[^']+|@noble\/[^']+)'/
    const found = SOURCES.filter(({ text }) =>
      text.split('\n').some((line) => computes.test(line) && !line.startsWith('import type')),
    )
    const listed = chapter('Keys and cryptography')
      .split('\n')
      .flatMap((line) => /^\| `(src\/[^`]+)`/.exec(line)?.[1] ?? [])
    assert.deepEqual(listed.toSorted(), found.map(({ path }) => path).toSorted())
  })

  test('names every address that may be connected to', () => {
    const { urls } = testProfileJson('https://venue.example', { chat: 'https://chat.example' }) as {
      urls: object
    }
    const listed = /of the venue profile: ([^.]+)\./s.exec(chapter('Connections'))?.[1] ?? ''
    assert.deepEqual(named(listed).toSorted(), Object.keys(urls).toSorted())
    const opening =
      /new Pool\(|new WebSocket\(|\bfetch\(|import \{[^}]*\b(?:connect|request|get)\b[^}]*\} from 'node:/
    const opens = SOURCES.filter(({ path, text }) => !path.startsWith('src/web/') && opening.test(text))
    const files = /They are opened in\s([^;]+);/.exec(chapter('Connections'))?.[1] ?? ''
    assert.deepEqual(
      named(files)
        .filter((name) => name.startsWith('src/'))
        .toSorted(),
      opens.map(({ path }) => path).toSorted(),
    )
  })

  test('has a row for every kind of event of the log, and none without an event', () => {
    const call = /\blog(?:\.(?:info|warn|error|debug)|\[level\])\(\s*['`]([a-z_]+)/g
    const kinds = new Set(
      SOURCES.flatMap(({ text }) => [...text.matchAll(call)].map(([, kind = '']) => kind)),
    )
    const rows = chapter('Log')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const listed = rows.flatMap((line) =>
      named(line.split('|')[1] ?? '').map((name) => name.replace('.*', '')),
    )
    assert.deepEqual(listed.toSorted(), [...kinds].toSorted())
  })

  test('names a test behind each promise, by a file and a title that are there', () => {
    const promises = page.split(/\n(?=- |\n|#)/).filter((part) => part.startsWith('- '))
    const bare = promises.filter((part) => !/\.test\.ts\s+["']|\(No\s+test\s+shows\s+this\.\)/.test(part))
    assert.deepEqual(bare, [])
    const links = [...page.matchAll(/\]\(\.\.\/([\w/.-]+\.test\.ts)\s+(["'])(.+?)\2\)/gs)]
    assert.ok(links.length > 100)
    // A title may be put together from a table of cases: each of its words is in the file.
    for (const [, path = '', , title = ''] of links) {
      const text = read(path)
      const missing = title.split(/[^\p{L}\p{N}_-]+/u).filter((word) => !text.includes(word))
      assert.deepEqual(missing, [], `"${title}" in ${path}`)
    }
  })

  test('has the files that the page of the standard names', () => {
    for (const [, path = ''] of read('docs/dev/asvs.md').matchAll(/`([\w/.-]+\.test\.ts)`/g)) read(path)
  })

  test('states how soon a vulnerability in a package is fixed, and what costs much', () => {
    assert.match(chapter('Packages'), /two\s+days.*thirty.*ninety/s)
    assert.ok(
      chapter('What costs much')
        .split('\n')
        .filter((line) => line.startsWith('|')).length >= 7,
    )
  })
})

/** Compares each row of a chapter's table of bounds with the constant that it names; answers how many there are. */
function boundsOf(title: string): number {
  const rows = [...chapter(title).matchAll(/^\| [^|]+ \| ([^|]+?) +\| `(src\/[^`]+)` +\| (\w+) +\|$/gm)]
  for (const [, value = '', path = '', name = ''] of rows) {
    const found = new RegExp(`\\b${name}(?: =|:) ([^,\\n]+)`).exec(read(path))?.[1]
    assert.equal(found, value, `${name} in ${path}`)
  }
  return rows.length
}
