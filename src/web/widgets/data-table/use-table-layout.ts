/** The kept layout of one table: columns left out, and by which column it is sorted. */
import { useCallback } from 'react'
import type { TableLayout } from '../../data/settings/settings.ts'
import { usePage } from '../../contexts/contexts.ts'
import { useSelected } from '../../platform/state/hooks.ts'

export type TableSort = NonNullable<TableLayout['sort']>

export const PLAIN_LAYOUT: TableLayout = { hidden: [], sort: null }

/** Next sort after a press on a head: ascending, descending, the table's own order. */
export function nextSort(column: string, sort: TableSort | null): TableSort | null {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? null : { column, descending: true }
}

export type KeptLayout = ReturnType<typeof useTableLayout>

/** @param name of the table, the same at every place */
export function useTableLayout(name: string) {
  const { settings } = usePage()
  const layout = useSelected(settings, ({ tables }) => tables[name]) ?? PLAIN_LAYOUT
  // A part as given; null takes the whole of it back to how the table was made.
  const keep = useCallback(
    (part: Partial<TableLayout> | null) =>
      settings.update((old) => {
        const { [name]: before = PLAIN_LAYOUT, ...others } = old.tables
        return { ...old, tables: part === null ? others : { ...others, [name]: { ...before, ...part } } }
      }),
    [settings, name],
  )
  const now = useCallback(() => settings.get().tables[name] ?? PLAIN_LAYOUT, [settings, name])
  return { layout, now, keep }
}
