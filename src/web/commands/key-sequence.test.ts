import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyMap, matchKey } from './key-map.ts'
import type { Begun } from './key-map.ts'
import { pressed } from './testing/pressed.ts'

const map = createKeyMap({}, true)

function begin(): Begun {
  const match = matchKey(map, null, pressed('g'))
  assert.ok(match.kind === 'begun')
  return match.begun
}

test('g waits for what may follow and says what that is', () => {
  const begun = begin()
  assert.equal(begun.get('l'), 'go_ladder')
  assert.deepEqual(matchKey(map, begun, pressed('o')), { kind: 'command', id: 'go_orders' })
})

test('after g a key that trades on a ladder does nothing; a modifier alone is waited past', () => {
  const begun = begin()
  assert.deepEqual(matchKey(map, begun, pressed('b')), { kind: 'dropped' })
  assert.deepEqual(matchKey(map, begun, pressed('Escape')), { kind: 'dropped' })
  assert.deepEqual(matchKey(map, begun, pressed('Shift', { shiftKey: true })), { kind: 'nothing' })
})

test('Cancel All works in the middle of a sequence', () => {
  const stroke = pressed('~', { code: 'Backquote', shiftKey: true })
  assert.deepEqual(matchKey(map, begin(), stroke), { kind: 'command', id: 'cancel_all' })
})

test('with letters off nothing begins', () => {
  assert.deepEqual(matchKey(createKeyMap({}, false), null, pressed('g')), { kind: 'nothing' })
})

test('cancel all works on every layout; keys of the page go by what they type', () => {
  for (const key of ['~', '\u00b0', 'Dead']) {
    const stroke = pressed(key, { code: 'Backquote', shiftKey: true })
    assert.deepEqual(matchKey(map, null, stroke), { kind: 'command', id: 'cancel_all' })
  }
  const other = pressed('Backspace', { ctrlKey: true, shiftKey: true })
  assert.deepEqual(matchKey(map, null, other), { kind: 'command', id: 'cancel_all' })
  assert.deepEqual(matchKey(map, null, pressed('/', { code: 'Digit7', shiftKey: true })), {
    kind: 'command',
    id: 'search',
  })
  assert.deepEqual(matchKey(map, null, pressed('k', { ctrlKey: true })), { kind: 'command', id: 'palette' })
  assert.deepEqual(matchKey(map, null, pressed('A', { shiftKey: true })), { kind: 'command', id: 'arm' })
})
