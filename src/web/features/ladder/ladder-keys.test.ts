import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageKey } from '../shell/page-keys.ts'
import { ladderKey } from './ladder-keys.ts'

const stroke = (key: string, part: object = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  ...part,
})

test('trading keys trade only without modifiers and only with letters switched on', () => {
  assert.deepEqual(ladderKey(stroke('b'), true), { kind: 'order', side: 'BUY' })
  assert.deepEqual(ladderKey(stroke('w'), true), { kind: 'join', side: 'SELL' })
  assert.deepEqual(ladderKey(stroke('a'), true), { kind: 'alert' })
  assert.equal(ladderKey(stroke('b'), false), null)
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey']) {
    assert.equal(ladderKey(stroke('b', { [modifier]: true }), true), null)
  }
})

test('leaving a position is looked at before it is sent: e joins, Shift E walks, h hedges', () => {
  assert.deepEqual(ladderKey(stroke('e'), true), { kind: 'leave', mode: 'join' })
  assert.deepEqual(ladderKey(stroke('E', { shiftKey: true }), true), { kind: 'leave', mode: 'walk' })
  assert.deepEqual(ladderKey(stroke('h'), true), { kind: 'leave', mode: 'hedge' })
  assert.equal(ladderKey(stroke('E', { shiftKey: true }), false), null)
})

test('Shift Q and Shift W take the best price; brackets, zero and signs shape the ladder', () => {
  assert.deepEqual(ladderKey(stroke('Q', { shiftKey: true }), true), { kind: 'take_best', side: 'BUY' })
  assert.deepEqual(ladderKey(stroke('W', { shiftKey: true }), true), { kind: 'take_best', side: 'SELL' })
  assert.equal(ladderKey(stroke('Q', { shiftKey: true }), false), null)
  assert.deepEqual(ladderKey(stroke('\u00fc', { code: 'BracketLeft' }), true), { kind: 'outcome', by: -1 })
  assert.deepEqual(ladderKey(stroke('0', { code: 'Digit0' }), true), { kind: 'net_size' })
  assert.deepEqual(ladderKey(stroke('+', { shiftKey: true }), true), { kind: 'coarser' })
  assert.deepEqual(ladderKey(stroke('-'), true), { kind: 'finer' })
  assert.deepEqual(ladderKey(stroke('v'), true), { kind: 'flip' })
  assert.deepEqual(ladderKey(stroke('t'), true), { kind: 'ticket' })
})

test('moving works without letters; digits go by place on the keyboard', () => {
  assert.deepEqual(ladderKey(stroke('ArrowUp'), false), { kind: 'move', rows: 1 })
  assert.deepEqual(ladderKey(stroke('PageDown'), false), { kind: 'move', rows: -10 })
  assert.deepEqual(ladderKey(stroke('&', { code: 'Digit1' }), true), { kind: 'size', at: 0 })
  assert.equal(ladderKey(stroke('7', { code: 'Digit7' }), true), null)
  assert.equal(ladderKey(stroke('Escape'), true), null)
})

test('cancel all works on every layout and while text is typed', () => {
  const backquote = stroke('~', { code: 'Backquote', shiftKey: true })
  assert.equal(pageKey(backquote, false), 'cancel_all')
  assert.equal(pageKey(backquote, true), 'cancel_all')
  assert.equal(
    pageKey(stroke('Backspace', { code: 'Backspace', ctrlKey: true, shiftKey: true }), true),
    'cancel_all',
  )
})

test('keys that are text do nothing while text is typed', () => {
  for (const one of [
    stroke('/'),
    stroke('?', { shiftKey: true }),
    stroke('A', { code: 'KeyA', shiftKey: true }),
  ]) {
    assert.notEqual(pageKey(one, false), null)
    assert.equal(pageKey(one, true), null)
  }
  assert.equal(pageKey(stroke('k', { ctrlKey: true }), true), 'palette')
})
