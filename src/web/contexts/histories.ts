/** Histories of several outcomes over one interval: each read when it is first wanted and again after a while. */
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Interval } from '../platform/api/wire.ts'
import { useMarketData } from './market-data.ts'
import { REFRESH_MS } from '../data/markets/history-source.ts'
import type { Loaded } from '../data/markets/history-source.ts'

export type Histories = {
  readonly of: ReadonlyMap<string, Loaded>
  /** Reads all of them again, when the user asks. */
  readonly reload: () => void
}

/**
 * Reads the histories. A change of interval or fidelity starts again; a failed read keeps the points read before.
 *
 * @param fidelity  minutes; null for the server's choice
 */
export function useHistories(
  outcomeIds: readonly string[],
  interval: Interval,
  fidelity: number | null,
): Histories {
  const { histories } = useMarketData()
  const queries = useQueryClient()
  const query = fidelity === null ? { interval } : { interval, fidelity }
  return useQueries({
    queries: outcomeIds.map((outcomeId) => {
      const queryKey = ['history', histories.scope, outcomeId, interval, fidelity]
      return {
        queryKey,
        refetchInterval: ({ state }: { readonly state: { readonly data?: Loaded | undefined } }) =>
          state.data?.againAfterMs ?? REFRESH_MS,
        async queryFn({ signal }: { readonly signal: AbortSignal }): Promise<Loaded> {
          const answer = await histories.read(outcomeId, query, signal)
          if (answer.ok) return { outcomeId, ...answer.value, fault: null }
          const before = queries.getQueryData<Loaded>(queryKey)
          return {
            outcomeId,
            points: [],
            step: 60_000,
            ...before,
            againAfterMs: REFRESH_MS,
            fault: answer.error,
          }
        },
      }
    }),
    combine: together,
  })
}

function together(answers: readonly UseQueryResult<Loaded>[]): Histories {
  return {
    of: new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.outcomeId, data]]))),
    reload() {
      for (const { refetch } of answers) void refetch()
    },
  }
}
