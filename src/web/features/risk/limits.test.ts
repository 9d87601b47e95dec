import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareLimit, usedPercent } from './limits.ts'

test('a typed limit is lower, higher, above the ceiling, the same or nothing', () => {
  const cases = [
    ['400', 'lower'],
    ['500', 'same'],
    ['500.00', 'same'],
    ['500.01', 'higher'],
    ['5000', 'higher'],
    ['5000.01', 'above_ceiling'],
    ['', 'invalid'],
    ['-1', 'invalid'],
    ['many', 'invalid'],
  ] as const
  for (const [typed, wanted] of cases) assert.equal(compareLimit(typed, '500', '5000', true), wanted, typed)
  assert.equal(compareLimit('10.5', '60', '600', false), 'invalid')
})

test('the used part is whole per cent, never above 100', () => {
  assert.equal(usedPercent('612.4', '2000'), 30)
  assert.equal(usedPercent('2000', '2000'), 100)
  assert.equal(usedPercent('9000', '2000'), 100)
  assert.equal(usedPercent('1', '0'), 0)
  assert.equal(usedPercent('abc', '10'), 0)
})
