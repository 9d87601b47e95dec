/** The last day of an outcome in a list: two are read at a time, and again after ten minutes. */
import { queryOptions } from '@tanstack/react-query'
import { createTurns } from '#lib/turns.ts'
import type { Client } from '../../platform/api/client.ts'
import { valueOf } from '../../platform/api/queries.ts'
import { pointsOf } from './history.ts'
import type { Point } from './history.ts'

/** Prices in millionths. */
export type Day = { readonly points: readonly Point[]; readonly first: number; readonly last: number }

const FRESH_MS = 10 * 60_000
/** After a refused or failed read. */
const AGAIN_MS = 60_000
/** Some fifty points for a day. */
const QUERY = { interval: '1d', fidelity: 30 } as const

const inTurn = createTurns(2)

/** The read of a day; null without any price within it. One that has left the view before its turn is not read. */
export function dayOf(client: Pick<Client, 'call'>, outcomeId: string) {
  return queryOptions({
    queryKey: ['day', outcomeId],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        signal.throwIfAborted()
        const read = await client.call(
          'readHistory',
          { params: { outcomeId: outcomeId }, query: QUERY },
          { signal },
        )
        return between(pointsOf(valueOf(read)))
      }),
    staleTime: FRESH_MS,
    gcTime: Infinity,
    refetchInterval: ({ state }) => (state.error === null ? FRESH_MS : AGAIN_MS),
  })
}

function between(points: readonly Point[]): Day | null {
  const [first] = points
  const last = points.at(-1)
  return first === undefined || last === undefined || points.length < 2
    ? null
    : { points, first: first.value, last: last.value }
}

/** The points of a line in a box of `width` by `height`, as an SVG `points` attribute; a flat day lies in the middle. */
export function sparkPoints(points: readonly Point[], width: number, height: number): string {
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const start = points[0]?.at ?? 0
  const span = Math.max(1, (points.at(-1)?.at ?? 0) - start)
  return points
    .map(({ at, value }) => {
      const y = high === low ? height / 2 : height - ((value - low) / (high - low)) * height
      return `${(((at - start) / span) * width).toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
