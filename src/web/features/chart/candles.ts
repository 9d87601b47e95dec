/** Candles and volume of one line: its points and the trades of the tape, in steps that a screen can show. */
import type { Trade } from '../../platform/api/client.ts'
import { floorTo } from '../../data/markets/history.ts'
import type { Point } from '../../data/markets/history.ts'
import { MICROS_PER_STEP } from '../../data/markets/history-line.ts'

/** Prices in millionths, volume in shares. */
export type Candle = NonNullable<ReturnType<typeof candlesOf>>[number]

const STEPS_MIN = [1, 5, 15, 30, 60, 240, 1_440, 10_080] as const
/** More are thinner than their wicks. */
const MOST = 100
/** Fewer points show no more than a line does. */
const LEAST_POINTS = 3

/** Candles of the shortest step that does; null where the points are too few for any. */
export function candlesOf(points: readonly Point[], trades: readonly Trade[]) {
  const [first] = points
  const span = (points.at(-1)?.at ?? 0) - (first?.at ?? 0)
  const step = STEPS_MIN.map((minutes) => minutes * 60_000).find(
    (ms) => span / ms <= MOST && points.length >= (LEAST_POINTS * span) / ms,
  )
  if (first === undefined || step === undefined || points.length < LEAST_POINTS) return null
  const traded = trades.flatMap(({ at, price, size }) =>
    at === null || at < first.at ? [] : [{ at, value: price * MICROS_PER_STEP, size: Number(size) / 1e6 }],
  )
  const seen = [...points.map((point) => ({ ...point, size: 0 })), ...traded].sort((a, b) => a.at - b.at)
  return [...Map.groupBy(seen, ({ at }) => floorTo(at, step))].map(([at, members]) => {
    const values = members.map(({ value }) => value)
    const [open = 0] = values
    return {
      at,
      open,
      high: Math.max(...values),
      low: Math.min(...values),
      close: values.at(-1) ?? open,
      volume: members.reduce((sum, { size }) => sum + size, 0),
    }
  })
}
