/**
 * Rules, their citations and the decisions: each id that is cited has a text in `docs/dev/rules`, each rule is cited by a test (an invariant in a
 * test's title), each document that is named is in the
 * repository, and each decision has a number of its own and a line in the index, and each one cited exists.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const RULES = 'docs/dev/rules/'
const ID = /\b(?:INV-\d{2}|(?:ORD|FEED|CLK|STO|SEC|API|VEN|PAGE)-\d+)\b/g
/** A number in another spelling. */
const MISSPELT = /\bINV[ _]?\d+\b|\bINV-\d(?!\d)|\bINV-\d{3,}/g
/** The title of a test, and one that begins with its rules: `INV-01 INV-02 words`. */
const TITLE = /\b(?:test|it|describe)(?:\.\w+)?\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g
const LEADING = /^(?:(?:INV-\d{2}|[A-Z]+-\d+) )+/
const BRACKETED = /\[(?:INV-\d{2}|(?:ORD|FEED|CLK|STO|SEC|API|VEN|PAGE)-\d+)\]/g
/** A decision that is cited by its number. */
const DECISION = /\b(?:decision|ADR) (\d{1,3})\b/gi
const DOCUMENT = /[\w./-]+\.md\b/g

type File = { readonly path: string; readonly text: string }

const read = (patterns: readonly string[]): readonly File[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', 'dist/**', 'test/fixtures/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const documents = read(['*.md', 'docs/**/*.md'])
const sources = read([
  '{src,simulator,test,scripts,bench,examples}/**/*.{ts,tsx,css}',
  'bin/*.js',
  '.oxlintrc.json',
]).filter(({ path }) => !path.endsWith('check-rules.ts'))
const rules = documents.filter(({ path }) => path.startsWith(RULES))

/** Ids that have a text: the heading of a section, or the first cell of a row. */
const texts = new Set(
  rules.flatMap(({ text }) =>
    [...text.matchAll(/^(?:## |\| )((?:INV|ORD|FEED|CLK|STO|SEC|API|VEN|PAGE)-\d+)\b/gm)].map(
      ([, id = '']) => id,
    ),
  ),
)
const tests = sources.filter(({ path }) => path.startsWith('test/') || path.endsWith('.test.ts'))
/** Invariants in the title of a test; any other rule anywhere in a file of tests. */
const shown = new Set(
  tests.flatMap(({ text }) => [
    ...[...text.matchAll(ID)].map(([id]) => id).filter((id) => !id.startsWith('INV-')),
    ...[...text.matchAll(/['"`][^'"`\n]*\bINV-\d{2}[^'"`\n]*/g)].flatMap(([title]) => title.match(ID) ?? []),
  ]),
)
const known = new Set([...documents, ...sources].map(({ path }) => basename(path)))

const decisions = documents
  .filter(({ path }) => /^docs\/dev\/decisions\/\d/.test(path))
  .map(({ path }) => basename(path))
const index = documents.find(({ path }) => path === 'docs/dev/decisions/README.md')?.text ?? ''

const faults = [
  ...decisions
    .filter((name, at) => decisions.findIndex((other) => other.slice(0, 4) === name.slice(0, 4)) !== at)
    .map((name) => `docs/dev/decisions/${name}: another record has this number`),
  ...decisions
    .filter((name) => !index.includes(`(${name})`))
    .map((name) => `docs/dev/decisions/README.md: does not list ${name}`),
  ...[...documents, ...sources].flatMap(({ path, text }) =>
    [...text.matchAll(DECISION)]
      .filter(([, number = '']) => !decisions.some((name) => Number(name.slice(0, 4)) === Number(number)))
      .map(([cited]) => `${path}: ${cited} is not in docs/dev/decisions`),
  ),
  ...[...documents, ...sources].flatMap(({ path, text }) =>
    (path.startsWith(RULES) ? [] : [...text.matchAll(ID)])
      .filter(([id]) => !texts.has(id))
      .map(([id]) => `${path}: ${id} has no text in ${RULES}`),
  ),
  ...[...documents, ...sources].flatMap(({ path, text }) =>
    [...text.matchAll(MISSPELT)].map(([id]) => `${path}: ${id} is not written as INV-01`),
  ),
  ...tests.flatMap(({ path, text }) => [
    ...[...text.matchAll(TITLE)]
      .filter(([, , title = '']) => new RegExp(ID).test(title.replace(LEADING, '')))
      .map(
        ([, , title = '']) =>
          `${path}: "${title}" does not begin with its rules, as in "INV-01 INV-02 words"`,
      ),
    ...[...text.matchAll(BRACKETED)].map(([id]) => `${path}: ${id} is not written without brackets`),
  ]),
  ...[...texts].filter((id) => !shown.has(id)).map((id) => `${RULES}: no test cites ${id}`),
  ...[...documents, ...sources].flatMap(({ path, text }) =>
    [...text.matchAll(DOCUMENT)]
      .filter(([name]) => !known.has(basename(name)))
      .map(([name]) => `${path}: ${name} is not in the repository`),
  ),
]
for (const fault of new Set(faults)) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log(`${texts.size} rules, each with a text and a test`)
