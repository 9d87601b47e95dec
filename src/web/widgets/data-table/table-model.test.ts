import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Column } from './column.ts'
import { sortedRows } from './table-model.ts'

type Row = { readonly id: string; readonly price: bigint | null }

const columns: readonly Column<Row>[] = [
  { id: 'id', head: 'Id', value: ({ id }) => id, cell: () => null },
  { id: 'price', head: 'Price', value: ({ price }) => price, cell: () => null },
  { id: 'actions', head: 'Actions', cell: () => null },
]
const rows: readonly Row[] = [
  { id: 'a', price: 500_000n },
  { id: 'b', price: null },
  { id: 'c', price: 150_000n },
  { id: 'd', price: 500_000n },
]

function order(column: string, descending: boolean): string {
  return sortedRows(columns, rows, { column, descending })
    .map(({ id }) => id)
    .join('')
}

test('rows are sorted by exact values, equal ones stay in order, and those without a value come last both ways', () => {
  assert.equal(order('price', false), 'cadb')
  assert.equal(order('price', true), 'adcb')
})

test('a column that cannot be sorted by, or is gone, leaves the order of the table', () => {
  assert.equal(order('actions', false), 'abcd')
  assert.equal(order('gone', true), 'abcd')
})

test('the very rows are given back', () => {
  const sorted = sortedRows(columns, rows, { column: 'price', descending: false })
  assert.ok(sorted.every((row) => rows.includes(row)))
})
