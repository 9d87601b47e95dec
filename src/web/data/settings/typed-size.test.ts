import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { shownSize, typeSize } from '../../data/settings/order-defaults.ts'

const TEN = micros(10_000_000n)

test('each readable size counts while it is typed, as it was written', () => {
  const five = typeSize('5', null, TEN)
  assert.equal(five.size, 5_000_000n)
  const more = typeSize('5,50', five, five.size)
  assert.equal(more.size, 5_500_000n)
  assert.deepEqual(shownSize(more, more.size), { text: '5,50', isFaulty: false })
})

test('what is no size keeps the one from before the typing, and the box says that it is faulty', () => {
  const one = typeSize('1', null, TEN)
  for (const text of ['', '0', '1x', '1.234']) {
    const typed = typeSize(text, one, one.size)
    assert.equal(typed.size, TEN, text)
    assert.deepEqual(shownSize(typed, typed.size), { text, isFaulty: true })
  }
})

test('a size that another box or a key sets is shown, and typing goes on from there', () => {
  const typed = typeSize('7', null, TEN)
  const other = micros(25_000_000n)
  assert.deepEqual(shownSize(typed, other), { text: '25', isFaulty: false })
  assert.equal(typeSize('', typed, other).size, other)
})
