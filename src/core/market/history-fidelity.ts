/** Finest and default steps of price history: enough points for a chart, never more than 2,000. */
import type { Instant } from './market.ts'

type HistorySpan = '1h' | '6h' | '1d' | '1w' | '1m' | 'max'

const MINUTE_MS = 60_000
const MAX_POINTS = 2_000
/** Minutes for a point of a market whose age is not known. */
const UNKNOWN_AGE_FIDELITY = 720
/** Steps that divide a day, in minutes. */
const STEPS = [1, 5, 10, 30, 60, 180, 360, 720, 1_440]

const DEFAULTS: Record<Exclude<HistorySpan, 'max'>, number> = {
  '1h': 1,
  '6h': 1,
  '1d': 1,
  '1w': 10,
  '1m': 30,
}

/** The smallest number of minutes for a point that the venue answers for this interval (venue reference, 2.1). */
export function minimumFidelity(interval: HistorySpan): number {
  if (interval === '1w') return 5
  return interval === '1m' ? 10 : 1
}

/**
 * Minutes for a point when the caller does not say.
 *
 * @param ageMs  how long the market has existed; null when unknown
 */
export function defaultFidelity(interval: HistorySpan, ageMs: number | null): number {
  if (interval !== 'max') return DEFAULTS[interval]
  if (ageMs === null) return UNKNOWN_AGE_FIDELITY
  const minutes = ageMs / MINUTE_MS
  return STEPS.find((step) => minutes / step <= MAX_POINTS) ?? Math.ceil(minutes / MAX_POINTS)
}

/** Points in the order of time; of those at the same time the later one is kept (VEN-11). */
export function inOrderOfTime<Point extends { readonly at: Instant }>(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.at - b.at)
  return sorted.filter((point, index) => sorted[index + 1]?.at !== point.at)
}
