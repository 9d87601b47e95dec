/**
 * Every table of the page. A table gives its columns and its rows; sorting and the choice of columns (kept by the
 * table's name), what is said when there is nothing, and the look of what is not current are here.
 */
import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { heldOrder } from '../../data/account/held-order.ts'
import { useSettlingRows } from '../../platform/page/use-settling.ts'
import { useHeld } from '../../platform/state/hooks.ts'
import { classes } from './column.ts'
import { DataRow } from './data-row.tsx'
import type { DataRowProps } from './data-row.tsx'
import { drawnGroups, ROWS_AT_ONCE, useTableModel } from './table-model.ts'
import { TableHead } from './table-head.tsx'
import { tableMenuItems } from './table-menu.ts'
import { useFittingColumns } from './use-fitting-columns.ts'
import { useTableLayout } from './use-table-layout.ts'
import styles from './data-table.module.css'
import { Button } from '../../ui/controls.tsx'

/** Rows that stand together under a line of their own. */
export type RowGroups<Row> = {
  readonly of: (row: Row) => string
  /** Text and actions of the line; it spans all columns. */
  readonly head: (rows: readonly Row[]) => ReactNode
  readonly label?: (rows: readonly Row[]) => string
  readonly className: string
}

export type DataTableProps<Row extends object, Live = null> = Pick<
  DataRowProps<Row, Live>,
  'columns' | 'rowProps' | 'Follow' | 'below'
> & {
  /** Key of the layout. */
  readonly name: string
  readonly rows: readonly Row[]
  /** Stays the same for as long as the row is there. */
  readonly keyOf: (row: Row) => string
  readonly groups?: RowGroups<Row> | undefined
  readonly className?: string
  /** Name of the scrolling part; without it the table is inside an existing one. */
  readonly label?: string | undefined
  /** Said when there are no rows. */
  readonly empty?: ReactNode
  /** Rows that stand below all others, however the table is sorted. */
  readonly isLast?: (row: Row) => boolean
  /** The shown rows are not current. */
  readonly isStale?: boolean
}

/** The table, or why it is empty. */
export function DataTable<Row extends object, Live = null>(props: DataTableProps<Row, Live>) {
  const { label, empty, rows } = props
  const table =
    rows.length === 0 && empty !== undefined ? <p className="empty">{empty}</p> : <Filled {...props} />
  if (label === undefined) return table
  return (
    <div className="panel-body" tabIndex={0} role="region" aria-label={label}>
      {table}
    </div>
  )
}

function Filled<Row extends object, Live>(props: DataTableProps<Row, Live>) {
  const { name, columns, rows, keyOf, className, isLast, isStale = false } = props
  const { layout, now, keep } = useTableLayout(name)
  const [most, setMost] = useState(ROWS_AT_ONCE)
  const { shown: chosen, sorted } = useTableModel(columns, rows, layout)
  const sortKey = layout.sort === null ? '' : `${layout.sort.column} ${layout.sort.descending}`
  const { held, around } = useHeld(sortKey)
  // A row never leaves from under the pointer or the focus.
  const kept = sortKey === '' || held === null ? sorted : heldOrder(sorted, held, keyOf)
  const ordered = isLast === undefined ? kept : kept.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))

  const table = useSettlingRows<HTMLTableElement>(ordered.map(keyOf).join(), ':scope > tbody > tr')
  const shown = useFittingColumns(table, chosen)
  return (
    <>
      <table
        ref={table}
        className={classes('table', styles['table'], className)}
        data-stale={isStale ? '' : undefined}
        {...ROW_KEYS}
      >
        <TableHead
          columns={shown}
          layout={layout}
          keep={keep}
          items={() => tableMenuItems({ columns, now, keep })}
        />
        <Bodies
          {...props}
          ordered={ordered}
          most={most}
          columns={shown}
          holding={sortKey === '' ? undefined : around(ordered.map(keyOf))}
        />
      </table>
      {ordered.length > most && (
        <p className="empty">
          <Button onClick={() => setMost(most + ROWS_AT_ONCE)}>
            Show {Math.min(ROWS_AT_ONCE, ordered.length - most)} more
          </Button>{' '}
          of {ordered.length} rows
        </p>
      )}
    </>
  )
}

function Bodies<Row extends object, Live>(
  props: DataTableProps<Row, Live> & {
    readonly ordered: readonly Row[]
    readonly most: number
    readonly holding: ReturnType<ReturnType<typeof useHeld>['around']> | undefined
  },
) {
  const { rows, ordered, most, keyOf, groups, columns, holding, rowProps, Follow, below } = props
  const line = (row: Row) => (
    <DataRow key={keyOf(row)} row={row} columns={columns} rowProps={rowProps} Follow={Follow} below={below} />
  )
  // A line under a row gives the focus back to its row (keep-focus.ts).
  const drawn = ordered.slice(0, most)
  if (below !== undefined) return drawn.map((row) => <tbody key={keyOf(row)}>{line(row)}</tbody>)
  if (groups === undefined) return <tbody {...holding}>{drawn.map(line)}</tbody>
  // Groups stand in the order of the list; sorting is within them.
  return drawnGroups(rows, ordered, groups.of, most).map((group) => (
    <tbody key={group.key} {...holding}>
      <tr className={groups.className}>
        <th scope="rowgroup" colSpan={columns.length} aria-label={groups.label?.(group.all)}>
          {groups.head(group.all)}
        </th>
      </tr>
      {group.drawn.map(line)}
    </tbody>
  ))
}

const ROW_KEYS = { onKeyDown: moveBetweenRows }

/** Up and down go from what opens one row to what opens the next. */
function moveBetweenRows(down: KeyboardEvent<HTMLElement>): void {
  const { target, key } = down
  if (down.defaultPrevented || !(target instanceof Element) || !target.matches('.row-open')) return
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return
  const all = [...down.currentTarget.querySelectorAll<HTMLElement>('.row-open')]
  down.preventDefault()
  all[all.findIndex((one) => one === target) + (key === 'ArrowDown' ? 1 : -1)]?.focus()
}
