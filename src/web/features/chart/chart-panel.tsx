/** Price history of up to eight outcomes of an event, with the live end, own fills, open orders, alerts and game events; also as text and as a table. */
import { useMemo, useState } from 'react'
import { BellIcon, ChartCandlestickIcon } from 'lucide-react'
import { priceFromSteps, priceDecimals } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import type { Event, Interval } from '../../platform/api/client.ts'
import { useMarketData, usePage, usePrices, useTopPart, useTrading } from '../../contexts/contexts.ts'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { draftAt } from '../../contexts/selection-draft.ts'
import { ChartCredit } from '../../widgets/link.tsx'
import { StaleSign } from '../../widgets/freshness.tsx'
import { MAX_LINES, STROKES } from './chart-line.ts'
import type { ChartLine } from './chart-line.ts'
import { Drawing } from './chart-drawing.tsx'
import { firstLines, lineChoices, summaryOf } from './chart-lines.ts'
import type { LineChoice } from './chart-lines.ts'
import { useTrades } from '../../contexts/use-trades.ts'
import { candlesOf } from './candles.ts'
import { useHistories } from '../../contexts/histories.ts'
import {
  INTERVALS,
  INTERVAL_WORDS,
  MICROS_PER_STEP,
  columnText,
  thinned,
} from '../../data/markets/history-line.ts'
import { useLines } from './use-lines.ts'
import { Button, Segments, Select, tip } from '../../ui/controls.tsx'
import styles from './chart.module.css'
import { showDay } from '../../platform/format/figures.ts'
import { timeColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'

/** The chart of the selected outcome and those that are put beside it. */
export function ChartPanel({ event, outcomeId }: { readonly event: Event; readonly outcomeId: string }) {
  const { books, alerts } = useMarketData()
  const { settings } = usePage()
  const { isReplay } = useTrading()
  const prices = usePrices()
  const [interval, setInterval] = useState<Interval>('1d')
  const [asCandles, setAsCandles] = useState(true)
  const [asTable, setAsTable] = useState(false)
  const [added, setAdded] = useState<{ readonly eventId: string; readonly ids: readonly string[] } | null>(
    null,
  )
  const choices = useMemo(() => lineChoices(event), [event])
  const beside = added?.eventId === event.id ? added.ids : firstLines(event, outcomeId).slice(1)
  const ids = [outcomeId, ...beside.filter((id) => id !== outcomeId)].slice(0, MAX_LINES)
  const key = ids.join(' ')
  const drawn = useMemo(
    () => key.split(' ').flatMap((id) => choices.find((choice) => choice.outcome.id === id) ?? []),
    [choices, key],
  )
  const { of: histories, read } = useHistories(ids, interval)
  const stale = useTopPart(books.book(outcomeId), (top) => top.stale)
  const lines = useLines(drawn, histories, event.gameId)
  const tape = useTrades(outcomeId).items
  const shown = useMemo(() => {
    const [line, more] = lines
    const candles =
      asCandles && line !== undefined && more === undefined ? candlesOf(line.points, tape) : null
    if (line === undefined || candles === null) return lines
    const marks = line.marks.map((mark) => ({
      ...mark,
      at: candles.findLast(({ at }) => at <= mark.at)?.at ?? mark.at,
    }))
    return [{ ...line, marks, candles, points: candles.map(({ at, close }) => ({ at, value: close })) }]
  }, [lines, tape, asCandles])
  const [first] = drawn
  const tick = first?.market.tickSize ?? 100
  const head = lines[0]
  const summary =
    head === undefined
      ? ''
      : summaryOf(head, isReplay ? 'the recording so far' : INTERVAL_WORDS[interval], tick, prices)
  function setAlert(value: number | null): void {
    if (first === undefined) return
    const price = value === null ? null : priceFromSteps(Math.round(value / MICROS_PER_STEP))
    alerts.draft.set(draftAt({ books, settings }, { event, ...first }, price))
  }
  const put = (next: readonly string[]) => setAdded({ eventId: event.id, ids: next })

  return (
    <div className={`stack ${styles.chart}`}>
      <div className={`row wraps rigid ${styles.chartTools}`}>
        {!isReplay && (
          <Segments
            label="Interval"
            value={interval}
            options={INTERVALS.map((name) => [name, name] as const)}
            onChange={setInterval}
          />
        )}
        {lines.length === 1 && (
          <Button
            className="head-tool"
            aria-label="Candles and volume"
            aria-pressed={asCandles}
            {...tip('Candles with traded volume, or a line')}
            onClick={() => setAsCandles(!asCandles)}
          >
            <ChartCandlestickIcon />
          </Button>
        )}
        <AddLine
          choices={choices.filter((choice) => !ids.includes(choice.outcome.id))}
          isFull={ids.length >= MAX_LINES}
          onAdd={(id) => put([...beside, id])}
        />
        {!isReplay && (
          <Button
            className="head-tool"
            aria-label="New alert at a price"
            {...tip('Alert at a price; on the chart: Alt click')}
            onClick={() => setAlert(head?.points.at(-1)?.value ?? null)}
          >
            <BellIcon />
          </Button>
        )}
      </div>
      {read !== undefined && <ReadFault read={read} />}
      {lines.length > 1 && (
        <ul className={`wraps rigid fine ${styles.legend}`} aria-label="Outcomes drawn">
          {lines.map((line) => (
            <LegendItem
              key={line.id}
              line={line}
              onRemove={line.id === outcomeId ? null : () => put(beside.filter((id) => id !== line.id))}
            />
          ))}
        </ul>
      )}
      {asTable ? (
        <ChartTable lines={lines} tick={tick} />
      ) : (
        <Drawing
          lines={shown}
          tick={tick}
          scope={`${isReplay ? 'replay' : interval} ${shown === lines}`}
          summary={summary}
          onPick={setAlert}
        />
      )}
      <p className="chart-words">
        <span className="cut" data-tip="">
          {summary}
        </span>
        <Button className="plain" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'View as chart' : 'View as data'}
        </Button>
        <StaleSign stale={stale} />
        <ChartCredit />
      </p>
    </div>
  )
}

function LegendItem(props: { readonly line: ChartLine; readonly onRemove: (() => void) | null }) {
  const { line, onRemove } = props
  const stroke = STROKES[line.look] ?? STROKES[0]
  return (
    <li>
      <svg
        width="26"
        height="8"
        className="rigid"
        aria-hidden="true"
        style={{ color: `var(--series-${line.look + 1})` }}
      >
        <line x1="0" y1="4" x2="26" y2="4" strokeWidth={stroke.width} strokeDasharray={stroke.dash} />
      </svg>
      <span className="cut" data-tip="">
        {line.name}
      </span>
      {onRemove !== null && (
        <Button className="head-tool" aria-label={`Remove ${line.name} from the chart`} onClick={onRemove}>
          {'\u00d7'}
        </Button>
      )}
    </li>
  )
}

function AddLine(props: {
  readonly choices: readonly LineChoice[]
  readonly isFull: boolean
  readonly onAdd: (outcomeId: string) => void
}) {
  return (
    <Select<string>
      className={`plain fine ${styles.addLine}`}
      aria-label="Compare with another outcome"
      value=""
      aria-disabled={props.isFull}
      disabled={!props.isFull && props.choices.length === 0}
      {...tip(props.isFull ? `At most ${MAX_LINES} outcomes` : 'Draw another outcome of this event')}
      options={[
        ['', 'Add'] as const,
        ...props.choices.map(({ outcome, name }) => [outcome.id, name] as const),
      ]}
      onChoose={(id) => {
        if (id !== '' && !props.isFull) props.onAdd(id)
      }}
    />
  )
}

const MAX_ROWS = 100

type ChartPoint = ChartLine['points'][number]

/** One row per time of the first line, one column per line. */
function ChartTable({ lines, tick }: { readonly lines: readonly ChartLine[]; readonly tick: TickSize }) {
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
    <div className="chart-data fills relative scrolls" tabIndex={0} role="region" aria-label="Chart data">
      <DataTable name="chart" columns={columns} rows={rows} keyOf={({ at }) => String(at)} />
    </div>
  )
}
