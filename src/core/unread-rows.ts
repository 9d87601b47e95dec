/** Rows of the venue that are not understood: kept by name, counted, never guessed (INV-58). */

/** Which list a row stood in. */
type RowList = 'trades' | 'open orders' | 'positions' | 'activity' | 'events'

export type UnreadRow = {
  readonly list: RowList
  /** The venue's own name of it; null when it has none. */
  readonly id: string | null
  /** Reason in words. */
  readonly reason: string
}

export type UnreadRows = {
  readonly count: number
  /** The first of them. */
  readonly rows: readonly UnreadRow[]
}

const MAX_NAMED = 20

/** All of them counted, the first 20 named. */
export function unreadRows(rows: readonly UnreadRow[]): UnreadRows {
  return { count: rows.length, rows: rows.slice(0, MAX_NAMED) }
}

export const NO_UNREAD_ROWS: UnreadRows = { count: 0, rows: [] }

/** Rows of several parts of one list. */
export function joinUnreadRows(one: UnreadRows, other: UnreadRows): UnreadRows {
  return { count: one.count + other.count, rows: [...one.rows, ...other.rows].slice(0, MAX_NAMED) }
}

/** In a few words: `2 rows not understood (trades abc: unknown state GONE)`; null when there are none. */
export function unreadText({ count, rows: [first] }: UnreadRows): string | null {
  if (first === undefined) return null
  const name = first.id === null ? first.list : `${first.list} ${first.id}`
  return `${count === 1 ? '1 row' : `${count} rows`} not understood (${name}: ${first.reason})`
}
