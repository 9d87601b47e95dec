/** The model of a table that the trader has laid out; one that stands as it was made needs none. */
import { useEffect, useMemo, useState } from 'react'
import type { TableLayout } from '../../model/settings/table-layouts.ts'
import type { Column } from './column.ts'
import type { tableModel } from './table-model.ts'

type Model = { readonly tableModel: typeof tableModel }

/** Kept once it has come. */
let loaded: Model | null = null

/** The columns that are shown and the rows in their order; before the model has come, all of them as they are. */
export function useTableModel<Row extends object, Live>(
  columns: readonly Column<Row, Live>[],
  rows: readonly Row[],
  layout: TableLayout,
): { readonly shown: readonly Column<Row, Live>[]; readonly sorted: readonly Row[] } {
  const [model, setModel] = useState(loaded)
  const isPlain = layout.sort === null && layout.hidden.length === 0
  useEffect(() => {
    if (isPlain || model !== null) return
    import('./table-model.ts').then(
      ({ tableModel: made }) => {
        loaded = { tableModel: made }
        setModel(loaded)
      },
      // Without it the table stands as it was made.
      () => undefined,
    )
  }, [isPlain, model])
  const made = useMemo(
    () => (isPlain || model === null ? null : model.tableModel(columns, rows, layout)),
    [isPlain, model, columns, rows, layout],
  )
  const ids = made === null ? null : [...made.shown].join(' ')
  // Other rows do not make other columns.
  const shown = useMemo(
    () => (ids === null ? columns : columns.filter(({ id }) => ids.split(' ').includes(id))),
    [columns, ids],
  )
  return { shown, sorted: made?.sorted ?? rows }
}
