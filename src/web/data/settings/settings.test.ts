import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DEFAULT_SETTINGS, PAGE_SETTINGS } from '#contract/page-settings.ts'
import { settings as schema, settingsChange, storedSettings } from '#contract/workspace.ts'
import { choicesOf, createSettings, readSettings } from './settings.ts'

test('whatever is stored, the settings are usable', () => {
  for (const stored of [null, '', 'x', [], 1, { theme_mode: 'pink', quick_sizes: [1, 2] }]) {
    assert.deepEqual(readSettings(stored), DEFAULT_SETTINGS)
  }
})

test('what the page reads for one setting, from anything, is what the API takes, and what the API takes is read as it is', () => {
  const texts = Object.values(PAGE_SETTINGS).flatMap((setting) =>
    'options' in setting ? setting.options.map(([value]) => value) : [],
  )
  // Names within tables and keys are those of the page's own parts.
  const simple = Object.keys(PAGE_SETTINGS).filter((name) => name !== 'tables' && name !== 'keys')
  const value = fc.oneof(
    fc.constantFrom(...texts),
    fc.boolean(),
    fc.integer({ min: -5, max: 200 }),
    fc.subarray(texts),
    fc.array(fc.constantFrom('1', '2.5', '250'), { minLength: 5, maxLength: 7 }),
    // No value at all leaves a setting as it is.
    fc.anything().filter((one) => one !== undefined),
  )
  fc.assert(
    fc.property(fc.constantFrom(...simple), value, (name, stored) => {
      const read = readSettings({ [name]: stored })
      assert.ok(settingsChange.safeParse(read).success, name)
      const taken = settingsChange.safeParse({ [name]: stored })
      if (taken.success && name !== 'ladder_columns')
        assert.deepEqual(read, { ...DEFAULT_SETTINGS, ...taken.data })
    }),
  )
})

test('the defaults are what a terminal has that was told nothing, and every choice that is offered can be kept', () => {
  assert.deepEqual(schema.parse({}), DEFAULT_SETTINGS)
  assert.deepEqual(schema.parse(DEFAULT_SETTINGS), DEFAULT_SETTINGS)
  for (const name of Object.keys(PAGE_SETTINGS) as (keyof typeof PAGE_SETTINGS)[]) {
    for (const { value } of choicesOf(name)) {
      assert.equal(readSettings({ [name]: value })[name], value)
      settingsChange.parse({ [name]: value })
    }
  }
})

test('each stored choice is kept on its own', () => {
  const settings = readSettings({
    theme_mode: 'light',
    density: 'huge',
    auto_centre: false,
    quick_sizes: ['1', '2', '3', '4', '5', '6'],
  })
  assert.equal(settings.theme_mode, 'light')
  assert.equal(settings.density, 'normal')
  assert.equal(settings.auto_centre, false)
  assert.deepEqual(settings.quick_sizes, ['1', '2', '3', '4', '5', '6'])
})

test('columns keep their order whatever is stored', () => {
  const settings = readSettings({ ladder_columns: ['queue', 'nonsense', 'result'] })
  assert.deepEqual(settings.ladder_columns, ['result', 'queue'])
  assert.deepEqual(readSettings({ ladder_columns: [] }).ladder_columns, [])
})

test('a change is stored, and a storage that refuses does not matter', () => {
  const kept = new Map<string, string>()
  const first = createSettings({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => {
      kept.set(name, value)
    },
  })
  first.set({ ...first.get(), theme_mode: 'system' })
  assert.equal(readSettings(JSON.parse(kept.get('sesame.settings') ?? 'null')).theme_mode, 'system')
  const refuse = () => {
    throw new Error('no storage')
  }
  const second = createSettings({ getItem: refuse, setItem: refuse })
  second.set({ ...second.get(), theme_mode: 'light' })
  assert.equal(second.get().theme_mode, 'light')
})

test('what earlier versions kept is read as the nearest that there is', () => {
  const kept = {
    price_format: 'american_odds',
    mouse_scheme: 'custom',
    mouse_buttons: { left: 'buy' },
    density: 'touch',
    tables: { orders: { hidden: ['age'], widths: { age: 90 }, sort: null } },
  }
  const now = {
    ...DEFAULT_SETTINGS,
    price_format: 'decimal_odds',
    density: 'touch',
    tables: { orders: { hidden: ['age'], sort: null } },
  }
  assert.deepEqual(readSettings(kept), now)
  assert.deepEqual(storedSettings.parse(kept), now)
})
