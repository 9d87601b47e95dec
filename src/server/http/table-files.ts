/** Rows as a file: CSV, or Parquet with exact decimals, instants in UTC and text. */
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { FileAnswer } from '#contract/routes.ts'
import { parseMicros } from '#core/money.ts'
import { csvLines } from '#lib/csv.ts'
import { inertText } from '#lib/inert-text.ts'

/** A column of a file: `amount` is decimal text with at most six decimals, `time` RFC 3339. */
export type FileColumn<Row> = {
  readonly name: string
  readonly kind: 'text' | 'amount' | 'time' | 'number'
  readonly value: (row: Row) => string | number | null
}

const ROWS_PER_GROUP = 2_000

const TYPES: Readonly<Record<FileColumn<never>['kind'], Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  amount: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 6 },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  number: { type: 'DOUBLE' },
}

/** The rows as a file of that name and format. */
export function tableFile<Row>(
  name: string,
  format: 'csv' | 'parquet',
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): FileAnswer {
  const file = `sesame-${name}.${format}`
  return { name: file, body: format === 'csv' ? csvOf(columns, rows) : parquetOf(columns, rows) }
}

function csvOf<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): Iterable<string> {
  return csvLines(
    columns.map(({ name, kind, value }) => ({
      name,
      kind: kind === 'amount' || kind === 'number' ? ('number' as const) : ('text' as const),
      value: (row: Row) => {
        const cell = value(row)
        return cell === null ? null : String(cell)
      },
    })),
    rows,
  )
}

/** A group of rows at a time, so that none holds the loop for long. */
async function* parquetOf<Row>(
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): AsyncGenerator<Uint8Array> {
  const schema: SchemaElement[] = [
    { name: 'sesame', num_children: columns.length },
    ...columns.map(({ name, kind }) => ({ name, ...TYPES[kind], repetition_type: 'OPTIONAL' as const })),
  ]
  const bytes = new ByteWriter()
  const written = (): Uint8Array => {
    const piece = bytes.getBytes().slice()
    bytes.index = 0
    return piece
  }
  const file = new ParquetWriter({ writer: bytes, schema })
  for (let at = 0; at < rows.length; at += ROWS_PER_GROUP) {
    const group = rows.slice(at, at + ROWS_PER_GROUP)
    const columnData = columns.map(({ name, kind, value }) => ({
      name,
      data: group.map((row) => cellOf(kind, value(row))),
    }))
    await file.write({ columnData, rowGroupSize: ROWS_PER_GROUP })
    yield written()
  }
  await file.finish()
  yield written()
}

function cellOf(kind: FileColumn<never>['kind'], cell: string | number | null): unknown {
  if (cell === null) return null
  switch (kind) {
    case 'amount': {
      const parsed = parseMicros(String(cell))
      return parsed.ok ? parsed.value : null
    }
    case 'time':
      return new Date(String(cell))
    case 'number':
      return Number(cell)
    case 'text':
      return inertText(String(cell))
  }
}
