import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyMap } from './key-map.ts'
import type { Stroke } from './strokes.ts'
import { pressed } from './testing/pressed.ts'
import { ladderKey } from './ladder-keys.ts'

const WITH_LETTERS = createKeyMap({}, true)
const WITHOUT = createKeyMap({}, false)
const key = (stroke: Stroke) => ladderKey(stroke, WITH_LETTERS)

test('trading keys trade only without modifiers and only with letters switched on', () => {
  assert.deepEqual(key(pressed('b')), { kind: 'order', side: 'BUY' })
  assert.deepEqual(key(pressed('w')), { kind: 'join', side: 'SELL' })
  assert.deepEqual(key(pressed('a')), { kind: 'alert' })
  assert.equal(ladderKey(pressed('b'), WITHOUT), null)
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey']) {
    assert.equal(key(pressed('b', { [modifier]: true })), null)
  }
})

test('an exit is one key: e joins, Shift E walks, h hedges, Shift F flattens; Shift H opens the details', () => {
  assert.deepEqual(key(pressed('e')), { kind: 'exit', mode: 'join' })
  assert.deepEqual(key(pressed('E', { shiftKey: true })), { kind: 'exit', mode: 'walk' })
  assert.deepEqual(key(pressed('h')), { kind: 'exit', mode: 'hedge' })
  assert.deepEqual(key(pressed('F', { shiftKey: true })), { kind: 'flatten' })
  assert.deepEqual(key(pressed('H', { shiftKey: true })), { kind: 'exit_details' })
  assert.equal(ladderKey(pressed('E', { shiftKey: true }), WITHOUT), null)
  // Keys that were chosen before one press sent are still those of the exits.
  const chosen = createKeyMap({ exit_walk: ['y'], exit_join: ['Shift+y'] }, true)
  assert.deepEqual(ladderKey(pressed('y'), chosen), { kind: 'exit', mode: 'walk' })
  assert.deepEqual(ladderKey(pressed('Y', { shiftKey: true }), chosen), { kind: 'exit', mode: 'join' })
})

test('Shift Q and Shift W take the best price; brackets, zero and signs shape the ladder', () => {
  assert.deepEqual(key(pressed('Q', { shiftKey: true })), { kind: 'take_best', side: 'BUY' })
  assert.deepEqual(key(pressed('W', { shiftKey: true })), { kind: 'take_best', side: 'SELL' })
  assert.equal(ladderKey(pressed('Q', { shiftKey: true }), WITHOUT), null)
  assert.deepEqual(key(pressed('\u00fc', { code: 'BracketLeft' })), { kind: 'outcome', by: -1 })
  assert.deepEqual(key(pressed('0', { code: 'Digit0' })), { kind: 'net_size' })
  assert.deepEqual(key(pressed('+', { code: 'Equal', shiftKey: true })), { kind: 'coarser' })
  assert.deepEqual(key(pressed('-', { code: 'Minus' })), { kind: 'finer' })
  assert.deepEqual(key(pressed('v')), { kind: 'flip' })
  assert.deepEqual(key(pressed('t')), { kind: 'ticket' })
})

test('moving works without letters; digits go by place on the keyboard', () => {
  assert.deepEqual(ladderKey(pressed('ArrowUp'), WITHOUT), { kind: 'move', rows: 1 })
  assert.deepEqual(ladderKey(pressed('PageDown'), WITHOUT), { kind: 'move', rows: -10 })
  assert.deepEqual(key(pressed('&', { code: 'Digit1' })), { kind: 'size', at: 0 })
  assert.equal(key(pressed('7', { code: 'Digit7' })), null)
  assert.equal(key(pressed('Escape')), null)
})

test('where a layout has its plus on the key of a bracket, it is a plus', () => {
  assert.deepEqual(key(pressed('+', { code: 'BracketRight' })), { kind: 'coarser' })
})

test('letters of a script without latin ones are those of their places', () => {
  assert.deepEqual(key(pressed('\u0438', { code: 'KeyB' })), { kind: 'order', side: 'BUY' })
  assert.equal(key(pressed('z', { code: 'KeyY' })), null)
})
