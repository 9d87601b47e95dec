/** The chart's points as a table, newest first: at most a hundred, evenly taken. */
import { priceDecimals } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import { showDay } from '../../platform/format/times.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import type { ChartLine } from './chart-line.ts'
import { columnText, thinned } from '../../model/markets/history.ts'

const MAX_ROWS = 100

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
  const times = thinned(first?.points ?? [], MAX_ROWS).toReversed()
  const values = lines.map((line) => new Map(line.points.map(({ at, value }) => [at, value])))
  return (
    <div className="chart-data" tabIndex={0} role="region" aria-label="Chart data">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            {lines.map((line) => (
              <th key={line.id} scope="col" className="num">
                {line.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map(({ at }) => (
            <tr key={at}>
              <th scope="row">{showDay(at)}</th>
              {lines.map((line, column) => {
                const value = values[column]?.get(at)
                return (
                  <td key={line.id} className="num">
                    {value === undefined ? '\u2013' : columnText(value, priceDecimals(tick), prices)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
