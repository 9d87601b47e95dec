/** What the chart of a replay draws: the middles that were recorded. */
import { ok } from '#lib/result.ts'
import type { Client } from '../../platform/api/client.ts'
import type { HistorySource } from '../markets/history-source.ts'
import { onSteps } from '../markets/history.ts'

/** While the recording is still being read. */
const READING_MS = 1_000
const NEVER_MS = 24 * 3_600_000

/** Of the whole span, whatever interval is asked for: whoever draws cuts it at the instant that is shown. */
export function createReplayPrices(client: Pick<Client, 'call'>, replayId: string): HistorySource {
  return {
    scope: replayId,
    async read(outcomeId, _query, signal) {
      const params = { replay_id: replayId, outcome_id: outcomeId }
      const answer = await client.call('readReplayPrices', { params }, { signal })
      if (!answer.ok) return answer
      const { step_ms: step, complete } = answer.value
      const againAfterMs = complete ? NEVER_MS : READING_MS
      return ok({ points: onSteps(answer.value.points, step), step, againAfterMs })
    },
  }
}
