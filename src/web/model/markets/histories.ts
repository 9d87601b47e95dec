/** Histories of several outcomes over one interval: each read when it is first wanted and again after a while. */
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiFault } from '../../platform/api/client.ts'
import type { Interval } from '../../platform/api/wire.ts'
import { usePage } from '../contexts/page.ts'
import { pointsOf, stepOf } from './history.ts'
import type { Point } from './history.ts'

export type Loaded = {
  readonly outcomeId: string
  readonly points: readonly Point[]
  readonly step: number
  readonly fault: ApiFault | null
}

export type Histories = {
  readonly of: ReadonlyMap<string, Loaded>
  /** Reads all of them again, when the user asks. */
  readonly reload: () => void
}

const REFRESH_MS = 5 * 60_000

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
  const { client } = usePage()
  const queries = useQueryClient()
  const query = fidelity === null ? { interval } : { interval, fidelity }
  return useQueries({
    queries: outcomeIds.map((outcomeId) => {
      const queryKey = ['history', outcomeId, interval, fidelity]
      return {
        queryKey,
        refetchInterval: REFRESH_MS,
        async queryFn({ signal }: { readonly signal: AbortSignal }): Promise<Loaded> {
          const params = { outcome_id: outcomeId }
          const answer = await client.call('readHistory', { params, query }, { signal })
          if (answer.ok)
            return { outcomeId, points: pointsOf(answer.value), step: stepOf(answer.value), fault: null }
          const before = queries.getQueryData<Loaded>(queryKey)
          return { outcomeId, points: [], step: 60_000, ...before, fault: answer.error }
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
