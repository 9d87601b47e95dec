import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSettings, DEFAULT_SETTINGS, readSettings } from './settings.ts'

test('whatever is stored, the settings are usable', () => {
  for (const text of [null, '', 'null', '[]', '"x"', '{', '{"theme":"pink","sizes":[1,2]}']) {
    assert.deepEqual(readSettings(text), DEFAULT_SETTINGS)
  }
})

test('each stored choice is kept on its own', () => {
  const settings = readSettings(
    '{"theme":"light","density":"huge","autoCentre":false,"sizes":["1","2","3","4","5","6"]}',
  )
  assert.equal(settings.theme, 'light')
  assert.equal(settings.density, 'normal')
  assert.equal(settings.autoCentre, false)
  assert.deepEqual(settings.sizes, ['1', '2', '3', '4', '5', '6'])
})

test('columns keep their order whatever is stored, and a button without an action keeps its own', () => {
  const settings = readSettings(
    '{"ladderColumns":["queue","nonsense","result"],"mouseScheme":"custom","mouseButtons":{"left":"buy","right":"fire"}}',
  )
  assert.deepEqual(settings.ladderColumns, ['result', 'queue'])
  assert.deepEqual(settings.mouseButtons, { left: 'buy', middle: 'centre', right: 'menu' })
  assert.deepEqual(readSettings('{"ladderColumns":[]}').ladderColumns, [])
})

test('a change is stored, and a storage that refuses does not matter', () => {
  const kept = new Map<string, string>()
  const first = createSettings({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => {
      kept.set(name, value)
    },
  })
  first.set({ ...first.get(), theme: 'system' })
  assert.equal(readSettings(kept.get('sesame.settings') ?? null).theme, 'system')
  const refuse = () => {
    throw new Error('no storage')
  }
  const second = createSettings({ getItem: refuse, setItem: refuse })
  second.set({ ...second.get(), theme: 'light' })
  assert.equal(second.get().theme, 'light')
})
