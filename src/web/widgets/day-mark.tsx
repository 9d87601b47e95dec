/** The last day of an outcome in a list: the change as a number with its sign, and a small line. */
import { useQuery } from '@tanstack/react-query'
import { micros } from '#core/money.ts'
import { showAmount } from '../platform/format/numbers.ts'
import { usePage } from '../contexts/page.ts'
import { dayOf, sparkPoints } from '../data/markets/day.ts'
import type { Day } from '../data/markets/day.ts'
import { tip } from '../ui/overlays/tip.ts'
import styles from './day.module.css'

const WIDTH = 36
const HEIGHT = 12

/** The line; an empty place of its size until the day is known, so that nothing moves when it comes. */
export function DaySpark({ outcomeId, isShown }: DayProps) {
  const day = useDay(outcomeId, isShown)
  return (
    <svg
      className={styles.daySpark}
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      width={WIDTH}
      height={HEIGHT + 2}
      aria-hidden="true"
    >
      {day !== null && <polyline points={sparkPoints(day.points, WIDTH, HEIGHT)} />}
    </svg>
  )
}

/** The change with its sign; empty until the day is known. */
export function DayChange({ outcomeId, isShown }: DayProps) {
  const day = useDay(outcomeId, isShown)
  if (day === null) return <span className={styles.dayChange} />
  const change = day.last - day.first
  return (
    <span
      className={
        change > 0 ? `${styles.dayChange} pos` : change < 0 ? `${styles.dayChange} neg` : styles.dayChange
      }
      {...tip(`24 h: ${priceOf(day.first)} to ${priceOf(day.last)}`)}
    >
      <span className="visually-hidden">in 24 hours </span>
      {changeText(change)}
    </span>
  )
}

type DayProps = { readonly outcomeId: string; readonly isShown: boolean }

function useDay(outcomeId: string, isShown: boolean): Day | null {
  const { client } = usePage()
  return useQuery({ ...dayOf(client, outcomeId), enabled: isShown }).data ?? null
}

/** In cents, as prices move: `+2.3`. */
function changeText(change: number): string {
  const tenths = Math.round(change / 1_000)
  return `${tenths === 0 ? '0.0' : showAmount(micros(BigInt(tenths) * 100_000n), 1, true)}c`
}

function priceOf(value: number): string {
  return showAmount(micros(BigInt(Math.round(value / 100) * 100)), 2)
}
