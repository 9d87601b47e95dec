/** The journal: what own fills earned and cost, where and when, each figure with the fills behind it. */
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readOf, useReadAgain } from '../../platform/api/queries.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { useAccount, usePage } from '../../contexts/contexts.ts'
import { Button, Page, Segments, Select, TextField, tip } from '../../ui/controls.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { Missing, useHasWallet } from '../../widgets/missing.tsx'
import { PortfolioHead } from '../../widgets/portfolio-head.tsx'
import { addressOf } from '../../platform/api/client.ts'
import type { JournalSummary } from '../../platform/api/client.ts'
import { JournalFills } from './journal-fills.tsx'
import { exactText, figuresChoice, timeText } from './journal-text.ts'
import type { JournalChoice } from './journal-text.ts'
import { RoundTrips } from './round-trips.tsx'
import styles from './journal.module.css'
import { NONE, showCents } from '../../platform/format/figures.ts'
import { MEASURE_NAMES, shortDay, toneOf } from '../../words/portfolio-text.ts'
import { MEAN, amountColumn, textColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { ZERO } from '#core/money.ts'

/** Marks come up to five minutes after their fill. */
const AGAIN_MS = 15_000

/** The page; a figure that is pressed shows the fills behind it. */
export function JournalPage() {
  const { client } = usePage()
  const hasWallet = useHasWallet()
  const [choice, setChoice] = useState<JournalChoice>({})
  const [list, setList] = useState<'trips' | 'fills'>('trips')
  // Whatever is realised, or settles, changes the figures.
  const moved = useSelected(
    useAccount().account,
    ({ summary }) => `${summary?.realised ?? ''} ${summary?.settlingPnl ?? ''} ${summary?.fees ?? ''}`,
  )
  const [changes, setChanges] = useState(0)
  const read = useQuery({
    ...readOf(client, 'readJournal', { query: figuresChoice(choice) }),
    enabled: hasWallet,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  })
  const version = `${moved} ${changes}`
  useReadAgain(read, version)
  /** The fills behind a figure. */
  const open = (part: Partial<JournalChoice>) => {
    setChoice((old) => ({ ...figuresChoice(old), ...part }))
    setList('fills')
  }
  return (
    <Page className="portfolio">
      <PortfolioHead title="Journal">
        <span className="push" />
        <a
          className="button small"
          href={addressOf('exportJournal', {
            query: { what: list === 'trips' ? 'round_trips' : 'fills', ...choice },
          })}
          download
        >
          Export CSV
        </a>
      </PortfolioHead>
      <Missing />
      {hasWallet && (
        <>
          <Filters choice={choice} choices={read.data?.choices ?? null} onChange={setChoice} />
          <ReadFault read={read} />
          {read.data !== undefined && read.data.fills > 0 && (
            <JournalFigures summary={read.data} onOpen={open} />
          )}
          <section className={`panel ${styles.list}`} aria-label="Rows of the journal">
            <header className="panel-head">
              <Segments
                label="List"
                value={list}
                options={[
                  ['trips', 'Round trips'],
                  ['fills', 'Fills'],
                ]}
                onChange={setList}
              />
              <ChosenFigure choice={choice} onChange={setChoice} />
            </header>
            {list === 'trips' ? (
              <RoundTrips
                choice={choice}
                version={version}
                onOpen={open}
                onNoted={() => setChanges((count) => count + 1)}
              />
            ) : (
              <JournalFills choice={choice} version={version} />
            )}
          </section>
        </>
      )}
    </Page>
  )
}

type Group = NonNullable<JournalSummary['choices']['groups']>[number]

function Filters({
  choice,
  choices,
  onChange,
}: {
  readonly choice: JournalChoice
  readonly choices: JournalSummary['choices'] | null
  readonly onChange: (choice: JournalChoice) => void
}) {
  const { now } = usePage()
  type Filter = readonly [
    name: keyof JournalChoice,
    label: string,
    words: readonly (readonly [string, string])[],
  ]
  const groupName = ({ name, at, fills }: Group): string => `${name}, ${shortDay(at, now())} (${fills})`
  const groups: Filter[2] = (choices?.groups ?? []).map((one) => [one.group, groupName(one)])
  const templates = (choices?.templates ?? []).map(({ template, fills }): Filter[2][number] => [
    template,
    `${template} (${fills})`,
  ])
  const filters: readonly Filter[] = [
    ...(groups.length === 0 ? [] : [['group', 'Group', groups] as const]),
    ...(templates.length === 0 ? [] : [['template', 'Template', templates] as const]),
    ['tag', 'Tag', alike(choices?.tags ?? [])],
    ['league', 'League', (choices?.leagues ?? []).map(({ league, name }) => [league, name])],
    ['marketId', 'Market', (choices?.markets ?? []).map(({ marketId, name }) => [marketId, name])],
    ['hour', 'Hour (UTC)', HOURS],
    ['role', 'Role', alike(['maker', 'taker', 'payout'])],
    ['timeInForce', 'Order', alike(['GTC', 'GTD', 'FOK', 'FAK'])],
  ]
  const change = (name: keyof JournalChoice, word: string) =>
    onChange({ ...choice, [name]: word === '' ? undefined : word })
  return (
    <div className="page-head" role="group" aria-label="Filters">
      {filters.map(([name, label, words]) => (
        <Select<string>
          key={name}
          label={label}
          value={choice[name] ?? ''}
          options={[['', 'all'], ...words]}
          onChoose={(word) => change(name, word)}
        />
      ))}
      <TextField
        label="Day (UTC)"
        type="date"
        value={choice.day ?? ''}
        onType={(day) => change('day', day)}
      />
      {Object.values(choice).some((word) => word !== undefined) && (
        <Button onClick={() => onChange({})}>Clear filters</Button>
      )}
    </div>
  )
}

const alike = (words: readonly string[]) => words.map((word) => [word, word] as const)

const HOURS = Array.from({ length: 24 }, (_, hour): readonly [string, string] => [
  String(hour),
  `${String(hour).padStart(2, '0')}:00`,
])

/** Which figure or round trip chose the fills, and the way back to all. */
function ChosenFigure({
  choice,
  onChange,
}: {
  readonly choice: JournalChoice
  readonly onChange: (choice: JournalChoice) => void
}) {
  const { measure, roundTrip } = choice
  if (measure === undefined && roundTrip === undefined) return null
  const words = measure === undefined ? 'of one round trip' : `behind ${MEASURE_NAMES[measure]}`
  return (
    <span className="soft">
      {words} <Button onClick={() => onChange(figuresChoice(choice))}>Show all</Button>
    </span>
  )
}

type Measure = NonNullable<JournalChoice['measure']>
type Figure = JournalSummary['profit'] & {
  readonly measure: Measure
  readonly name: string
  readonly isCost: boolean
}

/** Below them an interval says nothing. */
const FEWEST_CASES = 20

const MEASURES = Object.keys(MEASURE_NAMES) as readonly Measure[]

/** The table of sums. */
function JournalFigures({
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
        label="Figures of the journal"
        className="fills"
        columns={columnsOf(onOpen)}
        rows={rows}
        keyOf={({ measure }) => measure}
      />
      <p className="chart-words soft">
        <span>
          {summary.fills} fills in {summary.roundTrips} round trips, fees {showCents(summary.fees)}. Slippage{' '}
          {'>'} 0: cost. Markout {'>'} 0: price moved your way. 95 % t-interval from {FEWEST_CASES} cases on,
          as if fills were independent.
          {earlier === ZERO
            ? ''
            : ` ${showCents(earlier, true)} was realised before the first known trade and is in no filter.`}
          {TIMES.map(([of, name]) => timesText(name, summary[of]))}
        </span>
      </p>
    </section>
  )
}

const TIMES = [
  ['press_to_wire', 'Click to send'],
  ['wire_to_answer', 'Send to ack'],
  ['answer_to_fill', 'Ack to fill'],
] as const

function timesText(name: string, { median, p95 }: JournalSummary['press_to_wire']): string {
  return median === null || p95 === null ? '' : ` ${name}: median ${timeText(median)}, p95 ${timeText(p95)}.`
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
      cell: ({ sum, count }) => (count === 0 ? NONE : showCents(sum, true)),
      cellProps: ({ sum, isCost }) => ({
        className: isCost ? '' : toneOf(sum),
        ...tip(exactText(sum, showCents(sum, true))),
      }),
    },
    amountColumn('mean', 'Mean', ({ mean }) => mean, MEAN),
    {
      id: 'interval',
      head: '95 % interval',
      className: 'num extra soft',
      title: `From ${FEWEST_CASES} cases on`,
      cell: ({ interval, count }) =>
        interval === null || count < FEWEST_CASES
          ? NONE
          : [interval.low, interval.high].map((end) => showCents(end, true, 100n)).join(' to '),
    },
    amountColumn('median', 'Median', ({ median }) => median, MEAN),
  ]
}
