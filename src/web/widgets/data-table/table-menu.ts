/** Items of a table's menu: the choice of columns, a file, and the way back. */
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { canHide } from './column.ts'
import type { Column } from './column.ts'
import type { KeptLayout } from './use-table-layout.ts'

export type TableMenu = Pick<KeptLayout, 'now' | 'keep'> & {
  readonly columns: readonly Column<never, never>[]
  /** Null when the table gives no file. */
  readonly save: (() => void) | null
}

export function tableMenuItems(menu: TableMenu): readonly MenuItem[] {
  const { columns, now, keep, save } = menu
  const { hidden } = now()
  return [
    ...columns.filter(canHide).map(({ id, head }, at): MenuItem => {
      const isShown = !hidden.includes(id)
      return {
        key: `show ${id}`,
        text: head,
        isChosen: isShown,
        isOneOfMany: true,
        ...(at === 0 ? { part: 'Columns' } : {}),
        run: () => {
          keep({ hidden: isShown ? [...hidden, id] : hidden.filter((one) => one !== id) })
          return tableMenuItems(menu)
        },
      }
    }),
    ...(save === null ? [] : [{ key: 'save', text: 'Export shown rows as CSV', part: '', run: save }]),
    { key: 'plain', text: 'Default layout', ...(save === null ? { part: '' } : {}), run: () => keep(null) },
  ]
}
