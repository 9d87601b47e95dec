/** Where the histories of the charts come from: the venue, or the recording of a replay. */
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ApiFault, Client, Interval } from '../../platform/api/client.ts'
import { pointsOf, stepOf } from './history.ts'
import type { Point } from './history.ts'

export type HistorySource = {
  /** Answers of different sources are kept apart. */
  readonly scope: string
  readonly read: (
    outcomeId: string,
    query: { readonly interval: Interval },
    signal: AbortSignal,
  ) => Promise<Result<ReadHistory, ApiFault>>
}

/** `step`: milliseconds. */
export type ReadHistory = {
  readonly points: readonly Point[]
  readonly step: number
  readonly againAfterMs: number
}

/** How often what goes on is read again. */
export const REFRESH_MS = 60_000

/** The venue's histories, through the terminal. */
export function createHistorySource(client: Pick<Client, 'call'>): HistorySource {
  return {
    scope: 'live',
    async read(outcomeId, query, signal) {
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
