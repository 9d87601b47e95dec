/** Realised profit over time and its drawdown, in exact integers. What rests on trades that are not final is kept apart. */
import type { Instant } from '../market/market.ts'
import { micros, type Micros } from '../money.ts'
import type { RealisedStep } from './portfolio.ts'

export type CurvePoint = {
  readonly at: Instant
  /** Profit of final trades and payouts. */
  readonly settled: Micros
  /** `settled` and what settles. */
  readonly total: Micros
}

/** The deepest fall of the total from a point to a later one; `from` is null when it fell from the beginning. */
export type Drawdown = {
  readonly amount: Micros
  readonly from: Instant | null
  readonly to: Instant
}

export type ProfitCurve = {
  /** In order of time, one for each instant at which something was realised. */
  readonly points: readonly CurvePoint[]
  /** Null when it never fell. */
  readonly drawdown: Drawdown | null
  /** How far the last point is below the highest. */
  readonly belowPeak: Micros
}

/**
 * Adds up the steps from an instant on.
 *
 * @param steps  in any order
 * @param start  start of the curve: zero, or the profit realised before the first known trade
 */
export function profitCurve(steps: readonly RealisedStep[], from: Instant, start: Micros): ProfitCurve {
  const points: CurvePoint[] = []
  let settled: bigint = start
  let total: bigint = start
  let peak: { readonly value: bigint; readonly at: Instant | null } = { value: start, at: null }
  let drawdown: Drawdown | null = null
  const wanted = steps.filter(({ at }) => at >= from).toSorted((a, b) => a.at - b.at)
  for (const [index, { at, profit, isFinal }] of wanted.entries()) {
    total += profit
    if (isFinal) settled += profit
    if (wanted[index + 1]?.at === at) continue
    points.push({ at, settled: micros(settled), total: micros(total) })
    if (total > peak.value) peak = { value: total, at }
    const fall = peak.value - total
    if (fall > (drawdown?.amount ?? 0n)) drawdown = { amount: micros(fall), from: peak.at, to: at }
  }
  return { points, drawdown, belowPeak: micros(peak.value - total) }
}

/**
 * At most about `most` points: the last of each of as many equal spans of time, and the ends of the drawdown.
 */
export function thinnedCurve({ points, drawdown }: ProfitCurve, most: number): readonly CurvePoint[] {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length <= most) return points
  const span = Math.max(1, (last.at - first.at) / most)
  const spanOf = ({ at }: CurvePoint): number => Math.floor((at - first.at) / span)
  return points.filter((point, index) => {
    const next = points[index + 1]
    const isEnd = point.at === drawdown?.from || point.at === drawdown?.to
    return next === undefined || isEnd || spanOf(next) !== spanOf(point)
  })
}
