/** The last day of an outcome in a list: two are read at a time, and again after ten minutes. */
import { queryOptions } from '@tanstack/react-query'
import { createTurns } from '#lib/turns.ts'
import type { Client } from '../../platform/api/client.ts'
import { valueOf } from '../../platform/api/queries.ts'
import { pointsOf } from './history.ts'
import type { Point } from './history.ts'

/** Prices in millionths. */
export type Day = { readonly first: number; readonly last: number }

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
    : { first: first.value, last: last.value }
}
