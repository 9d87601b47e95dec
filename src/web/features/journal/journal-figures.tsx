/** Sums with their counts and intervals; each opens the fills behind it. */
import { NONE, showAmount } from '../../platform/format/numbers.ts'
import { centsText, exactTip, meanText } from './journal-text.ts'
import type { JournalSummary } from '../../platform/api/wire.ts'
import { MEASURE_NAMES, toneOf } from '../../words/portfolio-text.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import type { JournalChoice } from './journal-filter.ts'
import { Button } from '../../ui/button.tsx'
import { ZERO } from '#core/money.ts'
import { MEAN, amountColumn, textColumn } from '../../widgets/data-table/columns.tsx'

type Measure = Exclude<JournalChoice['measure'], ''>
type Figure = JournalSummary['profit'] & {
  readonly measure: Measure
  readonly name: string
  readonly isCost: boolean
}

const MEASURES = Object.keys(MEASURE_NAMES) as readonly Measure[]

/** The table of sums. */
export function JournalFigures({
  summary,
  onOpen,
}: {
  readonly summary: JournalSummary
  readonly onOpen: (part: Partial<JournalChoice>) => void
}) {
  const rows = MEASURES.map((measure): Figure => ({
    ...summary[measure],
    measure,
    name: MEASURE_NAMES[measure],
    isCost: measure.startsWith('slippage'),
  }))
  const earlier = summary.earlier
  return (
    <section className="panel" aria-label="Figures">
      <DataTable
        name="journal-figures"
        file="journal-figures"
        label="Figures of the journal"
        className="fills"
        columns={columnsOf(onOpen)}
        rows={rows}
        keyOf={({ measure }) => measure}
      />
      <p className="chart-words soft">
        <span>
          {summary.fills} fills in {summary.roundTrips} round trips, fees {showAmount(summary.fees)}. Slippage{' '}
          {'>'} 0: cost. Markout {'>'} 0: price moved your way. 95 % t-interval, as if fills were independent.
          {earlier === ZERO
            ? ''
            : ` ${showAmount(earlier, 2, true)} was realised before the first known trades and is in no filter.`}
        </span>
      </p>
    </section>
  )
}

function columnsOf(onOpen: (part: Partial<JournalChoice>) => void): readonly Column<Figure>[] {
  return [
    {
      id: 'figure',
      head: 'Figure',
      isRowHead: true,
      value: ({ name }) => name,
      cell: ({ name, measure, count }) => (
        <Button
          className="row-open"
          disabled={count === 0}
          aria-label={`Fills behind ${name}`}
          onClick={() => onOpen({ measure })}
        >
          {name}
        </Button>
      ),
    },
    textColumn('count', 'Count', ({ count }) => count, { className: 'num' }),
    {
      id: 'sum',
      head: 'Sum',
      className: 'num strong',
      value: ({ sum }) => sum,
      cell: ({ sum, count }) => (count === 0 ? NONE : centsText(sum)),
      cellProps: ({ sum, isCost }) => ({
        className: isCost ? '' : toneOf(sum),
        ...exactTip(sum, centsText(sum)),
      }),
    },
    amountColumn('mean', 'Mean', ({ mean }) => mean, MEAN),
    {
      id: 'interval',
      head: '95 % interval',
      className: 'num extra soft',
      cell: ({ interval }) =>
        interval === null ? NONE : `${meanText(interval.low)} to ${meanText(interval.high)}`,
    },
    amountColumn('median', 'Median', ({ median }) => median, MEAN),
  ]
}
