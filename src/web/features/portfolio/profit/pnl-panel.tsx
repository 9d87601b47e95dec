/** Profit and loss over an interval: own realised with what is settled, the venue's beside it; drawn, as text, and as a table. */
import { useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { readOf, useReadAgain } from '../../../platform/api/queries.ts'
import type { PnlInterval } from '../../../platform/api/client.ts'
import { showDay, showLocal } from '../../../platform/format/figures.ts'
import { useSelected } from '../../../platform/state/hooks.ts'
import { useAccount, usePage } from '../../../contexts/contexts.ts'
import { amountColumn, timeColumn } from '../../../widgets/data-table/columns.tsx'
import type { Column } from '../../../widgets/data-table/column.ts'
import { DataTable } from '../../../widgets/data-table/data-table.tsx'
import { ChartCredit } from '../../../widgets/link.tsx'
import { ReadFault } from '../../../widgets/read-fault.tsx'
import { PnlDrawing } from '../../../widgets/pnl/pnl-drawing.tsx'
import { pnlPoints } from '../../../widgets/pnl/pnl-scale.ts'
import { profitLines, profitRows, profitSummary } from './profit-lines.ts'
import type { ProfitLine, ProfitRow } from './profit-lines.ts'
import { Button, Segments } from '../../../ui/controls.tsx'

const INTERVALS = [
  ['today', 'today (UTC)'],
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
  const moved = useSelected(
    useAccount().account,
    ({ summary }) => `${summary?.realised ?? ''} ${summary?.settlingPnl ?? ''}`,
  )
  const again = { refetchInterval: REFRESH_MS }
  const own = useQuery({ ...readOf(client, 'readProfit', { query: { interval } }), ...again })
  useReadAgain(own, moved)
  const venue = useQuery({ ...readOf(client, 'readPnl', { query: { interval } }), ...again })
  const data = own.data ?? null
  const venuePoints = useMemo(() => pnlPoints(venue.data?.points ?? []), [venue.data])
  const lines = useMemo(() => (data === null ? [] : profitLines(data, venuePoints)), [data, venuePoints])
  const words = INTERVALS.find(([name]) => name === interval)?.[1] ?? interval
  const summary = data === null ? '' : profitSummary(data, venuePoints, words)
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
        <Button
          className="plain push"
          onClick={() => {
            void own.refetch()
            void venue.refetch()
          }}
          disabled={own.isFetching || venue.isFetching}
        >
          Refresh
        </Button>
      </header>
      <ReadFault read={own.error === null ? venue : own} />
      {data !== null &&
        (asTable ? <PnlTable lines={lines} /> : <PnlDrawing lines={lines} summary={summary} />)}
      {!asTable && <Legend lines={lines} />}
      <p className="chart-words">
        <span>
          {data === null ? (own.isFetching ? 'Reading\u2026' : '') : summary}
          {data === null ? '' : ` As of ${showLocal(data.asOf, true)}.`}
          {venue.data !== undefined && venue.data.unreadRows > 0
            ? ` ${venue.data.unreadRows} of the venue's points unreadable.`
            : ''}
        </span>
        {data !== null && (
          <Button className="plain" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'View as chart' : 'View as data'}
          </Button>
        )}
        {!asTable && <ChartCredit />}
      </p>
    </section>
  )
}

/** Which line is which: each by its pattern. */
function Legend({ lines }: { readonly lines: readonly ProfitLine[] }) {
  return (
    <p className="chart-words soft">
      {lines.map(({ name, dash }) => (
        <span key={name}>
          <svg width="28" height="8" aria-hidden="true">
            <line x1="2" x2="26" y1="4" y2="4" className="pnl-line" strokeDasharray={dash} />
          </svg>{' '}
          {name}{' '}
        </span>
      ))}
    </p>
  )
}

function PnlTable({ lines }: { readonly lines: readonly ProfitLine[] }) {
  return (
    <div
      className="chart-data fills relative scrolls"
      tabIndex={0}
      role="region"
      aria-label="Profit and loss data"
    >
      <DataTable
        name="pnl"
        columns={COLUMNS}
        rows={profitRows(lines, MAX_ROWS)}
        keyOf={({ at }) => String(at)}
      />
    </div>
  )
}

const COLUMNS: readonly Column<ProfitRow>[] = [
  timeColumn('time', 'Time', ({ at }) => at, showDay, { isRowHead: true }),
  amountColumn('value', 'Own, realised', ({ total }) => total, { isSigned: true }),
  amountColumn('settled', 'Own, settled', ({ settled }) => settled, { isSigned: true }),
  amountColumn('venue', 'Venue', ({ venue }) => venue, { isSigned: true }),
]
