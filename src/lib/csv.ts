/**
 * Lines of CSV (RFC 4180) that a spreadsheet reads as data and never as a formula: text that begins like one gets an
 * apostrophe, and nothing invisible gets through (SEC-5).
 */
import { inertText } from './inert-text.ts'

/** A column: its name, whether it holds text or numbers, and its value in a row. */
export type CsvColumn<Row> = {
  readonly name: string
  readonly kind: 'text' | 'number'
  /** Decimal text in a column of numbers; null is an empty cell. */
  readonly value: (row: Row) => string | null
}

/** Spreadsheets skip spaces before a formula, and some take the full-width signs for the plain ones. */
const FORMULA_START = /^(?:[\t\r\n\0]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]/

/** A text cell: inert, quoted where needed. */
export function csvText(text: string): string {
  const guarded = `${FORMULA_START.test(text) ? "'" : ''}${inertText(text)}`
  return NEEDS_QUOTES.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Header and rows, each line ended by CRLF. */
export function* csvLines<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: Iterable<Row>,
): Generator<string, void> {
  yield csvLine(columns.map(({ name }) => csvText(name)))
  for (const row of rows) yield csvLine(columns.map((column) => cell(column, row)))
}

function cell<Row>({ kind, value }: CsvColumn<Row>, row: Row): string {
  const text = value(row)
  if (text === null) return ''
  return kind === 'number' && NUMBER.test(text) ? text : csvText(text)
}

function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}
