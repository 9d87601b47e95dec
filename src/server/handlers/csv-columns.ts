/** Columns of a CSV file: fields of a record, by their names on the wire. */
import type { AnyCodec, Shape, WireOf } from '#contract/codec/codec.ts'
import type { CsvColumn } from '#lib/csv.ts'

const NUMBERS: ReadonlySet<Shape['kind']> = new Set(['decimal', 'signed', 'integer', 'number', 'bounded'])

type Names<Header extends string> = Header extends `${infer First},${infer Rest}`
  ? First | Names<Rest>
  : Header

/** @param header  as the file has it: the columns by commas */
export function columnsOf<C extends AnyCodec, Header extends string>(
  { shape }: C,
  header: Names<Header> extends keyof WireOf<C> ? Header : never,
): readonly CsvColumn<WireOf<C>>[] {
  return (header.split(',') as (keyof WireOf<C> & string)[]).map((name) => {
    const field = shape.kind === 'record' ? shape.fields.get(name) : undefined
    return { name, kind: isNumber(field) ? 'number' : 'text', value: (row) => cellOf(row[name]) }
  })
}

/** The columns of a part of each row. */
export function columnsWithin<Row, Part>(
  columns: readonly CsvColumn<Part>[],
  partOf: (row: Row) => Part,
): readonly CsvColumn<Row>[] {
  return columns.map((column) => ({ ...column, value: (row) => column.value(partOf(row)) }))
}

function isNumber(field: AnyCodec | undefined): boolean {
  if (field?.shape.kind === 'nullable') return isNumber(field.shape.of)
  return field !== undefined && NUMBERS.has(field.shape.kind)
}

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
