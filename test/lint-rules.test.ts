/** The walls of layers and rooms are only worth something while the linter enforces them: one forbidden import through each must be found. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/** Rooms of the page without a component, in the order of their imports. */
const PAGE_ROOMS = [
  'platform',
  'data/settings',
  'words',
  'data/markets',
  'data/account',
  'data/alerts',
  'data/reads',
  'actions',
  'commands',
  'layouts',
  'contexts',
] as const

/** Rooms of components, each with a folder of the fixture. */
const COMPONENTS = ['app', 'features/ladder', 'widgets'] as const

type Diagnostic = { readonly code: string; readonly filename: string }

test('the linter finds one forbidden import per layer and room, every impure call, a cycle, a long function, and nothing else', (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'sesame-lint-'))
  context.after(() => rmSync(directory, { recursive: true }))
  cpSync(join(root, 'test/fixtures/lint'), directory, { recursive: true })
  const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as Record<string, unknown>
  delete config['$schema']
  delete config['ignorePatterns']
  writeFileSync(join(directory, '.oxlintrc.json'), JSON.stringify(config))
  for (const [name, lines] of [
    ['just-short-enough', 149],
    ['just-too-long', 150],
  ] as const) {
    const body = '  text.trim()\n\n  // Neither counts.\n'.repeat(lines - 1)
    writeFileSync(
      join(directory, `src/lib/${name}.ts`),
      `export function run(text: string): void {\n${body}}\n`,
    )
  }
  const linted = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json'],
    {
      cwd: directory,
      encoding: 'utf8',
    },
  )
  const { diagnostics } = JSON.parse(linted.stdout) as { readonly diagnostics: readonly Diagnostic[] }
  const found = diagnostics.map(({ filename, code }) => `${filename} ${code}`).toSorted()
  const layers = [
    'app',
    'chat',
    'contract',
    'core',
    'engine',
    'lib',
    'paper',
    'ports',
    'server',
    'store',
    'venue',
    'web',
  ]
  const rooms = [
    ...[
      'account',
      'combos',
      'exits',
      'gates',
      'journal',
      'markets',
      'notifications',
      'orders',
      'portfolio',
      'quotes',
      'recording',
      'replay',
      'search',
    ].map((room) => `engine/${room}/forbidden.ts`),
    'contract/records/forbidden.ts',
    'engine/bus.ts',
    'engine/account/upwards.ts',
    'engine/orders/upwards.ts',
    'engine/orders/upwards.ts',
    'engine/orders/record/sideways.ts',
    'engine/orders/book-of-orders/sideways.ts',
    'engine/orders/cancel/upwards.ts',
    ...['reconcile', 'cancel', 'place']
      .map((room) => `engine/orders/${room}/sideways.ts`)
      .flatMap((path) => [path, path]),
    ...[...PAGE_ROOMS, 'ui', 'widgets'].map((layer) => `web/${layer}/forbidden.ts`),
    'web/app/overlay.tsx',
    'web/features/orders/upwards.ts',
    'web/features/orders/sideways.ts',
    'web/features/ladder/grid/sideways.ts',
    ...COMPONENTS.map((room) => `web/${room}/wire.ts`),
    'web/data/markets/parsed.ts',
  ]
  const expected = [
    ...rooms.map((path) => `src/${path} eslint(no-restricted-imports)`),
    'simulator/forbidden.ts eslint(no-restricted-imports)',
    ...layers.map((layer) => `src/${layer}/forbidden.ts eslint(no-restricted-imports)`),
    'src/lib/just-too-long.ts eslint(max-lines-per-function)',
    ...['lib', 'web/words'].flatMap((room) => [
      `src/${room}/cycle.ts import(no-cycle)`,
      `src/${room}/cycle-back.ts import(no-cycle)`,
    ]),
    ...COMPONENTS.map((room) => `src/web/${room}/wire.ts eslint(id-match)`),
    'src/web/data/markets/parsed.ts eslint(no-restricted-properties)',
    'src/core/impure.ts eslint(no-restricted-globals)',
    'src/core/impure.ts eslint(no-restricted-properties)',
    'src/core/money.ts eslint(no-restricted-globals)',
    'src/engine/impure.ts eslint(no-restricted-globals)',
    'src/engine/impure.ts eslint(no-restricted-globals)',
    'src/engine/impure.ts unicorn(no-process-exit)',
  ]
  assert.deepEqual(found, expected.toSorted())
})

test('the rooms of the engine, and of the page, stand in an order: each may import earlier ones only', () => {
  const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as Config
  const walls = new Map(config.overrides.flatMap(({ files, rules }) => wallOf(files, rules)))
  const engine = [...walls.keys()].filter((room) => /^engine\/[a-z]+$/.test(room))
  assert.deepEqual(engine.toSorted(), roomsOf('engine', ['assembly', 'testing']))
  const page = PAGE_ROOMS.map((room) => `web/${room}`)
  const rest = ['app', 'features', 'public', 'ui', 'widgets'].map((room) => `web/${room}`)
  assert.deepEqual(
    [...page, ...rest].toSorted(),
    roomsOf('web', ['data']).concat(roomsOf('web/data', [])).toSorted(),
  )
  for (const [rooms, always] of [
    [engine, ['assembly', 'testing']],
    [page, ['ui', 'widgets', 'features', 'app']],
  ] as const) {
    for (const [index, room] of rooms.entries()) {
      const later = [...rooms.slice(index + 1).map((other) => basename(other)), ...always]
      const forbidden = walls.get(room) ?? []
      // Nothing of the data is below platform.
      const open = later.filter((other) => !forbidden.some((glob) => glob === `**/${other}/**`))
      const isBelowAll = room === 'web/platform' && forbidden.includes('**/data/**')
      assert.deepEqual(
        isBelowAll ? open.filter((other) => !page.includes(`web/data/${other}`)) : open,
        [],
        room,
      )
    }
  }
})

function roomsOf(layer: string, without: readonly string[]): readonly string[] {
  return readdirSync(join(root, 'src', layer), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !without.includes(entry.name))
    .map(({ name }) => `${layer}/${name}`)
    .toSorted()
}

type Rules = Readonly<Record<string, unknown>>
type Config = { readonly overrides: readonly { readonly files: readonly string[]; readonly rules: Rules }[] }

/** The room that an override of the linter is about, and the imports that it forbids. */
function wallOf(files: readonly string[], rules: Rules): readonly (readonly [string, readonly string[]])[] {
  const room = /^src\/((?:engine|web)\/[a-z/]+)\/\*\*$/.exec(files[0] ?? '')?.[1]
  const wall = rules['eslint/no-restricted-imports']
  if (room === undefined || wall === undefined) return []
  const [, { patterns }] = wall as [
    string,
    { readonly patterns: readonly { readonly group?: readonly string[] }[] },
  ]
  return [[room, patterns.flatMap(({ group }) => group ?? [])]]
}
