/** Price history of an outcome, at a fidelity that the venue accepts. */
import { defaultFidelity, inOrderOfTime, minimumFidelity } from '#core/market/history-fidelity.ts'
import type { OutcomeId } from '#core/ids.ts'
import { err, ok } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { HistoryInterval, VenueCatalog } from '#ports/venue-catalog.ts'
import type { Catalog } from './catalog.ts'

/** The venue's own words when its minimum is above the one that we know. */
const TOO_FINE = /^invalid filters: minimum 'fidelity' for '\w{1,8}' range is (\d{1,5})\b/

const MAX_DETAIL = 200

export type ReadHistory = ReturnType<typeof createHistory>

/**
 * Builds the reader of price history.
 *
 * A fidelity below the venue's minimum is raised to it, also when the venue names a minimum that we did not know; the
 * answer says which fidelity its points have, in minutes.
 */
export function createHistory(options: {
  readonly venue: Pick<VenueCatalog, 'history'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly clock: Clock
}) {
  return async (outcomeId: OutcomeId, interval: HistoryInterval, fidelityMinutes: number | null) => {
    const createdAt = options.catalog.outcome(outcomeId)?.event.createdAt ?? null
    const age = createdAt === null ? null : options.clock.now() - createdAt
    const wanted = fidelityMinutes ?? defaultFidelity(interval, age)
    let fidelity = Math.max(wanted, minimumFidelity(interval))
    let answer = await options.venue.history(outcomeId, interval, fidelity)
    const raised = answer.ok ? null : minimumNamed(answer.error, fidelity)
    if (raised !== null) {
      fidelity = raised
      answer = await options.venue.history(outcomeId, interval, fidelity)
    }
    if (!answer.ok) return err({ ...answer.error, detail: answer.error.detail.slice(0, MAX_DETAIL) })
    return ok({ points: inOrderOfTime(answer.value), fidelity })
  }
}

/** The minimum that a refusal names, when it is above what was asked for. */
function minimumNamed(fault: ReadFault, asked: number): number | null {
  const named = TOO_FINE.exec(fault.detail)?.[1]
  const minimum = named === undefined ? 0 : Number(named)
  return minimum > asked ? minimum : null
}
