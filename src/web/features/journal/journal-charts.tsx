/** Equity, markouts, profit by hour and league, and times: each bar opens the fills behind it. */
import { useMemo } from 'react'
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { showCents, showDay } from '../../platform/format/figures.ts'
import type { JournalSummary } from '../../platform/api/client.ts'
import { countOf } from '../../words/summary-text.ts'
import { Button, Panel, tip } from '../../ui/controls.tsx'
import { PnlDrawing } from '../../widgets/pnl/pnl-drawing.tsx'
import type { PnlLine } from '../../widgets/pnl/pnl-scale.ts'
import { centsText, meanText, timeText } from './journal-text.ts'
import type { JournalChoice } from './journal-text.ts'
import styles from './journal.module.css'

type Open = (part: Partial<JournalChoice>) => void

export function JournalCharts({
  summary,
  onOpen,
}: {
  readonly summary: JournalSummary
  readonly onOpen: Open
}) {
  return (
    <div className={styles.charts}>
      <Equity summary={summary} />
      <Markouts summary={summary} onOpen={onOpen} />
      <Bars
        title="Profit by hour"
        note="UTC"
        empty="Nothing was realised."
        bars={summary.byHour.map(({ hour, count, sum }) => ({
          key: String(hour),
          name: `${String(hour).padStart(2, '0')}:00`,
          value: sum,
          text: centsText(sum),
          count,
          open: () => onOpen({ hour: String(hour), measure: 'profit' }),
        }))}
      />
      <Bars
        title="Profit by league"
        empty="Nothing was realised."
        bars={summary.byLeague.map(({ league, name, count, sum }) => ({
          key: league,
          name,
          value: sum,
          text: centsText(sum),
          count,
          open: () => onOpen({ league, measure: 'profit' }),
        }))}
      />
      {TIMES.map(([of, title]) => (
        <Times key={of} of={of} title={title} summary={summary} onOpen={onOpen} />
      ))}
    </div>
  )
}

function Equity({ summary }: { readonly summary: JournalSummary }) {
  const { points, drawdown } = summary
  const lines = useMemo((): readonly PnlLine[] => [{ name: 'Realised', points: steps(points) }], [points])
  const last = points.at(-1)
  const fall =
    drawdown === null
      ? 'It never fell.'
      : `Drawdown ${showCents(drawdown.amount)}, ${drawdown.from === null ? 'from the beginning' : `from ${showDay(drawdown.from)}`} to ${showDay(drawdown.to)}.`
  const words = last === undefined ? 'Nothing was realised.' : `Realised ${centsText(last.total)}. ${fall}`
  return (
    <Panel title="Equity" className="pnl">
      {last !== undefined && <PnlDrawing lines={lines} summary={words} />}
      <p className="chart-words">
        <span>{words}</span>
      </p>
    </Panel>
  )
}

/** A value for each end of each step. */
function steps(points: JournalSummary['points']): PnlLine['points'] {
  let value = ZERO
  return points.flatMap(({ at, total }) => {
    const before = { at, value }
    value = total
    return [before, { at, value }]
  })
}

const MARKS = [
  ['mark_1s', '1 s'],
  ['mark_10s', '10 s'],
  ['mark_1m', '1 min'],
  ['mark_5m', '5 min'],
  ['mark_end', 'end'],
] as const

function Markouts({ summary, onOpen }: { readonly summary: JournalSummary; readonly onOpen: Open }) {
  const bars = MARKS.flatMap(([mark, name]) => {
    const { mean, interval, count } = summary[mark]
    if (mean === null) return []
    const within = interval === null ? '' : ` (${meanText(interval.low)} to ${meanText(interval.high)})`
    const open = () => onOpen({ measure: mark })
    return { key: mark, name, value: mean, text: `${meanText(mean)}${within}`, count, open }
  })
  return <Bars title="Markout" note="mean a fill, 95 % interval" empty="No markouts yet." bars={bars} />
}

const TIMES = [
  ['press_to_wire', 'Click to send'],
  ['wire_to_answer', 'Send to ack'],
  ['answer_to_fill', 'Ack to fill'],
] as const

function Times({
  of,
  title,
  summary,
  onOpen,
}: {
  readonly of: (typeof TIMES)[number][0]
  readonly title: string
  readonly summary: JournalSummary
  readonly onOpen: Open
}) {
  const { count, median, p95, counts } = summary[of]
  const ends = summary.latencyClasses
  const bars = counts.flatMap((some, place) =>
    some === 0
      ? []
      : {
          key: String(place),
          name:
            ends[place] === undefined ? `over ${timeText(ends.at(-1) ?? 0)}` : `to ${timeText(ends[place])}`,
          value: BigInt(some) as Micros,
          text: countOf(some, 'fill'),
          count: null,
          open: () => onOpen({ latency: { of, place } }),
        },
  )
  const note = count === 0 ? undefined : `median ${timeText(median ?? 0)}, p95 ${timeText(p95 ?? 0)}`
  return <Bars title={title} note={note} empty="No fill was timed." bars={bars} />
}

type Bar = {
  readonly key: string
  readonly name: string
  readonly value: Micros
  readonly text: string
  /** Null where the text says it. */
  readonly count: number | null
  readonly open: () => void
}

/** A bar of each part, as long as its share of the largest; its sign is in its text and its pattern. */
function Bars(props: {
  readonly title: string
  readonly note?: string | undefined
  readonly empty: string
  readonly bars: readonly Bar[]
}) {
  const largest = props.bars.reduce((most, { value }) => (size(value) > most ? size(value) : most), 1n)
  return (
    <Panel title={props.title} head={<span className="soft">{props.note}</span>}>
      {props.bars.length === 0 ? (
        <p className="empty">{props.empty}</p>
      ) : (
        <ul className={styles.bars}>
          {props.bars.map(({ key, name, value, text, count, open }) => (
            <li key={key}>
              <Button className={styles.bar} {...tip('Show the fills behind it')} onClick={open}>
                <span className="one-line">{name}</span>{' '}
                <span className={styles.track} aria-hidden="true">
                  <i
                    data-loss={value < 0n ? '' : undefined}
                    style={{ width: `${Number((size(value) * 1_000n) / largest) / 10}%` }}
                  />
                </span>
                <b className="num">{text}</b> {count !== null && <span className="dim num">{count}</span>}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function size(value: Micros): bigint {
  return value < 0n ? 0n - value : value
}
