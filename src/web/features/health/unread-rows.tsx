/** Rows of the venue's lists that the terminal does not understand: named by list, with what is wrong. */
import { NO_UNREAD_ROWS } from '#core/unread-rows.ts'
import type { FeedHealth } from '../../platform/api/client.ts'
import { textColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'

/** Nothing while every row is understood. */
export function UnreadRows({ feeds }: { readonly feeds: readonly FeedHealth[] }) {
  const count = feeds.reduce((sum, feed) => sum + (feed.notUnderstood?.count ?? 0), 0)
  if (count === 0) return null
  return (
    <section className="panel" aria-label="Unreadable rows">
      <header className="panel-head">
        <h2>Unreadable rows</h2>
        <span className="soft">{count} in the venue's last answers; all other rows are shown</span>
      </header>
      <DataTable name="unread-rows" columns={COLUMNS} rows={rowsOf(feeds)} keyOf={({ key }) => key} />
    </section>
  )
}

type UnreadRow = {
  readonly key: string
  readonly list: string
  /** Null when the row has none that can be read; a dash for what is not listed. */
  readonly id: string | null
  readonly reason: string
}

function rowsOf(feeds: readonly FeedHealth[]): readonly UnreadRow[] {
  return feeds.flatMap(({ name, notUnderstood: { rows, count } = NO_UNREAD_ROWS }) => [
    ...rows.map(({ list, id, reason }, index) => ({ key: `${name} ${index}`, list, id, reason })),
    ...(count > rows.length
      ? [{ key: `${name} more`, list: name, id: '\u2013', reason: `and ${count - rows.length} more` }]
      : []),
  ])
}

const COLUMNS: readonly Column<UnreadRow>[] = [
  textColumn('list', 'List', ({ list }) => list, { isRowHead: true }),
  textColumn('id', 'Id', ({ id }) => id, { className: 'mono', cell: ({ id }) => id ?? 'none' }),
  textColumn('reason', 'What is wrong', ({ reason }) => reason, { className: 'wide dim', isFixed: true }),
]
