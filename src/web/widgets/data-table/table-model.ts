/** The columns that are shown and the rows in their order, by TanStack Table. Loaded after the first view. */
import {
  columnVisibilityFeature,
  constructTable,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/table-core'
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings'
import type { TableLayout } from '../../model/settings/table-layouts.ts'
import type { Column } from './column.ts'
import { compareValues } from './sort-values.ts'

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
})

type Sortable = { readonly getValue: (id: string) => string | number }

/** Ids of the shown columns, and the rows by the layout's order; rows without a value come last, whichever way. */
export function tableModel<Row extends object>(
  columns: readonly Column<Row, never>[],
  rows: readonly Row[],
  { hidden, sort }: TableLayout,
): { readonly shown: ReadonlySet<string>; readonly sorted: readonly Row[] } {
  const table = constructTable({
    features,
    data: rows,
    columns: columns.map(({ id, value }) => ({
      id,
      accessorFn: (row: Row) => value?.(row) ?? undefined,
      enableSorting: value !== undefined,
      sortUndefined: 'last' as const,
      sortFn: (a: Sortable, b: Sortable) => compareValues(a.getValue(id), b.getValue(id)),
    })),
    state: {
      sorting: sort === null ? [] : [{ id: sort.column, desc: sort.descending }],
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    },
  })
  return {
    shown: new Set(table.getVisibleLeafColumns().map(({ id }) => id)),
    sorted: table.getRowModel().rows.map(({ original }) => original),
  }
}
