import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyMap, findStep } from './key-map.ts'
import type { KeyMap } from './key-map.ts'
import type { Stroke } from './strokes.ts'
import { pressed } from './testing/pressed.ts'

const WITH_LETTERS = createKeyMap({}, true)
const WITHOUT = createKeyMap({}, false)
const ladderKey = (stroke: Stroke, keys: KeyMap) => findStep(keys, 'ladder', stroke)
const key = (stroke: Stroke) => ladderKey(stroke, WITH_LETTERS)

test('trading keys trade only without modifiers and only with letters switched on', () => {
  assert.deepEqual(key(pressed('b')), ['order', 'BUY'])
  assert.deepEqual(key(pressed('w')), ['join', 'SELL'])
  assert.deepEqual(key(pressed('a')), ['alert'])
  assert.equal(ladderKey(pressed('b'), WITHOUT), null)
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey']) {
    assert.equal(key(pressed('b', { [modifier]: true })), null)
  }
})

test('an exit is one key: e joins, Shift E walks, h hedges, Shift F flattens; Shift H opens the details', () => {
  assert.deepEqual(key(pressed('e')), ['exit', 'join'])
  assert.deepEqual(key(pressed('E', { shiftKey: true })), ['exit', 'walk'])
  assert.deepEqual(key(pressed('h')), ['exit', 'hedge'])
  assert.deepEqual(key(pressed('F', { shiftKey: true })), ['flatten'])
  assert.deepEqual(key(pressed('H', { shiftKey: true })), ['exitDetails'])
  assert.equal(ladderKey(pressed('E', { shiftKey: true }), WITHOUT), null)
  // Keys that were chosen before one press sent are still those of the exits.
  const chosen = createKeyMap({ exit_walk: ['y'], exit_join: ['Shift+y'] }, true)
  assert.deepEqual(ladderKey(pressed('y'), chosen), ['exit', 'walk'])
  assert.deepEqual(ladderKey(pressed('Y', { shiftKey: true }), chosen), ['exit', 'join'])
})

test('Shift Q and Shift W take the best price; brackets, zero and signs shape the ladder', () => {
  assert.deepEqual(key(pressed('Q', { shiftKey: true })), ['takeBest', 'BUY'])
  assert.deepEqual(key(pressed('W', { shiftKey: true })), ['takeBest', 'SELL'])
  assert.equal(ladderKey(pressed('Q', { shiftKey: true }), WITHOUT), null)
  assert.deepEqual(key(pressed('\u00fc', { code: 'BracketLeft' })), ['outcome', -1])
  assert.deepEqual(key(pressed('0', { code: 'Digit0' })), ['netSize'])
  assert.deepEqual(key(pressed('+', { code: 'Equal', shiftKey: true })), ['regroup', 1])
  assert.deepEqual(key(pressed('-', { code: 'Minus' })), ['regroup', -1])
  assert.deepEqual(key(pressed('v')), ['flip'])
  assert.deepEqual(key(pressed('t')), ['ticket'])
})

test('moving works without letters; digits go by place on the keyboard', () => {
  assert.deepEqual(ladderKey(pressed('ArrowUp'), WITHOUT), ['move', 1])
  assert.deepEqual(ladderKey(pressed('PageDown'), WITHOUT), ['move', -10])
  assert.deepEqual(key(pressed('&', { code: 'Digit1' })), ['size', 0])
  assert.equal(key(pressed('7', { code: 'Digit7' })), null)
  assert.equal(key(pressed('Escape')), null)
})

test('where a layout has its plus on the key of a bracket, it is a plus', () => {
  assert.deepEqual(key(pressed('+', { code: 'BracketRight' })), ['regroup', 1])
})

test('letters of a script without latin ones are those of their places', () => {
  assert.deepEqual(key(pressed('\u0438', { code: 'KeyB' })), ['order', 'BUY'])
  assert.equal(key(pressed('z', { code: 'KeyY' })), null)
})
