/**
 * Price history as lines: prices are integers in millionths, times are whole steps, so that the axis is linear in time
 * and lines of several outcomes share it.
 */
import { amountIn } from '../../platform/format/figures.ts'
import type { History, Client, Interval } from '../../platform/api/client.ts'
import { ok } from '#lib/result.ts'

/** `at`: milliseconds, a whole number of steps. `value`: millionths of a pUSD. */
export type Point = { readonly at: number; readonly value: number }

export const MAX_POINTS = 3_000

/** The length of one step of an answer, in milliseconds. */
function stepOf(history: Pick<History, 'fidelity'>): number {
  return Math.max(1, history.fidelity) * 60_000
}

/** The points of a history on its steps. */
export function pointsOf(history: History): readonly Point[] {
  const points = history.points.flatMap(({ at, price }) => {
    const value = valueOf(price)
    return value === null ? [] : [{ at, value }]
  })
  return onSteps(points, stepOf(history))
}

/**
 * Points on whole steps of so many milliseconds, in order: of several in one step the last counts, a step without one keeps
 * the price before it. With too many steps for a screen the empty ones are left out.
 */
export function onSteps(given: readonly Point[], step: number): readonly Point[] {
  const seen = new Map<number, number>()
  for (const { at, value } of given) seen.set(floorTo(at, step), value)
  const points = [...seen].map(([at, value]) => ({ at, value })).sort((a, b) => a.at - b.at)
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || (last.at - first.at) / step > MAX_POINTS) return points
  const filled: Point[] = []
  let value = first.value
  for (let at = first.at; at <= last.at; at += step) {
    value = seen.get(at) ?? value
    filled.push({ at, value })
  }
  return filled
}

/** The step in which an instant lies, as its start. */
export function floorTo(at: number, step: number): number {
  return Math.floor(at / step) * step
}

/** Price text in millionths, cut at the sixth decimal; null for anything but 0 to 1. */
export function valueOf(text: string): number | null {
  const value = amountIn(text.slice(0, 8))
  return value !== null && value >= 0n && value <= 1_000_000n ? Number(value) : null
}

export type HistorySource = ReturnType<typeof createHistorySource>

/** `step`: milliseconds. */
export type ReadHistory = {
  readonly points: readonly Point[]
  readonly step: number
  readonly againAfterMs: number
}

/** How often what goes on is read again. */
export const REFRESH_MS = 60_000

/** The venue's histories, through the terminal. */
export function createHistorySource(client: Pick<Client, 'call'>) {
  return {
    /** Answers of different sources are kept apart. */
    scope: 'live',
    async read(outcomeId: string, query: { readonly interval: Interval }, signal: AbortSignal) {
      const answer = await client.call('readHistory', { params: { outcomeId }, query }, { signal })
      if (!answer.ok) return answer
      return ok({
        points: pointsOf(answer.value),
        step: stepOf(answer.value),
        againAfterMs: REFRESH_MS,
      })
    },
  }
}
