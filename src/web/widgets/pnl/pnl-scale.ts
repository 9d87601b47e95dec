/** Points and texts of the P&L: money stays whole micros. */
import type { Micros } from '#core/money.ts'

/** `at` in milliseconds, `value` in pUSD. */
export type PnlPoint = { readonly at: number; readonly value: Micros }

/** A line with its name; `dash` is its pattern, none for the one that the area is drawn under. */
export type PnlLine = {
  readonly name: string
  readonly points: readonly PnlPoint[]
  readonly dash?: '2 3' | '7 4'
}

/** Points in order of time; of several at one instant the later given counts. */
export function pnlPoints(
  points: readonly { readonly at: number; readonly total: Micros }[],
): readonly PnlPoint[] {
  return [...new Map(points.map(({ at, total }) => [at, total]))]
    .map(([at, value]) => ({ at, value }))
    .sort((a, b) => a.at - b.at)
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
