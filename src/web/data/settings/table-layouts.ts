/** How the trader has laid out each table: columns left out, and by which column it is sorted. */

import { fieldsOf } from '../../platform/state/store.ts'
import type { TableLayout, TableLayouts } from '#contract/page-settings.ts'

export type { TableLayout } from '#contract/page-settings.ts'
export type TableSort = NonNullable<TableLayout['sort']>

export const PLAIN_LAYOUT: TableLayout = { hidden: [], sort: null }

/** Reads stored layouts, field by field; what cannot be read is as it was made. */
export function readTables(value: unknown): TableLayouts {
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).map(([name, layout]) => [name, readLayout(layout)]),
  )
}

function readLayout(value: unknown): TableLayout {
  const { hidden, sort } = fieldsOf(value)
  const { column, descending } = fieldsOf(sort)
  return {
    hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : [],
    sort: typeof column === 'string' ? { column, descending: descending === true } : null,
  }
}

/** Next sort after a press on a head: ascending, descending, the table's own order. */
export function nextSort(column: string, sort: TableSort | null): TableSort | null {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? null : { column, descending: true }
}
