import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amount } from '#contract/codec/fields.ts'
import { shortDay } from '../../words/portfolio-text.ts'
import { exactText, timeText } from './journal-text.ts'

test('an exact amount is said where the shown one is cut', () => {
  assert.equal(exactText(amount.decode('-6.490863'), '\u22126.50'), '\u22126.490863')
  assert.equal(exactText(amount.decode('1.5'), '+1.50'), undefined)
})

test('a year is said when it is not this one', () => {
  const at = new Date(2026, 10, 24, 4, 11, 23).getTime()
  assert.equal(shortDay(at, at), '24 Nov, 04:11')
  assert.equal(shortDay(at, new Date(2027, 0, 1).getTime()), '24 Nov 2026, 04:11')
  assert.equal(shortDay(at, at, true), '24 Nov, 04:11:23')
})

test('times are whole or to a tenth, and may be before what they are counted from', () => {
  assert.deepEqual(
    [timeText(14.24), timeText(4.24), timeText(-0.3), timeText(1_000)],
    ['14 ms', '4.2 ms', '\u22120.3 ms', '1 s'],
  )
})
