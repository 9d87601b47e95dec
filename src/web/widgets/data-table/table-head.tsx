/**
 * The heads of a table: one stop of the Tab key, arrows go along them, Enter sorts. Behind them is the table's menu, in a cell of
 * its own: no column that it hides takes it along.
 */
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { nextSort } from './use-table-layout.ts'
import type { KeptLayout, TableSort } from './use-table-layout.ts'
import { classes } from './column.ts'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import { Button, tip } from '../../ui/controls.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'

export type TableHeadProps = Pick<KeptLayout, 'layout' | 'keep'> & {
  readonly columns: readonly Column<never, never>[]
  /** Items of the table's menu. */
  readonly items: () => readonly MenuItem[]
}

/** The row of heads. */
export function TableHead({ columns, layout, keep, items }: TableHeadProps) {
  const [at, setAt] = useState<string | null>(null)
  const first = columns.find((column) => column.value !== undefined)?.id ?? ''
  const stop = columns.some(({ id, value }) => id === at && value !== undefined) ? at : first
  return (
    <thead {...HEAD_KEYS}>
      <tr>
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            data-column={column.id}
            className={column.className}
            {...tip(column.title)}
            aria-sort={ariaSort(column, layout.sort)}
          >
            <HeadContent
              column={column}
              sort={layout.sort}
              tabIndex={stop === column.id ? 0 : -1}
              onFocus={() => setAt(column.id)}
              onSort={() => keep({ sort: nextSort(column.id, layout.sort) })}
            />
          </th>
        ))}
        <td
          className={classes(styles['menu'], columns.at(-1)?.isHeadHidden !== true && styles['roomy'])}
          aria-label="Table layout"
        >
          <MenuButton
            className={styles['layout'] ?? ''}
            label="Table layout"
            tip="Table layout: columns, order"
            items={items}
          >
            <span aria-hidden="true">{'\u22ee'}</span>
          </MenuButton>
        </td>
      </tr>
    </thead>
  )
}

function HeadContent(props: {
  readonly column: Column<never, never>
  readonly sort: TableSort | null
  readonly tabIndex: number
  readonly onFocus: () => void
  readonly onSort: () => void
}) {
  const { column, sort, tabIndex, onFocus, onSort } = props
  const content = column.headContent ?? column.head
  if (column.isHeadHidden === true) return <span className="visually-hidden">{content}</span>
  if (column.value === undefined) return content
  return (
    <Button className={styles['head']} data-head="" tabIndex={tabIndex} onFocus={onFocus} onClick={onSort}>
      {content}
      {sort?.column === column.id && (
        <span aria-hidden="true">{sort.descending ? ' \u2193' : ' \u2191'}</span>
      )}
    </Button>
  )
}

function ariaSort(column: Column<never, never>, sort: TableSort | null) {
  if (column.value === undefined || sort?.column !== column.id) return undefined
  return sort.descending ? 'descending' : 'ascending'
}

const HEAD_KEYS = { onKeyDown: moveAlong }

/** Arrows, Home and End go along the heads. */
function moveAlong(down: KeyboardEvent<HTMLElement>): void {
  if (down.defaultPrevented || down.altKey || down.ctrlKey || down.metaKey || down.shiftKey) return
  const heads = [...down.currentTarget.querySelectorAll<HTMLElement>('[data-head]')].filter(
    (head) => head.offsetWidth > 0,
  )
  const at = heads.findIndex((head) => head === down.target)
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: heads.length - 1 }[down.key]
  if (at === -1 || next === undefined) return
  down.preventDefault()
  heads[next]?.focus()
}
