/** Which rows of a table are drawn: a long list a page at a time. */

/** Rows drawn at first, and more of them for each press. */
export const ROWS_AT_ONCE = 200

/** Rows that stand together, all of them and those that are drawn. */
export type DrawnGroup<Row> = {
  readonly key: string
  readonly all: readonly Row[]
  readonly drawn: readonly Row[]
}

/** The groups as `rows` brings them, sorted within as `ordered`: `most` rows from the top, and no group without one. */
export function drawnGroups<Row>(
  rows: readonly Row[],
  ordered: readonly Row[],
  keyOf: (row: Row) => string,
  most: number,
): readonly DrawnGroup<Row>[] {
  const members = Map.groupBy(ordered, keyOf)
  let left = most
  return [...new Set(rows.map(keyOf))].flatMap((key) => {
    const all = members.get(key) ?? []
    const drawn = all.slice(0, left)
    left -= drawn.length
    return drawn.length === 0 ? [] : [{ key, all, drawn }]
  })
}
