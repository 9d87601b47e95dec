/** Items of a table's menu: the choice of columns, and the way back. */
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { canHide } from './column.ts'
import type { Column } from './column.ts'
import type { KeptLayout } from './use-table-layout.ts'

export type TableMenu = Pick<KeptLayout, 'now' | 'keep'> & {
  readonly columns: readonly Column<never, never>[]
}

export function tableMenuItems(menu: TableMenu): readonly MenuItem[] {
  const { columns, now, keep } = menu
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
    { key: 'plain', text: 'Default layout', part: '', run: () => keep(null) },
  ]
}
