/** Items of a table's menu: the order by one column, the choice of columns, a file, and the way back. */
import type { TableLayout } from '../../data/settings/table-layouts.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { canHide } from './column.ts'
import type { Column } from './column.ts'

export type TableMenu = {
  readonly columns: readonly Column<never, never>[]
  readonly now: () => TableLayout
  readonly keep: (part: Partial<TableLayout> | null) => void
  /** Null when the table gives no file. */
  readonly save: (() => void) | null
}

/** @param id  the column whose head was asked; null for the table's own button */
export function tableMenuItems(menu: TableMenu, id: string | null): readonly MenuItem[] {
  const { columns, now, keep, save } = menu
  const column = columns.find((one) => one.id === id)
  const hideable = columns.filter(canHide)
  const { hidden } = now()
  return [
    ...(column === undefined ? [] : columnItems(menu, column)),
    ...hideable.map(({ id: other, head }, at): MenuItem => {
      const isShown = !hidden.includes(other)
      return {
        key: `show ${other}`,
        text: head,
        isChosen: isShown,
        isOneOfMany: true,
        ...(at === 0 ? { part: 'Columns' } : {}),
        run: () => {
          keep({ hidden: isShown ? [...hidden, other] : hidden.filter((one) => one !== other) })
          return tableMenuItems(menu, id)
        },
      }
    }),
    ...(save === null ? [] : [{ key: 'save', text: 'Export shown rows as CSV', part: '', run: save }]),
    { key: 'plain', text: 'Default layout', ...(save === null ? { part: '' } : {}), run: () => keep(null) },
  ]
}

function columnItems(menu: TableMenu, column: Column<never, never>): readonly MenuItem[] {
  const { now, keep } = menu
  const { id, value } = column
  const { sort } = now()
  const sorting = [false, true].map((descending): MenuItem => ({
    key: descending ? 'descending' : 'ascending',
    text: `Sort ${descending ? 'descending' : 'ascending'}`,
    isChosen: sort?.column === id && sort.descending === descending,
    run: () => keep({ sort: { column: id, descending } }),
  }))
  return [
    ...(value === undefined ? [] : sorting),
    ...(sort === null ? [] : [{ key: 'unsorted', text: 'Default order', run: () => keep({ sort: null }) }]),
  ]
}
