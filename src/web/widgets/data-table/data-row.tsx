/** One row. It is rendered when one of its row's fields changes, and not when only the list around it does. */
import { memo } from 'react'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from './column.ts'
import type { Column } from './column.ts'

export type RowProps = HTMLAttributes<HTMLTableRowElement> &
  Readonly<Record<`data-${string}`, string | undefined>>

/** Live state of a row by hooks of its own: the cells' input, and the row's own. */
export type RowLive<Live> = {
  readonly live: Live
  readonly ref?: Ref<HTMLTableRowElement>
  readonly props?: RowProps
}

export type FollowProps<Row, Live> = {
  readonly row: Row
  readonly draw: (live: RowLive<Live>) => ReactNode
}

export type DataRowProps<Row, Live> = {
  readonly row: Row
  /** Those that are shown. */
  readonly columns: readonly Column<Row, Live>[]
  readonly rowProps?: ((row: Row) => RowProps) | undefined
  /** Calls the hooks of a row and draws it: the same component always. */
  readonly Follow?: ((props: FollowProps<Row, Live>) => ReactNode) | undefined
  /** A line of its own under the row; false for none. */
  readonly below?: ((row: Row) => ReactNode) | undefined
}

function PlainDataRow<Row extends object, Live>(props: DataRowProps<Row, Live>) {
  const { row, columns, below, rowProps, Follow } = props
  const more = below?.(row) ?? false
  const draw = ({ live, ref, props: liveProps }: RowLive<Live>) => (
    <tr ref={ref} {...rowProps?.(row)} {...liveProps}>
      {uncovered(columns, row).map(([column, span]) => (
        <DataCell key={column.id} row={row} live={live} column={column} span={span} />
      ))}
    </tr>
  )
  return (
    <>
      {Follow === undefined ? draw(NOTHING as RowLive<Live>) : <Follow row={row} draw={draw} />}
      {more !== false && (
        <tr className="row-below">
          <td colSpan={columns.length}>{more}</td>
        </tr>
      )}
    </>
  )
}

/** For rows whose cells need nothing but the row. */
const NOTHING: RowLive<unknown> = { live: null }

/** The row's cells with the number of columns that each spans. */
function uncovered<Row, Live>(columns: readonly Column<Row, Live>[], row: Row) {
  const cells: (readonly [Column<Row, Live>, number])[] = []
  let covered: readonly string[] = []
  for (const column of columns) {
    if (covered.includes(column.id)) continue
    covered = column.covers?.(row) ?? []
    cells.push([column, 1 + columns.filter(({ id }) => covered.includes(id)).length])
  }
  return cells
}

function DataCell<Row, Live>(props: {
  readonly row: Row
  readonly live: Live
  readonly column: Column<Row, Live>
  readonly span: number
}) {
  const { row, live, column, span } = props
  const { className, ...given } = column.cellProps?.(row, live) ?? {}
  const all = {
    ...given,
    className: classes(column.className, className),
    colSpan: span > 1 ? span : undefined,
  }
  return column.isRowHead === true ? (
    <th scope="row" {...all}>
      {column.cell(row, live)}
    </th>
  ) : (
    <td {...all}>{column.cell(row, live)}</td>
  )
}

function isSame<Row extends object, Live>(
  before: DataRowProps<Row, Live>,
  after: DataRowProps<Row, Live>,
): boolean {
  const { row: was, ...beforeRest } = before
  const { row: is, ...afterRest } = after
  return haveSameFields(beforeRest, afterRest) && haveSameFields(was, is)
}

export const DataRow = memo(PlainDataRow, isSame as never) as typeof PlainDataRow

/**
 * True if both have the same fields with the same values; lists and records in them count by identity, not by
 * content.
 */
function haveSameFields(a: object, b: object): boolean {
  if (a === b) return true
  const others = new Map(Object.entries(b))
  const own = Object.entries(a)
  return (
    own.length === others.size &&
    own.every(([name, value]) => others.has(name) && Object.is(value, others.get(name)))
  )
}
