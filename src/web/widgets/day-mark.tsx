/** The last day of an outcome in a list: the change as a number with its sign. */
import { useQuery } from '@tanstack/react-query'
import { micros } from '#core/money.ts'
import { showAmount } from '../platform/format/figures.ts'
import { usePage } from '../contexts/contexts.ts'
import { dayOf } from '../data/markets/day.ts'
import type { Day } from '../data/markets/day.ts'
import { tip } from '../ui/controls.tsx'

/** The change with its sign; empty until the day is known. */
export function DayChange({ outcomeId, isShown }: DayProps) {
  const day = useDay(outcomeId, isShown)
  if (day === null) return <span className="day-change" />
  const change = day.last - day.first
  return (
    <span
      className={`day-change fine unbroken right ${change > 0 ? 'pos' : change < 0 ? 'neg' : 'dim'}`}
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
