/** Profit and loss over an interval by the venue's figures: drawn, as text, and as a table. */
import { useMemo, useState } from 'react'
import { formatMicros } from '#core/money.ts'
import { useRead } from '../../platform/api/use-read.ts'
import type { PnlInterval } from '../../platform/api/wire.ts'
import { showDay, showLocal } from '../../platform/format/times.ts'
import { usePage } from '../../model/contexts/page.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { PnlDrawing } from './pnl-drawing.tsx'
import { moneyText, pnlPoints, pnlSummary, thinnedPoints } from './pnl-scale.ts'
import type { PnlPoint } from './pnl-scale.ts'
import { Segments } from '../../ui/segments.tsx'

const INTERVALS = [
  ['1d', '1 day'],
  ['1w', '1 week'],
  ['1m', '1 month'],
  ['all', 'all time'],
] as const satisfies readonly (readonly [PnlInterval, string])[]

const MAX_ROWS = 100
const REFRESH_MS = 60_000

/** The chart with its interval. */
export function PnlPanel() {
  const { client } = usePage()
  const [interval, setInterval] = useState<PnlInterval>('1w')
  const [asTable, setAsTable] = useState(false)
  const read = useRead(
    `pnl ${interval}`,
    (signal) => client.call('readPnl', { query: { interval } }, { signal }),
    { everyMs: REFRESH_MS },
  )
  const { data } = read
  const points = useMemo(() => pnlPoints(data?.points ?? []), [data])
  const words = INTERVALS.find(([name]) => name === interval)?.[1] ?? interval
  const summary = pnlSummary(points, words)
  return (
    <section className="panel pnl" aria-label="Profit and loss">
      <header className="panel-head">
        <h2>Profit and loss</h2>
        <Segments
          label="Interval"
          value={interval}
          options={INTERVALS.map(([name]) => [name, name] as const)}
          onChange={setInterval}
        />
        <span className="soft push pnl-source">venue's figures, incl. rewards</span>
        <button type="button" className="plain" onClick={read.reload} disabled={read.loading}>
          Refresh
        </button>
      </header>
      <ReadFault fault={read.fault} onAgain={read.reload} />
      {data !== null && points.length === 0 && (
        <p className="empty">Nothing yet: the line begins with the first trade.</p>
      )}
      {points.length > 0 &&
        (asTable ? <PnlTable points={points} /> : <PnlDrawing points={points} summary={summary} />)}
      <p className="chart-words">
        <span>
          {data === null ? (read.loading ? 'Reading\u2026' : '') : summary}
          {data === null ? '' : ` As of ${showLocal(Date.parse(data.as_of), true)}.`}
          {data !== null && data.unread_rows > 0
            ? ` ${data.unread_rows} points could not be understood.`
            : ''}
        </span>
        {points.length > 0 && (
          <button type="button" className="plain" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'View as chart' : 'View as data'}
          </button>
        )}
      </p>
    </section>
  )
}

function PnlTable({ points }: { readonly points: readonly PnlPoint[] }) {
  return (
    <div className="chart-data" tabIndex={0} role="region" aria-label="Profit and loss data">
      <DataTable
        name="pnl"
        file="profit-and-loss"
        columns={COLUMNS}
        rows={thinnedPoints(points, MAX_ROWS).toReversed()}
        keyOf={({ at }) => String(at)}
      />
    </div>
  )
}

const COLUMNS: readonly Column<PnlPoint>[] = [
  {
    id: 'time',
    head: 'Time',
    isRowHead: true,
    value: ({ at }) => new Date(at).toISOString(),
    cell: ({ at }) => showDay(at),
  },
  {
    id: 'value',
    head: 'Profit and loss',
    className: 'num',
    value: ({ value }) => formatMicros(value),
    cell: ({ value }) => moneyText(value),
  },
]
