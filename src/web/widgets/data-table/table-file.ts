/** The rows of a table as text of a file, as they stand: those that are shown, in their order, with the columns that are shown (SEC-5). */
import { csvLines } from '#lib/csv.ts'
import { writtenValue, type Column } from './column.ts'

/** Lines of CSV: amounts and instants as they are on the wire, not as the page writes them. */
export function tableCsv<Row>(columns: readonly Column<Row, never>[], rows: readonly Row[]): string {
  const exported = columns
    .filter(({ value }) => value !== undefined)
    .map((column) => ({
      name: column.head,
      // Text that is no number stays text.
      kind: 'number' as const,
      value: (row: Row) => writtenValue(column, row),
    }))
  return [...csvLines(exported, rows)].join('')
}
