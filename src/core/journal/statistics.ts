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

/** Upper ends of the classes in which times are counted, in milliseconds; what is longer is in a class of its own. */
export const TIME_CLASSES = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000] as const

export type TimeStatistics = {
  readonly count: number
  /** Milliseconds, to a tenth; null of none. */
  readonly median: number | null
  readonly p95: number | null
  readonly max: number | null
  /** As many as there are classes, and one more. */
  readonly counts: readonly number[]
}

/** Statistics of times in milliseconds. */
export function timeStatistics(times: readonly number[]): TimeStatistics {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): number | null => {
    const value = sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)]
    return value === undefined ? null : Math.round(value * 10) / 10
  }
  const counts = Array.from({ length: TIME_CLASSES.length + 1 }, () => 0)
  for (const time of sorted) counts[timeClass(time)] = (counts[timeClass(time)] ?? 0) + 1
  return { count: sorted.length, median: at(0.5), p95: at(0.95), max: at(1), counts }
}

/** The place of a time's class, from 0. */
export function timeClass(time: number): number {
  const place = TIME_CLASSES.findIndex((end) => time <= end)
  return place === -1 ? TIME_CLASSES.length : place
}

function rounded(value: number): Micros {
  return micros(BigInt(Math.round(value)))
}
