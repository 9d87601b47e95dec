/** The rows of a table as a file, as they stand: those that are shown, in their order, with the columns that are shown (SEC-5). */
import { csvLines } from '#lib/csv.ts'
import type { Column } from './column.ts'

/** Lines of CSV: amounts and instants as they are on the wire, not as the page writes them. */
export function tableCsv<Row>(columns: readonly Column<Row, never>[], rows: readonly Row[]): string {
  const exported = columns.flatMap(({ head, value }) =>
    value === undefined
      ? []
      : [
          {
            name: head,
            // Text that is no number stays text.
            kind: 'number' as const,
            value: (row: Row) => value(row)?.toString() ?? null,
          },
        ],
  )
  return [...csvLines(exported, rows)].join('')
}

/** Gives the browser a file to keep. */
export function saveFile(there: Document, name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = there.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
