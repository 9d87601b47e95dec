import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS, PAGE_SETTINGS } from '#contract/page-settings.ts'
import { settingsChange } from '#contract/workspace.ts'
import { PRESETS } from '../workspace/presets.ts'
import { ANY_ROOM } from '../workspace/shown-layout.ts'
import { writeContent } from '../workspace/layout-document.ts'
import { changesOf, mergeWorkspaces, readSettingsFile, writeSettingsFile } from './settings-file.ts'

const AT = '2026-11-23T12:00:00.000Z'
const [PRESET] = PRESETS
const CONTENT = writeContent({ layout: PRESET.layout(ANY_ROOM), base: PRESET.id })
const MINE = { id: 'mine', name: 'Mine', content: CONTENT }

const OWN = {
  ...DEFAULT_SETTINGS,
  theme_mode: 'light',
  click_jump_ticks: 3,
  keys: { exit_join: ['Shift+x'] },
} as const

const file = (parts: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ sesame_settings: 1, ...parts })

function read(text: string) {
  const found = readSettingsFile(text)
  assert.ok(found.ok)
  return found.value
}

test('what is exported is read again whole, and the server takes it as it is', () => {
  const found = read(writeSettingsFile(OWN, { desktop: [MINE] }, AT))
  assert.deepEqual(found, { settings: OWN, layouts: { desktop: [MINE] }, notUnderstood: [] })
  assert.ok(settingsChange.safeParse(found.settings).success)
})

test('the file holds settings of the page and layouts, and nothing else', () => {
  const text = writeSettingsFile(OWN, {}, AT)
  const { settings, ...rest } = JSON.parse(text) as { readonly settings: object }
  assert.deepEqual(Object.keys(rest).toSorted(), ['exported_at', 'layouts', 'sesame_settings'])
  assert.deepEqual(Object.keys(settings).toSorted(), Object.keys(PAGE_SETTINGS).toSorted())
})

test('a setting that older versions had is read over without a word', () => {
  const found = read(file({ settings: { theme_mode: 'light', onboarded: true } }))
  assert.deepEqual([found.settings, found.notUnderstood], [{ theme_mode: 'light' }, []])
})

test('what is not understood is named and left out, and the rest is read', () => {
  const found = read(
    file({
      limits: { max_order_notional: '9999999' },
      settings: { theme_mode: 'light', density: 'huge', colour: 1, keys: { no_such_thing: ['q'] } },
      layouts: { desktop: [MINE, { id: 'b', name: 'Broken', content: {} }], watch: [] },
    }),
  )
  assert.deepEqual(found.settings, { theme_mode: 'light', keys: {} })
  assert.deepEqual(found.layouts, { desktop: [MINE] })
  assert.deepEqual(found.notUnderstood, [
    'limits',
    'setting density',
    'setting colour',
    'key of no_such_thing',
    'layout Broken of desktop',
    'layouts of watch',
  ])
})

test('keys and tables that the server would not take are left out, so that it takes the rest', () => {
  const plain = { hidden: ['size'], widths: { price: 80 }, sort: null }
  const found = read(`{"sesame_settings":1,"settings":{
    "keys":{"exit_join":["Shift+x"],"exit_walk":["a","b","c","d","e"],"hedge":["no key"]},
    "tables":{"orders":${JSON.stringify(plain)},"__proto__":${JSON.stringify(plain)},
      "A B":${JSON.stringify(plain)},"fills":{"hidden":["a b"],"widths":{},"sort":null}}}}`)
  assert.deepEqual(found.settings, { keys: { exit_join: ['Shift+x'] }, tables: { orders: plain } })
  assert.deepEqual(found.notUnderstood, [
    'key of exit_walk',
    'key of hedge',
    'table __proto__',
    'table A B',
    'table fills',
  ])
  assert.ok(settingsChange.safeParse(found.settings).success)
})

test('another file is none, nor is one of a newer version', () => {
  for (const text of ['', '[]', '{"theme_mode":"light"}', file({ sesame_settings: 2 })])
    assert.ok(!readSettingsFile(text).ok, text)
})

test('what would change is said line by line, and nothing that is the same', () => {
  const found = read(writeSettingsFile(OWN, { desktop: [MINE] }, AT))
  assert.deepEqual(changesOf(found, DEFAULT_SETTINGS, {}), [
    { label: 'Theme', from: 'System', to: 'Light', isLeftOut: false },
    {
      label: 'Refuse a click when the market jumps by more ticks than',
      from: '5',
      to: '3',
      isLeftOut: false,
    },
    { label: 'Own keys by command of the page', from: 'none', to: '1 of your own', isLeftOut: false },
    { label: 'Layout Mine, desktop', from: 'none', to: 'as in the file', isLeftOut: false },
  ])
  assert.deepEqual(changesOf(found, OWN, { desktop: [MINE] }), [])
})

test('a workspace of the file replaces that of the same name, others stay', () => {
  const [other, newer] = [
    { ...MINE, id: 'other' },
    { ...MINE, name: 'Newer' },
  ]
  assert.deepEqual(mergeWorkspaces([other, MINE], [newer]), [other, newer])
})

test('a layout that has no room is said to be left out, and so is one beyond the room of all', () => {
  const many = Array.from({ length: 21 }, (_, at) => ({ ...MINE, id: `w${at}`, name: `W${at}` }))
  const found = read(file({ settings: {}, layouts: { desktop: many } }))
  assert.equal(found.layouts.desktop?.length, 20)
  assert.deepEqual(found.notUnderstood, ['layout W20 of desktop, beyond 20'])
  const changes = changesOf(found, DEFAULT_SETTINGS, { desktop: [MINE] })
  assert.deepEqual(
    changes.flatMap(({ label, to, isLeftOut }) => (isLeftOut ? [[label, to]] : [])),
    [['Layout W19, desktop', 'left out, as there are 20 already']],
  )
})

test('a file that is nested without end is refused, not fallen over', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const found = readSettingsFile(
    `{"sesame_settings":1,"settings":{"keys":${deep}},"layouts":{"desktop":${deep}}}`,
  )
  assert.deepEqual(found, { ok: false, error: 'The file is nested too deeply for settings.' })
})
