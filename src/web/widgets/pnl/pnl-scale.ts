/** The P&L chart's arithmetic: money stays whole micros; only places on the screen are numbers. */
import { micros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'

/** `at` in milliseconds, `value` in pUSD. */
export type PnlPoint = { readonly at: number; readonly value: Micros }

/** A line with its name; `dash` is its pattern, none for the one that the area is drawn under. */
export type PnlLine = { readonly name: string; readonly points: readonly PnlPoint[]; readonly dash?: string }

export type PnlExtent = { readonly low: Micros; readonly high: Micros }

/** Points in order of time; of several at one instant the later given counts. */
export function pnlPoints(
  points: readonly { readonly at: number; readonly total: Micros }[],
): readonly PnlPoint[] {
  return [...new Map(points.map(({ at, total }) => [at, total]))]
    .map(([at, value]) => ({ at, value }))
    .sort((a, b) => a.at - b.at)
}

/** Lowest and highest value; zero always lies within. */
export function pnlExtent(points: readonly PnlPoint[]): PnlExtent {
  let low = ZERO
  let high = ZERO
  for (const { value } of points) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return { low, high }
}

const TARGET_TICKS = 4n

/** Round amounts from below the low to above the high, zero among them: 1, 2 or 5 of a power of ten apart. */
export function moneyTicks({ low, high }: PnlExtent): readonly Micros[] {
  const span = high - low
  const step = niceStep(span / TARGET_TICKS)
  const first = floorTo(low, step)
  const ticks: Micros[] = []
  for (let value = first; ; value += step) {
    ticks.push(micros(value))
    if (value >= high) break
  }
  return ticks.length === 1 ? [...ticks, micros(first + step)] : ticks
}

/** The smallest of 1, 2, 5 times a power of ten that is not below `least`; never under a cent. */
function niceStep(least: bigint): bigint {
  let power = 10_000n
  for (;;) {
    for (const times of [1n, 2n, 5n]) if (power * times >= least) return power * times
    power *= 10n
  }
}

function floorTo(value: bigint, step: bigint): bigint {
  const whole = value / step
  return (value < 0n && value % step !== 0n ? whole - 1n : whole) * step
}

/** How far up between the two ends a value lies, from 0 to 1. */
export function partOf(value: Micros, bottom: Micros, top: Micros): number {
  return top === bottom ? 0 : Number(value - bottom) / Number(top - bottom)
}

/** At most `most` points, evenly taken, the last always among them. */
export function thinnedPoints<Point>(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points
  const stride = Math.ceil(points.length / most)
  return points.filter((_, at) => (points.length - 1 - at) % stride === 0)
}

/** Value of a line at a moment: its last value until then; null before its begin. */
export function valueAt(points: readonly PnlPoint[], at: number): Micros | null {
  return points.findLast((point) => point.at <= at)?.value ?? null
}
