/** The chart's points as a table, newest first: at most a hundred, evenly taken. */
import { useMemo } from 'react'
import { priceDecimals } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import { showDay } from '../../platform/format/times.ts'
import { usePrices } from '../../contexts/use-prices.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import type { ChartLine } from './chart-line.ts'
import { columnText, thinned } from '../../data/markets/history-line.ts'
import { timeColumn } from '../../widgets/data-table/columns.tsx'

const MAX_ROWS = 100

type ChartPoint = ChartLine['points'][number]

/** One row per time of the first line, one column per line. */
export function ChartTable({
  lines,
  tick,
}: {
  readonly lines: readonly ChartLine[]
  readonly tick: TickSize
}) {
  const prices = usePrices()
  const [first] = lines
  const rows = thinned(first?.points ?? [], MAX_ROWS).toReversed()
  const columns = useMemo(
    (): readonly Column<ChartPoint>[] => [
      timeColumn('time', 'Time', ({ at }) => at, showDay, { isRowHead: true }),
      ...lines.map((line, index): Column<ChartPoint> => {
        const values = new Map(line.points.map(({ at, value }) => [at, value]))
        return {
          id: `line-${index}`,
          head: line.name,
          className: 'num',
          cell: ({ at }) => {
            const value = values.get(at)
            return value === undefined ? '\u2013' : columnText(value, priceDecimals(tick), prices)
          },
        }
      }),
    ],
    [lines, prices, tick],
  )
  return (
    <div className="chart-data" tabIndex={0} role="region" aria-label="Chart data">
      <DataTable name="chart" columns={columns} rows={rows} keyOf={({ at }) => String(at)} />
    </div>
  )
}
