import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTables } from '../../data/settings/settings.ts'
import { nextSort, PLAIN_LAYOUT } from './use-table-layout.ts'

test('whatever is stored, a table can be drawn', () => {
  for (const stored of [undefined, null, 'x', 3, [], {}]) assert.deepEqual(readTables(stored), {})
  for (const stored of [null, 'x', {}, { hidden: 3, widths: [1], sort: { descending: true } }]) {
    assert.deepEqual(readTables({ orders: stored }), { orders: PLAIN_LAYOUT })
  }
})

test('what is kept of a table is read back, without the widths that earlier versions kept', () => {
  const kept = { hidden: ['age'], sort: { column: 'price', descending: true } }
  assert.deepEqual(readTables({ orders: { ...kept, widths: { state: 120 } } }), { orders: kept })
})

test('presses on a head sort up, down, and back to the order of the table', () => {
  const up = nextSort('price', null)
  assert.deepEqual(up, { column: 'price', descending: false })
  const down = nextSort('price', up)
  assert.deepEqual(down, { column: 'price', descending: true })
  assert.equal(nextSort('price', down), null)
  assert.deepEqual(nextSort('size', down), { column: 'size', descending: false })
})
