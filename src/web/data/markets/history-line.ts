/** A line of a chart: the points of a history with their live end, the middle of the book now, and values as text. */
import type { Price } from '#core/price.ts'
import type { Interval } from '../../platform/api/client.ts'
import type { Prices } from '../settings/prices.ts'
import { MAX_POINTS, floorTo } from './history.ts'
import type { Point } from './history.ts'

export const INTERVALS = ['1h', '6h', '1d', '1w', '1m', 'max'] as const satisfies readonly Interval[]

export const INTERVAL_WORDS: Record<Interval, string> = {
  '1h': '1 hour',
  '6h': '6 hours',
  '1d': '1 day',
  '1w': '1 week',
  '1m': '1 month',
  max: 'all time',
}

/** A step of a price is 0.0001, a value of the chart a millionth. */
export const MICROS_PER_STEP = 100

/** The middle of a book, in millionths; null without both sides. */
export function middleOf(bid: Price | null, ask: Price | null): number | null {
  return bid === null || ask === null ? null : ((bid + ask) * MICROS_PER_STEP) / 2
}

/**
 * The points with the live end: from the last of history to now, the present middle in the step that is running.
 * Without a middle the history is unchanged.
 */
export function withLiveEnd(
  points: readonly Point[],
  middle: number | null,
  now: number,
  step: number,
): readonly Point[] {
  if (middle === null) return points
  const end = floorTo(now, step)
  const last = points.at(-1)
  if (last === undefined) return [{ at: end, value: middle }]
  if (end <= last.at) return [...points.slice(0, -1), { at: last.at, value: middle }]
  if ((end - last.at) / step > MAX_POINTS) return [...points, { at: end, value: middle }]
  const count = (end - last.at) / step - 1
  const gap = Array.from({ length: count }, (_, at) => ({ at: last.at + (at + 1) * step, value: last.value }))
  return [...points, ...gap, { at: end, value: middle }]
}

/** First and last point, lowest and highest price; null without points. */
export function extentOf(points: readonly Point[]) {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  let low = first.value
  let high = first.value
  for (const { value } of points) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return { first, last, low, high }
}

/** At most `most` points, evenly taken, the last one always among them: for the table. */
export function thinned(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points
  const stride = Math.ceil(points.length / most)
  return points.filter((_, at) => (points.length - 1 - at) % stride === 0)
}

/** With so many decimals and one more, for columns and axes. Cut, not rounded. */
export function columnText(value: number, decimals: number, prices: Prices): string {
  return prices.micros(cut(value, decimals), decimals + 1)
}

/** A value with so many decimals, and one more where the middle of a book lies between two ticks. Cut, not rounded. */
export function valueText(value: number, decimals: number, prices: Prices): string {
  return prices.micros(cut(value, decimals), decimals)
}

function cut(value: number, decimals: number): bigint {
  const step = 10n ** BigInt(5 - decimals)
  return (BigInt(Math.trunc(value)) / step) * step
}

/** True if only the end has moved: the same points but for the last, or one more. */
export function isLiveMove(before: readonly Point[], now: readonly Point[]): boolean {
  if (before.length === 0 || before[0] !== now[0]) return false
  return (
    now.length === before.length || (now.length === before.length + 1 && now.at(-2)?.at === before.at(-1)?.at)
  )
}

const JUMP_STEPS = 60

/** Longer or shorter by many steps: a replay that was sent elsewhere, a machine that slept. */
export function isJump(before: readonly Point[], now: readonly Point[]): boolean {
  return Math.abs(now.length - before.length) > JUMP_STEPS
}
