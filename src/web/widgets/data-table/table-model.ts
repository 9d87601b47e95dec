/** The columns that are shown and the rows in their order, as the trader has laid the table out. */
import { useMemo } from 'react'
import type { TableLayout } from '../../data/settings/settings.ts'
import type { Column, ColumnValue } from './column.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The order of two values: texts by their letters, amounts and numbers by their size. */
export function compareValues(a: ColumnValue, b: ColumnValue): number {
  if (typeof a === 'string' || typeof b === 'string') return collator.compare(String(a), String(b))
  return a < b ? -1 : Number(a > b)
}

/** The rows by the layout's order; rows without a value come last, whichever way. */
export function sortedRows<Row>(
  columns: readonly Column<Row, never>[],
  rows: readonly Row[],
  sort: TableLayout['sort'],
): readonly Row[] {
  const read = columns.find(({ id }) => id === sort?.column)?.value
  if (sort === null || read === undefined) return rows
  const turn = sort.descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: read(row) }))
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

/** Rows drawn at first, and more of them for each press. */
export const ROWS_AT_ONCE = 200

/** Rows that stand together, all of them and those that are drawn. */
type DrawnGroup<Row> = {
  readonly key: string
  readonly all: readonly Row[]
  readonly drawn: readonly Row[]
}

/** The groups as `rows` brings them, sorted within as `ordered`: `most` rows from the top, and no group without one. */
export function drawnGroups<Row>(
  rows: readonly Row[],
  ordered: readonly Row[],
  keyOf: (row: Row) => string,
  most: number,
): readonly DrawnGroup<Row>[] {
  const members = Map.groupBy(ordered, keyOf)
  let left = most
  return [...new Set(rows.map(keyOf))].flatMap((key) => {
    const all = members.get(key) ?? []
    const drawn = all.slice(0, left)
    left -= drawn.length
    return drawn.length === 0 ? [] : [{ key, all, drawn }]
  })
}
