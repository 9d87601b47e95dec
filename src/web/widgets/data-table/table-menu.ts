/** What the menu of a table offers: the order and the width of one column, which columns there are, a file, and the way back. */
import type { TableLayout } from '../../model/settings/table-layouts.ts'
import { boundedWidth } from '../../model/settings/table-layouts.ts'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { canHide } from './column.ts'
import type { Column } from './column.ts'

/** How far a press of a key or in the menu moves the edge of a column, in CSS pixels. */
export const WIDTH_STEP = 16

export type TableMenu = {
  readonly columns: readonly Column<never, never>[]
  readonly now: () => TableLayout
  readonly keep: (part: Partial<TableLayout> | null) => void
  /** The width of a column that is shown, as it is on the screen. */
  readonly widthOf: (id: string) => number
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
  const { now, keep, widthOf } = menu
  const { id, value } = column
  const { sort, widths, hidden } = now()
  const resize = (by: number) => {
    keep({ widths: { ...now().widths, [id]: boundedWidth(widthOf(id) + by) } })
    return tableMenuItems(menu, id)
  }
  const sorting = [false, true].map((descending): MenuItem => ({
    key: descending ? 'descending' : 'ascending',
    text: `Sort ${descending ? 'descending' : 'ascending'}`,
    isChosen: sort?.column === id && sort.descending === descending,
    run: () => keep({ sort: { column: id, descending } }),
  }))
  return [
    ...(value === undefined ? [] : sorting),
    ...(sort === null ? [] : [{ key: 'unsorted', text: 'Default order', run: () => keep({ sort: null }) }]),
    // What is not shown has no width.
    ...(hidden.includes(id) ? [] : widthItems()),
  ]

  function widthItems(): readonly MenuItem[] {
    return [
      { key: 'wider', text: 'Wider', part: column.head, run: () => resize(WIDTH_STEP) },
      { key: 'narrower', text: 'Narrower', run: () => resize(-WIDTH_STEP) },
      ...(widths[id] === undefined
        ? []
        : [
            {
              key: 'fit',
              text: 'As wide as its content',
              run: () => {
                const { [id]: _, ...others } = now().widths
                keep({ widths: others })
              },
            },
          ]),
    ]
  }
}
