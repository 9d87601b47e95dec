/** Count, sum and spread of amounts. The sum is exact; mean, median and interval are statistics, rounded to a millionth. */
import { micros, type Micros } from '../money.ts'

export type AmountStatistics = {
  readonly count: number
  readonly sum: Micros
  readonly mean: Micros | null
  readonly median: Micros | null
  /** Student's 95 % interval of the mean; null of fewer than two. */
  readonly interval: { readonly low: Micros; readonly high: Micros } | null
}

/** Statistics of amounts in any order. */
export function amountStatistics(amounts: readonly Micros[]): AmountStatistics {
  const count = amounts.length
  const sum = micros(amounts.reduce((all, amount) => all + amount, 0n))
  if (count === 0) return { count, sum, mean: null, median: null, interval: null }
  const mean = Number(sum) / count
  const sorted = amounts.map(Number).toSorted((a, b) => a - b)
  const middle = ((sorted[(count - 1) >> 1] ?? 0) + (sorted[count >> 1] ?? 0)) / 2
  return { count, sum, mean: rounded(mean), median: rounded(middle), interval: intervalOf(sorted, mean) }
}

function intervalOf(values: readonly number[], mean: number): AmountStatistics['interval'] {
  const free = values.length - 1
  if (free < 1) return null
  const variance = values.reduce((all, value) => all + (value - mean) ** 2, 0) / free
  const half = studentQuantile(free) * Math.sqrt(variance / values.length)
  return { low: rounded(mean - half), high: rounded(mean + half) }
}

/** Up to four degrees of freedom, for which the series below is too coarse. */
const FEW = [12.7062, 4.3027, 3.1824, 2.7764] as const
const NORMAL = 1.959964

/** The two-sided 95 % quantile of Student's t, to two decimals (series of Cornish and Fisher). */
export function studentQuantile(degreesOfFreedom: number): number {
  const few = FEW[degreesOfFreedom - 1]
  if (few !== undefined) return few
  const z = NORMAL
  const n = degreesOfFreedom
  return (
    z +
    (z ** 3 + z) / (4 * n) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * n ** 3)
  )
}

export type TimeStatistics = {
  readonly count: number
  /** Milliseconds, to a tenth; null of none. */
  readonly median: number | null
  readonly p95: number | null
}

/** Statistics of times in milliseconds. */
export function timeStatistics(times: readonly number[]): TimeStatistics {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): number | null => {
    const value = sorted[Math.ceil(part * sorted.length) - 1]
    return value === undefined ? null : Math.round(value * 10) / 10
  }
  return { count: sorted.length, median: at(0.5), p95: at(0.95) }
}

function rounded(value: number): Micros {
  return micros(BigInt(Math.round(value)))
}
