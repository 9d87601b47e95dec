import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSettings, DEFAULT_SETTINGS, readSettings } from './settings.ts'

test('whatever is stored, the settings are usable', () => {
  for (const text of [null, '', 'null', '[]', '"x"', '{', '{"theme_mode":"pink","quick_sizes":[1,2]}']) {
    assert.deepEqual(readSettings(text), DEFAULT_SETTINGS)
  }
})

test('each stored choice is kept on its own', () => {
  const settings = readSettings(
    '{"theme_mode":"light","density":"huge","auto_centre":false,"quick_sizes":["1","2","3","4","5","6"]}',
  )
  assert.equal(settings.theme_mode, 'light')
  assert.equal(settings.density, 'normal')
  assert.equal(settings.auto_centre, false)
  assert.deepEqual(settings.quick_sizes, ['1', '2', '3', '4', '5', '6'])
})

test('columns keep their order whatever is stored, and a button without an action keeps its own', () => {
  const settings = readSettings(
    '{"ladder_columns":["queue","nonsense","result"],"mouse_scheme":"custom","mouse_buttons":{"left":"buy","right":"fire"}}',
  )
  assert.deepEqual(settings.ladder_columns, ['result', 'queue'])
  assert.deepEqual(settings.mouse_buttons, { left: 'buy', middle: 'centre', right: 'menu' })
  assert.deepEqual(readSettings('{"ladder_columns":[]}').ladder_columns, [])
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
  assert.equal(readSettings(kept.get('sesame.settings') ?? null).theme_mode, 'system')
  const refuse = () => {
    throw new Error('no storage')
  }
  const second = createSettings({ getItem: refuse, setItem: refuse })
  second.set({ ...second.get(), theme_mode: 'light' })
  assert.equal(second.get().theme_mode, 'light')
})
