/** Histories of several outcomes over one interval: each read when it is first wanted and again after a while. */
import { useQueries } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { SLEEPING, valueOf } from '../platform/api/queries.ts'
import type { Interval } from '../platform/api/client.ts'
import { useMarketData } from './contexts.ts'
import { REFRESH_MS } from '../data/markets/history.ts'
import type { ReadHistory } from '../data/markets/history.ts'

type OneHistory = ReadHistory & { readonly outcomeId: string }
export type Histories = {
  readonly of: ReadonlyMap<string, ReadHistory>
  /** The first that could not be read. */
  readonly read: UseQueryResult<OneHistory> | undefined
}

/** Reads the histories. A change of interval starts again; a failed read keeps the points read before. */
export function useHistories(outcomeIds: readonly string[], interval: Interval): Histories {
  const { histories } = useMarketData()
  return useQueries({
    queries: outcomeIds.map((outcomeId) => ({
      ...SLEEPING,
      queryKey: ['history', histories.scope, outcomeId, interval],
      refetchInterval: ({ state }: { readonly state: { readonly data?: OneHistory | undefined } }) =>
        state.data?.againAfterMs ?? REFRESH_MS,
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<OneHistory> => ({
        outcomeId,
        ...valueOf(await histories.read(outcomeId, { interval }, signal)),
      }),
    })),
    combine: together,
  })
}

function together(answers: readonly UseQueryResult<OneHistory>[]): Histories {
  return {
    of: new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.outcomeId, data]]))),
    read: answers.find(({ error }) => error !== null),
  }
}
