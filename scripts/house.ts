/**
 * `npm run house`: the repository's measures of form. Those that are rules, budgets among them, are held by
 * `test/source-rules.test.ts`; the rest are printed beside what they aim at.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const MAX_FIELDS = 20
const MAX_ENTRIES = 40
const LINTED = ['src', 'simulator', 'scripts', 'bench', 'examples', 'bin']

export type Measure = {
  readonly name: string
  readonly figure: string
  readonly aim: string
  /** Held by a test. Printed only when false. */
  readonly isRule: boolean
  readonly isMet: boolean
  /** Places behind a figure that misses its aim. */
  readonly places: readonly string[]
}

const PARSED = /\b(?:parsePrice|parseMicros|Date\.parse)\(/g
/** A name with an underscore, as a field is read or named; not a text. */
const SNAKE_NAME = /(\.?)\b([a-z]+(?:_[a-z\d]+)+)\b(?=[,:;)\].?\s])/g

type File = { readonly path: string; readonly text: string }
type Diagnostic = { readonly code: string; readonly filename: string; readonly message: string }

/** Reads and lints the whole repository. */
export function measureHouse(): readonly Measure[] {
  const files = read(['{src,simulator,test,scripts,bench,examples}/**/*.{ts,tsx,css}'])
  const product = files.filter(({ path }) => /^(?:src|simulator)\/.*\.tsx?$/.test(path) && !isTest(path))
  const tests = files.filter(({ path }) => /\.tsx?$/.test(path) && isTest(path))
  const sheets = files.filter(({ path }) => path.startsWith('src/web/') && path.endsWith('.css'))
  const ratio = lines(tests) / lines(product)
  return [
    ...linted(),
    counted('folders of more than 40 entries', largeFolders(), true),
    counted('types of more than 20 fields that are handed about whole', wideTypes(product), false),
    ...invariants(files),
    ...budgets(product, sheets),
    {
      name: 'lines of tests to one of source',
      figure: ratio.toFixed(2),
      aim: 'at least 0.90',
      isRule: false,
      isMet: ratio >= 0.9,
      places: [],
    },
    packages(),
  ]
}

/** Tests, and what only tests use. */
function isTest(path: string): boolean {
  return /^test\/|\.test\.tsx?$|\/testing\//.test(path)
}

function read(patterns: readonly string[]): readonly File[] {
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', 'test/fixtures/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function lines(files: readonly File[]): number {
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
}

function counted(name: string, places: readonly string[], isRule: boolean): Measure {
  return { name, figure: String(places.length), aim: 'none', isRule, isMet: places.length === 0, places }
}

/**
 * The weight of the house: what it may weigh, which falls with the work and never rises without a decision that names what is
 * worth it, and what it is to weigh.
 */
function budgets(product: readonly File[], sheets: readonly File[]): readonly Measure[] {
  const below = (...folders: readonly string[]): readonly File[] =>
    product.filter(({ path }) => folders.some((folder) => path.startsWith(`src/${folder}/`)))
  const page = below('web')
  const matches = (pattern: RegExp): number =>
    page.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)
  const decisions = globSync('docs/dev/decisions/0*.md', { cwd: root }).length
  return [
    budget('lines of TS and TSX in the page', lines(page), 39_487, 38_000),
    budget('lines of CSS', lines(sheets), 5_496, 5_500),
    budget('lines of the contract', lines(below('contract')), 4_254, 4_254),
    budget('lines of engine/orders', lines(below('engine/orders')), 5_181, 5_200),
    budget('lines of source without tests', lines(product), 114_002, 110_000),
    budget('parsed prices, amounts and dates in the page', matches(PARSED), 0, 0),
    budget('files of the page that name a field of the wire', page.filter(namesWireField()).length, 0, 0),
    budget('decisions', decisions, 60, 60),
  ]
}

/** Files that name a field of the wire, by the API's document. The key of a table may be a value of an enumeration there. */
function namesWireField(): (file: File) => boolean {
  const [document] = read(['docs/reference/openapi.json'])
  const fields = new Set<string>()
  const values = new Set<string>()
  JSON.parse(document?.text ?? '', (key, value: unknown) => {
    if (key === 'properties') for (const name of Object.keys(value as object)) fields.add(name)
    if (key === 'name' && typeof value === 'string') fields.add(value)
    if (key === 'enum') for (const one of value as readonly string[]) values.add(one)
    if (key === 'const') values.add(String(value))
    return value
  })
  return ({ text }) =>
    [...text.matchAll(SNAKE_NAME)].some(
      ([, dot, name = '']) => fields.has(name) && (dot === '.' || !values.has(name)),
    )
}

function budget(name: string, figure: number, limit: number, goal: number): Measure {
  const [shown, most, wanted] = [figure, limit, goal].map((value) => value.toLocaleString('en'))
  const aim = `at most ${most}${limit > goal ? `, goal ${wanted}` : ''}`
  return { name, figure: shown ?? '', aim, isRule: true, isMet: figure <= limit, places: [] }
}

/** Findings of the linter when types count as imports and every wall of the page and of the engine is up. */
function linted(): readonly Measure[] {
  const found = lint()
  const at = (code: string, part: RegExp): readonly string[] => [
    ...new Set(
      found
        .filter((one) => one.code === code && part.test(one.filename))
        .map(({ filename, message }) => `${filename}: ${message}`),
    ),
  ]
  return [
    counted('files in a cycle of imports, types counted', at('import(no-cycle)', /./), true),
    counted(
      'imports upwards or sideways in the page',
      at('eslint(no-restricted-imports)', /^src\/web/),
      true,
    ),
    counted(
      'imports of the engine against the order of its rooms',
      at('eslint(no-restricted-imports)', /^src\/engine/),
      true,
    ),
    counted('functions of more than 150 lines', at('eslint(max-lines-per-function)', /./), true),
  ]
}

function lint(): readonly Diagnostic[] {
  const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
    readonly overrides: readonly {
      readonly files: readonly string[]
      readonly rules: Record<string, unknown>
    }[]
  }
  const walls = config.overrides.flatMap(({ files, rules }) => {
    const wall = rules['eslint/no-restricted-imports']
    return wall === undefined ? [] : [{ files, rules: { 'eslint/no-restricted-imports': wall } }]
  })
  const length = { max: 150, skipBlankLines: true, skipComments: true }
  const directory = mkdtempSync(join(tmpdir(), 'sesame-house-'))
  const path = join(directory, 'oxlint.json')
  writeFileSync(
    path,
    JSON.stringify({
      plugins: ['import'],
      categories: { correctness: 'off' },
      rules: {
        'import/no-cycle': ['error', { ignoreTypes: false }],
        'eslint/max-lines-per-function': ['error', length],
      },
      overrides: [
        ...walls.map((wall) => ({ ...wall, files: wall.files.map((pattern) => `**/${pattern}`) })),
        // A suite is the chapter of a file: its tests are what is short.
        { files: ['**/*.test.ts'], rules: { 'eslint/max-lines-per-function': 'off' } },
      ],
    }),
  )
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const run = spawnSync(process.execPath, [oxlint, '-c', path, '--format', 'json', ...LINTED], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  rmSync(directory, { recursive: true })
  return (JSON.parse(run.stdout) as { readonly diagnostics: readonly Diagnostic[] }).diagnostics
}

function largeFolders(): readonly string[] {
  const entries = new Map<string, Set<string>>()
  for (const path of globSync('{src,simulator}/**/*', { cwd: root })) {
    const parts = path.replaceAll('\\', '/').split('/')
    const folder = parts.slice(0, -1).join('/')
    entries.set(folder, (entries.get(folder) ?? new Set()).add(parts.at(-1) ?? ''))
  }
  return [...entries]
    .filter(([, inside]) => inside.size > MAX_ENTRIES)
    .map(([folder, inside]) => `${folder}: ${inside.size}`)
}

/** Exported object types by their own fields, and in how many other files a parameter, a property or a context is of one. */
function wideTypes(files: readonly File[]): readonly string[] {
  const declared = files.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:type|interface) (\w+)[^\n]*\{\n(.*?)^\}/gms)].map(
      ([, name = '', body = '']) => ({
        path,
        name,
        fields: body.match(/^ {2}(?:readonly )?[\w$'[].*?[:(]/gm)?.length ?? 0,
      }),
    ),
  )
  return declared
    .filter(({ fields }) => fields > MAX_FIELDS)
    .flatMap(({ path, name, fields }) => {
      // The name alone, not a Pick of it: after a colon, or as what a context is made of.
      const whole = new RegExp(`(?:[\\w})\\]]\\??: (?:readonly )?|createContext<)${name}\\b(?!\\[['"])`)
      const users = files.filter((file) => file.path !== path && whole.test(file.text))
      return users.length === 0
        ? []
        : [`${path}: ${name} has ${fields} fields, whole in ${users.length} files`]
    })
}

function invariants(files: readonly File[]): readonly Measure[] {
  const [document] = read(['docs/dev/rules/invariants.md'])
  const known = [...(document?.text ?? '').matchAll(/^(?:## |\| )(INV-\d{2})\b/gm)].map(([, id = '']) => id)
  const titles = files
    .filter(({ path }) => isTest(path))
    .flatMap(({ text }) => text.match(/['"`][^'"`\n]*\bINV-\d{2}[^'"`\n]*/g) ?? [])
    .join('\n')
  const cited = new Set(files.flatMap(({ text }) => text.match(/\bINV-\d{2}\b/g) ?? []))
  const untested = known.filter((id) => !titles.includes(id))
  const textless = [...cited].filter((id) => !known.includes(id))
  const of = (
    missing: readonly string[],
    all: number,
  ): Pick<Measure, 'figure' | 'aim' | 'isMet' | 'places'> => ({
    figure: `${all - missing.length} of ${all}`,
    aim: 'all',
    isMet: missing.length === 0 && all > 0,
    places: missing,
  })
  return [
    { name: 'invariants that are cited and have a text', ...of(textless, cited.size), isRule: true },
    { name: 'invariants that a test names', ...of(untested, known.length), isRule: true },
  ]
}

function packages(): Measure {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<string, { readonly dev?: boolean; readonly devOptional?: boolean; readonly optional?: boolean }>
    >
  }
  const installed = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional, optional }]) =>
      path !== '' && dev !== true && devOptional !== true && optional !== true,
  )
  return {
    name: 'packages in production, theirs included',
    figure: String(installed.length),
    aim: 'few',
    isRule: false,
    isMet: true,
    places: [],
  }
}

if (import.meta.main) {
  const measures = measureHouse()
  const width = Math.max(...measures.map(({ name }) => name.length))
  for (const { name, figure, aim, isRule, isMet, places } of measures) {
    const state = isMet ? 'met' : isRule ? 'BROKEN' : 'not yet'
    console.log(
      `${name.padEnd(width)}  ${figure.padStart(9)}  ${aim.padEnd(32)} ${isRule ? 'rule ' : '     '} ${state}`,
    )
    for (const place of places) console.log(`    ${place}`)
  }
  if (measures.some(({ isRule, isMet }) => isRule && !isMet)) process.exitCode = 1
}
