import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { settingsOf, withSettings } from './env-file.ts'

test('a setting that stays keeps its spelling', () => {
  const text = ['# mine', `NOTE="it's mine"`, 'LINES="one\\ntwo"', 'VENUE_PROFILE=/old.json', ''].join('\n')
  const settings = new Map(settingsOf(text)).set('VENUE_PROFILE', '/new.json')
  assert.deepEqual(withSettings(text, settings), { ok: true, value: text.replace('/old.json', '/new.json') })
})

test('base64 is written without quotes, which a container would read as part of it', () => {
  assert.deepEqual(withSettings('', new Map([['SESSION_SECRET', 'ab+/cd==']])), {
    ok: true,
    value: 'SESSION_SECRET=ab+/cd==\n',
  })
})

const unkept: readonly (readonly [what: string, text: string, name: string, value: string])[] = [
  ['a value over several lines is replaced', 'A="one\nX=two"\nB=1\n', 'A', 'new'],
  ['a line of another value reads like the setting', 'A="one\nB=two\n"\nC=1\n', 'B', 'new'],
  ['a quote before it is never closed', 'B=0\nA=\'one\nB="1"\nD=\'\n', 'D', 'new'],
  ['the value holds every kind of quotes', 'A=1\n', 'B', `'"\``],
]
for (const [what, text, name, value] of unkept) {
  test(`nothing is written when ${what}`, () => {
    const settings = new Map(settingsOf(text)).set(name, value)
    assert.equal(withSettings(text, settings).ok, false)
  })
}

test('whatever is written is read again as it was, quotes of one or two kinds in it as well', () => {
  const value = fc
    .string({ unit: fc.constantFrom('a', ' ', '#', '$', '=', '/', "'", '"', '`'), maxLength: 12 })
    .filter((text) => !["'", '"', '`'].every((mark) => text.includes(mark)))
  fc.assert(
    fc.property(value, value, (one, other) => {
      const first = withSettings('A=1\n', new Map([['B', one]]))
      const text = first.ok ? first.value : ''
      const second = withSettings(text, new Map(settingsOf(text)).set('C', other))
      const settings = settingsOf(second.ok ? second.value : '')
      assert.deepEqual([settings.get('A'), settings.get('B'), settings.get('C')], ['1', one, other])
    }),
  )
})
