import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLAIN_LAYOUT } from '../../model/settings/table-layouts.ts'
import type { Column } from './column.ts'
import { tableModel } from './table-model.ts'

type Row = { readonly id: string; readonly price: string | null }

const columns: readonly Column<Row>[] = [
  { id: 'id', head: 'Id', value: ({ id }) => id, cell: () => null },
  { id: 'price', head: 'Price', value: ({ price }) => price, cell: () => null },
  { id: 'actions', head: 'Actions', cell: () => null },
]
const rows: readonly Row[] = [
  { id: 'a', price: '0.5' },
  { id: 'b', price: null },
  { id: 'c', price: '0.15' },
  { id: 'd', price: '0.5' },
]

function order(column: string, descending: boolean): string {
  return tableModel(columns, rows, { ...PLAIN_LAYOUT, sort: { column, descending } })
    .sorted.map(({ id }) => id)
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

test('the very rows are given back, and hidden columns are not shown', () => {
  const { shown, sorted } = tableModel(columns, rows, { ...PLAIN_LAYOUT, hidden: ['price', 'gone'] })
  assert.deepEqual([...shown], ['id', 'actions'])
  assert.ok(sorted.every((row, at) => row === rows[at]))
})
