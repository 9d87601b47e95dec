/** Parts of a table: its columns in their order, each in one place with its head, its cells and its figure. */
import type { ReactNode, TdHTMLAttributes } from 'react'

export type ColumnValue = string | number | bigint

/** Attributes of one cell. */
export type CellProps = TdHTMLAttributes<HTMLTableCellElement> &
  Readonly<Record<`data-${string}`, string | undefined>>

export type Column<Row, Live = null> = {
  /** Lower case with hyphens: kept layouts name the column by it. */
  readonly id: string
  /** The head, and the column's name in the menu. */
  readonly head: string
  /** Instead of the head's text, where it is more than that. */
  readonly headContent?: ReactNode
  /** For columns whose content says what it is; the head is still read out. */
  readonly isHeadHidden?: boolean
  readonly title?: string
  /** Class of the head and of each cell. */
  readonly className?: string
  readonly cell: (row: Row, live: Live) => ReactNode
  /** Further properties of a cell; `className` is added to that of the column. */
  readonly cellProps?: (row: Row, live: Live) => CellProps
  /** Number of following columns, by id, that this cell spans. */
  readonly covers?: (row: Row) => readonly string[]
  /** Value for sorting; a column without it is not sorted. */
  readonly value?: (row: Row) => ColumnValue | null
  /** Names its row (`th scope="row"`). */
  readonly isRowHead?: boolean
  /** Cannot be left out: controls, and the state of a row. */
  readonly isFixed?: boolean
}

/** True if the trader may leave it out. */
export function canHide(column: Column<never, never>): boolean {
  return column.isFixed !== true && column.isRowHead !== true && column.isHeadHidden !== true
}

/** Class names, of which any may be missing. */
export function classes(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}
