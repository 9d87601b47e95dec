import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { clashes, createKeyMap, findCommand, strokeRefusal } from './key-map.ts'
import type { KeyMap } from './key-map.ts'
import { COMMANDS, KEY_COMMANDS, overlaps } from './registry.ts'
import { readStroke, recordedChord } from './strokes.ts'
import type { Stroke } from './strokes.ts'
import { pressed } from './testing/pressed.ts'

const NAMES = [
  'a',
  'b',
  'g',
  'k',
  'l',
  's',
  'x',
  'Backquote',
  'Digit1',
  'BracketLeft',
  'ArrowUp',
  'Enter',
  'F4',
  'F6',
]
const chords = fc
  .record({
    ctrl: fc.boolean(),
    alt: fc.boolean(),
    shift: fc.boolean(),
    name: fc.constantFrom(...NAMES, 'F13', 'Tab'),
  })
  .map(
    ({ ctrl, alt, shift, name }) =>
      `${ctrl ? 'Ctrl+' : ''}${alt ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`,
  )
const strokes = fc.oneof(
  chords,
  fc.tuple(chords, chords).map((two) => two.join(' ')),
  fc.constantFrom(
    '?',
    '~',
    '+',
    '',
    'g l',
    'Shift+Backquote',
    'Ctrl+Shift+Backspace',
    'nonsense',
    'Shift+Shift+a',
  ),
  fc.string({ maxLength: 12 }),
)
const choices = fc.dictionary(
  fc.oneof(fc.constantFrom(...KEY_COMMANDS.map(({ id }) => id)), fc.string({ maxLength: 8 })),
  fc.array(strokes, { maxLength: 4 }),
  { maxKeys: 12 },
)

const TYPED: Readonly<Record<string, readonly [string, string]>> = {
  Backquote: ['`', '~'],
  Digit1: ['1', '!'],
  BracketLeft: ['[', '{'],
}

/** A keydown that means the chord on a US keyboard. */
function keydown(chord: string): Stroke {
  const parts = chord.split('+')
  const name = parts.pop() ?? ''
  const [ctrlKey, altKey, shift] = ['Ctrl', 'Alt', 'Shift'].map((one) => parts.includes(one))
  const modifiers = { ctrlKey: ctrlKey === true, altKey: altKey === true, shiftKey: shift === true }
  const typed = TYPED[name]
  if (typed !== undefined) return pressed(typed[shift === true ? 1 : 0], { ...modifiers, code: name })
  return pressed(/^[a-z]$/.test(name) && shift === true ? name.toUpperCase() : name, modifiers)
}

function assertFree(map: KeyMap): void {
  for (const command of KEY_COMMANDS) {
    for (const text of map.strokes[command.id]) {
      assert.deepEqual(
        clashes(map.strokes, command, text).map(({ id }) => id),
        [],
        `${command.id} ${text}`,
      )
    }
  }
}

describe('the keys', () => {
  test('names are unique, and every default is a stroke that its command may have', () => {
    assert.equal(new Set(KEY_COMMANDS.map(({ id }) => id)).size, KEY_COMMANDS.length)
    const map = createKeyMap({}, true)
    for (const command of KEY_COMMANDS) {
      for (const text of command.strokes) assert.notEqual(readStroke(text), null, text)
      assert.deepEqual(map.strokes[command.id], command.strokes, command.id)
    }
    assertFree(map)
  })

  test('whatever is stored, no two commands that are active together share a stroke', () => {
    fc.assert(
      fc.property(choices, (stored) => assertFree(createKeyMap(stored, true))),
      { numRuns: 150 },
    )
  })

  test('whatever is stored, Cancel All has a stroke, and pressing it cancels: in every place, with letters off', () => {
    fc.assert(
      fc.property(choices, fc.boolean(), (stored, letters) => {
        const map = createKeyMap(stored, letters)
        assert.notEqual(map.strokes.cancel_all.length, 0)
        for (const text of map.strokes.cancel_all) {
          const [chord] = readStroke(text) ?? []
          assert.ok(chord !== undefined)
          assert.equal(findCommand(map, 'page', keydown(chord)), 'cancel_all')
        }
      }),
      { numRuns: 150 },
    )
  })

  test('a stroke that is free and allowed, chosen for a command, does it and nothing else', () => {
    const defaults = createKeyMap({}, true)
    const commands = KEY_COMMANDS.filter(({ stops }) => stops !== true)
    fc.assert(
      fc.property(fc.constantFrom(...commands), chords, (command, text) => {
        fc.pre(strokeRefusal(command, text) === null && clashes(defaults.strokes, command, text).length === 0)
        const map = createKeyMap({ [command.id]: [text] }, true)
        assert.deepEqual(map.strokes[command.id], [text])
        const [chord] = readStroke(text) ?? []
        assert.ok(chord !== undefined)
        const stroke = keydown(chord)
        assert.equal(findCommand(map, command.scope, stroke), command.id)
        assert.deepEqual(recordedChord(stroke), chord)
        for (const before of command.strokes) {
          const old = readStroke(before)
          if (old?.length !== 1 || before === text) continue
          const [first] = old
          if (first !== undefined)
            assert.notEqual(findCommand(map, command.scope, keydown(first)), command.id)
        }
      }),
    )
  })

  test('chosen keys win over the defaults of others; an empty choice takes the key away', () => {
    const map = createKeyMap({ buy: ['s'], combo: [] }, true)
    assert.equal(findCommand(map, 'ladder', pressed('s')), 'buy')
    assert.deepEqual(map.strokes.sell, [])
    assert.equal(findCommand(map, 'page', pressed('c')), null)
  })

  test('places that exclude each other may share a key; the page shares with none', () => {
    const map = createKeyMap({}, true)
    assert.equal(findCommand(map, 'ladder', pressed('w')), 'join_ask')
    assert.equal(findCommand(map, 'results', pressed('w')), 'result_watch')
    assert.ok(overlaps('page', 'results') && !overlaps('ladder', 'results'))
    const { combo } = COMMANDS
    assert.deepEqual(
      clashes(map.strokes, combo, 'w').map(({ id }) => id),
      ['join_ask', 'result_watch'],
    )
    assert.equal(clashes(map.strokes, combo, 'g').length > 0, true)
  })

  test('with letters off, what is left is arrows, chords, and what stops trading', () => {
    const map = createKeyMap({}, false)
    assert.equal(findCommand(map, 'page', pressed('S', { shiftKey: true })), 'safe')
    assert.equal(findCommand(map, 'page', pressed('A', { shiftKey: true })), null)
    assert.equal(findCommand(map, 'page', pressed('?', { shiftKey: true })), null)
    assert.equal(findCommand(map, 'page', pressed('k', { metaKey: true })), 'palette')
  })

  test('what the browser keeps is refused with the reason; Cancel All takes no other key', () => {
    const refusal = (id: keyof typeof COMMANDS, text: string) => strokeRefusal(COMMANDS[id], text)
    for (const text of [
      'Ctrl+t',
      'Ctrl+Shift+w',
      'Ctrl+Digit1',
      'Alt+ArrowLeft',
      'F5',
      'Tab',
      'Escape',
      'Ctrl+Alt+q',
    ]) {
      assert.notEqual(refusal('combo', text), null, text)
    }
    for (const text of ['y', 'Enter', 'F9', 'Ctrl+Shift+u'])
      assert.notEqual(refusal('cancel_all', text), null)
    for (const text of ['F9', 'Alt+y', 'Ctrl+Shift+u']) assert.equal(refusal('combo', text), null, text)
    assert.notEqual(refusal('combo', 'ArrowUp'), null)
    assert.notEqual(refusal('buy', 'z b'), null)
  })
})
