/** Own profit on the wire. */
import type { z } from 'zod'
import type { profitHistory, profitInterval, profitParts } from '#contract/profit.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, formatMicros, ZERO, type Micros } from '#core/money.ts'
import type {
  ProfitGroup,
  ProfitGrouping,
  ProfitHistory,
  ProfitSums,
} from '#engine/portfolio/portfolio-profit.ts'
import { inertText } from '#lib/inert-text.ts'
import { amountOrNull, timeOrNull, timeText } from './values.ts'

type Interval = z.output<typeof profitInterval>

const DAY_MS = 86_400_000
const DAYS: Readonly<Record<'1d' | '1w' | '1m', number>> = { '1d': 1, '1w': 7, '1m': 30 }

/** When an interval begins; null for all time. */
export function beginOf(interval: Interval, now: Instant): Instant | null {
  if (interval === 'all') return null
  return interval === 'today' ? now - (now % DAY_MS) : now - DAYS[interval] * DAY_MS
}

export function profitHistoryView(
  interval: Interval,
  { points, drawdown, belowPeak, undated }: ProfitHistory,
  unrealised: Micros,
  now: Instant,
): z.input<typeof profitHistory> {
  return {
    points: points.map(({ at, settled, total }) => ({
      t: timeText(at),
      settled: formatMicros(settled),
      total: formatMicros(total),
    })),
    undated_pnl: formatMicros(undated),
    drawdown: drawdown && {
      amount: formatMicros(drawdown.amount),
      from: timeOrNull(drawdown.from),
      to: timeText(drawdown.to),
    },
    below_peak: formatMicros(belowPeak),
    unrealised_pnl: formatMicros(unrealised),
    from: timeOrNull(beginOf(interval, now)),
    interval,
    as_of: timeText(now),
  }
}

/** Sums over all groups: the account's. */
export function sumsOf(groups: readonly ProfitGroup[], by: ProfitGrouping): ProfitSums {
  const sum = (read: (group: ProfitGroup) => Micros | null): Micros =>
    addMicros(...groups.map((group) => read(group) ?? ZERO))
  return {
    realised: sum(({ realised }) => realised),
    realisedToday: sum(({ realisedToday }) => realisedToday),
    settling: sum(({ settling }) => settling),
    unrealised: by === 'day' ? null : sum(({ unrealised }) => unrealised),
    fees: by === 'day' ? null : sum(({ fees }) => fees),
  }
}

export function profitPartView(
  group: ProfitGroup,
  by: ProfitGrouping,
): z.input<typeof profitParts>['items'][number] {
  const day = by === 'day' && group.key !== 'before' ? timeText(Number(group.key)).slice(0, 10) : null
  return {
    key: day ?? inertText(group.key),
    label: day ?? (group.label === null ? null : inertText(group.label)),
    event_slug: group.event === null ? null : inertText(group.event.slug),
    ...sumsView(group),
  }
}

export function sumsView(sums: ProfitSums): z.input<typeof profitParts>['total'] {
  return {
    realised_pnl: formatMicros(sums.realised),
    realised_pnl_today: formatMicros(sums.realisedToday),
    settling_pnl: formatMicros(sums.settling),
    unrealised_pnl: amountOrNull(sums.unrealised),
    fees: amountOrNull(sums.fees),
  }
}

/** The largest profit or loss first; days from the latest back, what has none at the end. */
export function orderedGroups(groups: readonly ProfitGroup[], by: ProfitGrouping): readonly ProfitGroup[] {
  const size = ({ realised, unrealised }: ProfitGroup): bigint => {
    const value = realised + (unrealised ?? 0n)
    return value < 0n ? 0n - value : value
  }
  const dayOf = ({ key }: ProfitGroup): number => (key === 'before' ? -Infinity : Number(key))
  if (by === 'day') return groups.toSorted((a, b) => dayOf(b) - dayOf(a))
  return groups.toSorted((a, b) => {
    const [one, other] = [size(a), size(b)]
    return one === other ? (a.key < b.key ? -1 : 1) : one > other ? -1 : 1
  })
}
