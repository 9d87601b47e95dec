import assert from 'node:assert/strict'
import { test } from 'node:test'
import { haveSameFields } from './same-fields.ts'

test('a row built again from the same values is the same; one value more, less or other makes another', () => {
  const order = { id: '1' }
  assert.ok(haveSameFields({ order, most: 3n, ended: null }, { most: 3n, order, ended: null }))
  assert.ok(haveSameFields(['a', 'b'], ['a', 'b']))
  assert.ok(!haveSameFields({ order }, { order: { id: '1' } }))
  assert.ok(!haveSameFields({ order }, { order, ended: null }))
  assert.ok(!haveSameFields({ order, ended: undefined }, { order }))
  assert.ok(!haveSameFields({ most: 3n }, { most: 4n }))
})
