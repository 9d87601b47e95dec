import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { settingsOf, withSettings } from './env-file.ts'

test('a setting that stays is left as it is written', () => {
  const text = ['# mine', `NOTE="it's mine"`, 'LINES="one\\ntwo"', 'VENUE_PROFILE=/old.json', ''].join('\n')
  const settings = new Map(settingsOf(text)).set('VENUE_PROFILE', '/new.json')
  assert.equal(withSettings(text, settings), text.replace('/old.json', '/new.json'))
})

test('whatever is written is read again as it was, quotes of one or two kinds in it as well', () => {
  const value = fc
    .string({ unit: fc.constantFrom('a', ' ', '#', '$', '=', '/', "'", '"', '`'), maxLength: 12 })
    .filter((text) => !["'", '"', '`'].every((mark) => text.includes(mark)))
  fc.assert(
    fc.property(value, value, (one, other) => {
      const text = withSettings('A=1\n', new Map([['B', one]]))
      const settings = new Map(settingsOf(withSettings(text, new Map(settingsOf(text)).set('C', other))))
      assert.deepEqual([settings.get('A'), settings.get('B'), settings.get('C')], ['1', one, other])
    }),
  )
})
