import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnGroups } from './table-model.ts'

test('of groups as many rows are drawn as asked for, from the top, and each group knows all of its own', () => {
  const rows = ['b1', 'a1', 'b2', 'a2', 'c1']
  const drawn = (most: number) =>
    drawnGroups(rows, rows.toSorted(), (row) => row.slice(0, 1), most).map((group) => [
      group.drawn.join(' '),
      group.all.length,
    ])
  assert.deepEqual(drawn(9), [
    ['b1 b2', 2],
    ['a1 a2', 2],
    ['c1', 1],
  ])
  assert.deepEqual(drawn(3), [
    ['b1 b2', 2],
    ['a1', 2],
  ])
})
