// Pages of the order-book service's lists.

export const FIRST_CURSOR = 'MA=='
const LAST_CURSOR = 'LTE='

/** Where a cursor points: a whole number of rows; null for one that the venue refuses. */
export function offsetOf(cursor: string | null): number | null {
  if (cursor === null || cursor === '') return 0
  const text = Buffer.from(cursor, 'base64').toString('utf8')
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** The cursor that points at a row. */
export function cursorAt(offset: number): string {
  return Buffer.from(String(offset)).toString('base64')
}

/** One page of rows in the venue's envelope. */
export function pageOf<T>(rows: readonly T[], offset: number, limit: number) {
  const data = rows.slice(offset, offset + limit)
  const next = offset + limit < rows.length ? cursorAt(offset + limit) : LAST_CURSOR
  return { limit, count: data.length, next_cursor: next, data }
}
