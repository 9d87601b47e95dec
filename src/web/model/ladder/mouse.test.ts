import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MouseButtons } from '../settings/settings.ts'
import { mouseAction, orderSide } from './mouse.ts'

const OWN: MouseButtons = { left: 'ticket', middle: 'sell', right: 'buy' }

test('in the Column scheme the column says the side and the right button opens the menu', () => {
  const left = mouseAction('column', OWN, 0)
  assert.deepEqual(
    (['bid', 'price', 'ask', 'result'] as const).map((column) => orderSide(left, column)),
    ['BUY', null, 'SELL', null],
  )
  assert.equal(mouseAction('column', OWN, 2), 'menu')
})

test('in the Button scheme the button says the side, anywhere but on the column of results', () => {
  for (const column of ['bid', 'price', 'ask'] as const) {
    assert.equal(orderSide(mouseAction('button', OWN, 0), column), 'BUY')
    assert.equal(orderSide(mouseAction('button', OWN, 2), column), 'SELL')
  }
  assert.equal(orderSide(mouseAction('button', OWN, 0), 'result'), null)
})

test('own buttons do what was chosen, others nothing', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((button) => mouseAction('custom', OWN, button)),
    ['ticket', 'sell', 'buy', 'none'],
  )
  assert.equal(orderSide('menu', 'bid'), null)
})
