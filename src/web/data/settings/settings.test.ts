import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DEFAULT_SETTINGS, PAGE_SETTINGS, pageSettings } from '#contract/page-settings.ts'
import { settings as schema, settingsChange, storedSettings } from '#contract/workspace.ts'
import { choicesOf, createSettings, readSettings } from './settings.ts'

test('whatever is stored, the settings are usable', () => {
  for (const stored of [null, '', 'x', [], 1, { themeMode: 'pink', quickSizes: [1, 2] }]) {
    assert.deepEqual(readSettings(stored), DEFAULT_SETTINGS)
  }
})

test('what the page reads for one setting, from anything, is what the API takes, and what the API takes is read as it is', () => {
  const texts = Object.values(PAGE_SETTINGS).flatMap((setting) =>
    'options' in setting ? Object.keys(setting.options) : [],
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
      assert.ok(settingsChange.safeParse(pageSettings.encode(read)).success, name)
      const taken = settingsChange.safeParse(pageSettings.encode({ [name]: stored } as never))
      if (taken.success && name !== 'ladderColumns')
        assert.deepEqual(read, { ...DEFAULT_SETTINGS, ...pageSettings.decode(taken.data as never) })
    }),
  )
})

test('the defaults are what a terminal has that was told nothing, and every choice that is offered can be kept', () => {
  const kept = pageSettings.encode(DEFAULT_SETTINGS)
  assert.deepEqual(schema.parse({}), kept)
  assert.deepEqual(schema.parse(kept), kept)
  for (const name of Object.keys(PAGE_SETTINGS) as (keyof typeof PAGE_SETTINGS)[]) {
    for (const { value: choice } of choicesOf(name)) {
      const value = PAGE_SETTINGS[name].kind === 'some' ? [choice] : choice
      assert.deepEqual(readSettings({ [name]: value })[name], value)
      settingsChange.parse(pageSettings.encode({ [name]: value } as never))
    }
  }
})

test('each stored choice is kept on its own', () => {
  const settings = readSettings({
    themeMode: 'light',
    density: 'huge',
    autoCentre: false,
    quickSizes: ['1', '2', '3', '4', '5', '6'],
  })
  assert.equal(settings.themeMode, 'light')
  assert.equal(settings.density, 'normal')
  assert.equal(settings.autoCentre, false)
  assert.deepEqual(settings.quickSizes, ['1', '2', '3', '4', '5', '6'])
})

test('columns keep their order whatever is stored', () => {
  const settings = readSettings({ ladderColumns: ['queue', 'nonsense', 'result'] })
  assert.deepEqual(settings.ladderColumns, ['result', 'queue'])
  assert.deepEqual(readSettings({ ladderColumns: [] }).ladderColumns, [])
})

test('a change is stored, and a storage that refuses does not matter', () => {
  const kept = new Map<string, string>()
  const first = createSettings({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => {
      kept.set(name, value)
    },
  })
  first.set({ ...first.get(), themeMode: 'dark' })
  const document = JSON.parse(kept.get('sesame.settings') ?? 'null') as Record<string, unknown>
  assert.deepEqual(document, pageSettings.encode(first.get()))
  assert.equal(document['theme_mode'], 'dark')
  assert.deepEqual(
    createSettings({ getItem: () => kept.get('sesame.settings') ?? null, setItem: () => undefined }).get(),
    first.get(),
  )
  const refuse = () => {
    throw new Error('no storage')
  }
  const second = createSettings({ getItem: refuse, setItem: refuse })
  second.set({ ...second.get(), themeMode: 'light' })
  assert.equal(second.get().themeMode, 'light')
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
    priceFormat: 'decimal_odds',
    density: 'touch',
    tables: { orders: { hidden: ['age'], sort: null } },
  } as const
  assert.deepEqual(readSettings(pageSettings.decode(kept as never)), now)
  assert.deepEqual(storedSettings.parse(kept), pageSettings.encode(now))
})
