// Rules shown here: SEC-5.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Column } from './column.ts'
import { tableCsv } from './table-model.ts'

type Row = { readonly name: string; readonly price: string | null }

const columns: readonly Column<Row>[] = [
  { id: 'name', head: 'Outcome', value: ({ name }) => name, cell: () => null },
  { id: 'actions', head: 'Actions', cell: () => null },
  { id: 'price', head: 'Price', value: ({ price }) => price, cell: () => null },
]

test('a file holds the shown columns that have a value, in the order of the rows, and no cell is a formula', () => {
  assert.equal(
    tableCsv(columns, [
      { name: 'Lakers, home', price: '0.5' },
      { name: '=HYPERLINK("x")', price: null },
    ]),
    'Outcome,Price\r\n"Lakers, home",0.5\r\n"\'=HYPERLINK(""x"")",\r\n',
  )
  assert.equal(tableCsv(columns.slice(0, 1), [{ name: '-1', price: null }]), 'Outcome\r\n-1\r\n')
})
