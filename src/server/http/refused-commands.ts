/**
 * Commands that end in a refusal leave rows that are kept for ever: twenty a second for each caller, then none is judged, and one row
 * says how many came (INV-88).
 */
import type { Operation } from '#contract/routes.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Problem } from './replies.ts'

const REFUSALS_PER_SECOND = 20
const SUMMED_OVER_MS = 60_000

/** Judged by risk, whose refusals are counted. */
export const PLACING: ReadonlySet<Operation> = new Set([
  'placeOrder',
  'placeOrders',
  'placeBothSides',
  'replaceOrder',
  'exitPosition',
  'hedgePosition',
  'flattenPositions',
])

export function createRefusedCommands(parts: {
  readonly audit: Pick<AuditLog, 'append'>
  readonly clock: Clock
  readonly random: Random
}) {
  const { audit, clock, random } = parts
  const refusals = createRateLimit(REFUSALS_PER_SECOND, 1_000, clock)
  let unjudged = 0

  function count(): void {
    unjudged += 1
    if (unjudged > 1) return
    clock.after(SUMMED_OVER_MS, () => {
      const details = { unjudged, seconds: SUMMED_OVER_MS / 1_000 }
      unjudged = 0
      audit.append([{ clientOrderId: random.uuidV7(), kind: 'intent', action: 'commands_refused', details }])
    })
  }

  return {
    /** Why the caller's command is not judged now; null when it is. */
    problem(operation: Operation, caller: string): Problem | null {
      if (!PLACING.has(operation)) return null
      const wait = refusals.wait(caller)
      if (wait === 0) return null
      count()
      return { code: 'rate_limited', detail: TOO_MANY, retryAfterMs: wait }
    },
    /** To be called with each answer. */
    answered(operation: Operation, caller: string, answer: unknown): void {
      if (!PLACING.has(operation)) return
      refusals.charge(caller, Math.min(refusedIn(answer), REFUSALS_PER_SECOND))
    },
  }
}

/** How many of the answer's results are refusals, first answers alone: a repeat leaves no row. */
function refusedIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.reduce<number>((sum, one) => sum + refusedIn(one), 0)
  if (typeof answer !== 'object' || answer === null) return 0
  if ('result' in answer && typeof answer.result === 'string') {
    const isRepeat = 'replayed' in answer && answer.replayed === true
    return answer.result === 'rejected' && !isRepeat ? 1 : 0
  }
  return Object.values(answer).reduce<number>((sum, one) => sum + refusedIn(one), 0)
}

const TOO_MANY = `More than ${REFUSALS_PER_SECOND} commands a second were refused: this one was not processed or logged. Wait a moment.`
