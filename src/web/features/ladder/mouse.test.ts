import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mouseAction, orderSide } from './mouse.ts'

test('in the Column scheme the column says the side and the right button opens the menu', () => {
  const left = mouseAction('column', 0)
  assert.deepEqual(
    (['bid', 'price', 'ask', 'result'] as const).map((column) => orderSide(left, column)),
    ['BUY', null, 'SELL', null],
  )
  assert.equal(mouseAction('column', 2), 'menu')
})

test('in the Button scheme the button says the side, anywhere but on the column of results', () => {
  for (const column of ['bid', 'price', 'ask'] as const) {
    assert.equal(orderSide(mouseAction('button', 0), column), 'BUY')
    assert.equal(orderSide(mouseAction('button', 2), column), 'SELL')
  }
  assert.equal(orderSide(mouseAction('button', 0), 'result'), null)
})

test('a button beyond the third does nothing, and a menu orders nothing', () => {
  assert.equal(mouseAction('button', 3), 'none')
  assert.equal(orderSide('menu', 'bid'), null)
})
