/** The columns that are shown and the rows in their order, as the trader has laid the table out. */
import { useMemo } from 'react'
import { compareDecimals } from '#lib/decimal.ts'
import type { TableLayout } from '../../data/settings/table-layouts.ts'
import type { Column } from './column.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The order of two values: decimal text by its size, other text by its letters. No float is made of an amount. */
export function compareValues(a: string | number, b: string | number): number {
  const [left, right] = [String(a), String(b)]
  return compareDecimals(left, right) ?? collator.compare(left, right)
}

/** The rows by the layout's order; rows without a value come last, whichever way. */
export function sortedRows<Row>(
  columns: readonly Column<Row, never>[],
  rows: readonly Row[],
  sort: TableLayout['sort'],
): readonly Row[] {
  const value = columns.find(({ id }) => id === sort?.column)?.value
  if (sort === null || value === undefined) return rows
  const turn = sort.descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: value(row) }))
    .toSorted((a, b) =>
      a.value === null || b.value === null
        ? Number(a.value === null) - Number(b.value === null)
        : turn * compareValues(a.value, b.value),
    )
    .map(({ row }) => row)
}

/** Both, made again only when what they are made of is another. */
export function useTableModel<Row, Live>(
  columns: readonly Column<Row, Live>[],
  rows: readonly Row[],
  { hidden, sort }: TableLayout,
): { readonly shown: readonly Column<Row, Live>[]; readonly sorted: readonly Row[] } {
  const shown = useMemo(
    () => (hidden.length === 0 ? columns : columns.filter(({ id }) => !hidden.includes(id))),
    [columns, hidden],
  )
  const sorted = useMemo(() => sortedRows(columns, rows, sort), [columns, rows, sort])
  return { shown, sorted }
}
