/** The mean markout after each span of time, with its interval. The marks stand at equal distances: the spans grow tenfold. */
import { ZERO } from '#core/money.ts'
import type { JournalSummary } from '../../platform/api/client.ts'
import { countOf } from '../../words/summary-text.ts'
import { meanText } from './journal-text.ts'
import type { JournalChoice } from './journal-text.ts'
import styles from './journal.module.css'
import { Button } from '../../ui/controls.tsx'

const MARKS = [
  ['mark_1s', '1 s'],
  ['mark_10s', '10 s'],
  ['mark_1m', '1 min'],
  ['mark_5m', '5 min'],
  ['mark_end', 'end'],
] as const

const HEIGHT = 150
const MARGIN = 14

type Point = {
  readonly mark: (typeof MARKS)[number][0]
  readonly name: string
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly text: string
}

/** The curve, and under each point its mean, which opens the fills behind it. */
export function MarkoutCurve({
  summary,
  onOpen,
}: {
  readonly summary: JournalSummary
  readonly onOpen: (part: Partial<JournalChoice>) => void
}) {
  const points = MARKS.flatMap(([mark, name]) => pointOf(summary, mark, name))
  const all = [0, ...points.flatMap(({ low, high }) => [low, high])]
  const [bottom, top] = [Math.min(...all), Math.max(...all)]
  const y = (value: number): number =>
    top === bottom ? HEIGHT / 2 : MARGIN + ((top - value) / (top - bottom)) * (HEIGHT - 2 * MARGIN)
  const x = (index: number): number => ((index + 0.5) / Math.max(1, points.length)) * 100
  return (
    <section className="panel" aria-label="Markout">
      <header className="panel-head">
        <h2>Markout</h2>
        <span className="soft">mean a fill, 95 % interval</span>
      </header>
      {points.length === 0 ? (
        <p className="empty">No markouts yet.</p>
      ) : (
        <>
          <svg
            className={styles.curve}
            viewBox={`0 0 100 ${HEIGHT}`}
            preserveAspectRatio="none"
            height={HEIGHT}
            aria-hidden="true"
            focusable="false"
          >
            <line className={styles.zero} x1="0" x2="100" y1={y(0)} y2={y(0)} />
            <polyline
              className="pnl-line"
              points={points.map(({ mean }, index) => `${x(index)},${y(mean)}`).join(' ')}
            />
            {points.map(({ mark, low, high }, index) => (
              <line
                key={mark}
                className={styles.interval}
                x1={x(index)}
                x2={x(index)}
                y1={y(high)}
                y2={y(low)}
              />
            ))}
          </svg>
          <ul className={styles.marks}>
            {points.map(({ mark, name, text }) => (
              <li key={mark}>
                <Button
                  className={styles.mark}
                  aria-label={`Fills behind the markout, ${name}: ${text}`}
                  onClick={() => onOpen({ measure: mark })}
                >
                  <span className="dim">{name}</span>
                  <b className="num">{meanText(summary[mark].mean ?? ZERO)}</b>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function pointOf(summary: JournalSummary, mark: Point['mark'], name: string): readonly Point[] {
  const { mean, interval, count } = summary[mark]
  if (mean === null) return []
  return [
    {
      mark,
      name,
      // Only places on the screen.
      mean: Number(mean),
      low: Number(interval?.low ?? mean),
      high: Number(interval?.high ?? mean),
      text: `${meanText(mean)} over ${countOf(count, 'fill')}`,
    },
  ]
}
