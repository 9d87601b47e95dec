import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareValues } from './table-model.ts'

test('amounts are ordered by their size, whatever their length, exactly', () => {
  const amounts = [
    '100',
    '9.5',
    '-3',
    '-10',
    '0',
    '9.50',
    '0.1',
    '9007199254740993.000001',
    '9007199254740993',
  ]
  assert.deepEqual(amounts.toSorted(compareValues), [
    '-10',
    '-3',
    '0',
    '0.1',
    '9.5',
    '9.50',
    '100',
    '9007199254740993',
    '9007199254740993.000001',
  ])
  assert.equal(compareValues('2', '10'), -1)
})

test('instants and names are ordered by their letters', () => {
  assert.ok(compareValues('2026-11-20T12:00:00.000Z', '2026-11-20T12:00:01.000Z') < 0)
  assert.ok(compareValues('Lakers', 'lions') < 0)
  assert.ok(compareValues('Game 2', 'Game 10') < 0)
})

test('the order is one: turning the two turns it', () => {
  const value = fc.oneof(
    fc.integer().map(String),
    fc.string(),
    fc.tuple(fc.integer(), fc.nat()).map(([a, b]) => `${a}.${b}`),
  )
  fc.assert(
    fc.property(value, value, (a, b) => {
      assert.equal(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a)), 0)
    }),
  )
})
