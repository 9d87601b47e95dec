/** Repeats a cancel that did not get through: it cannot create anything. */
import { rejection } from '#core/reject-codes.ts'
import type { Clock } from '#ports/clock.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'

/** Resolves with the last outcome; `give_up` leaves a refusal for the venue's limits to the caller at once. */
export type InsistOnCancel = (
  call: () => Promise<CancelOutcome>,
  whenLimited?: 'wait' | 'give_up',
) => Promise<CancelOutcome>

/** Resolves after a delay in milliseconds. */
export function pause(clock: Clock, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  clock.after(ms, () => {
    resolve(undefined)
  })
  return promise
}

const PAUSES_MS = [250, 500, 1_000, 2_000] as const
const MAX_WAIT_MS = 5_000

/**
 * Builds the repetition: up to four more tries, each after a growing pause or the venue's own.
 *
 * @param recover  after a 401: resolves once it is known whether there are new credentials
 */
export function createCancelCalls(parts: {
  readonly clock: Clock
  readonly recover: (asked: number) => Promise<unknown>
  readonly credentialGeneration: () => number
  /** Called with the ending of each try. */
  readonly onCancelAnswer: (outcome: CancelOutcome) => void
}): InsistOnCancel {
  const { clock } = parts

  async function attempt(call: () => Promise<CancelOutcome>): Promise<CancelOutcome> {
    const outcome = await answerOf(call)
    parts.onCancelAnswer(outcome)
    return outcome
  }

  async function answerOf(call: () => Promise<CancelOutcome>): Promise<CancelOutcome> {
    try {
      return await call()
    } catch (error) {
      return { kind: 'failed', rejection: rejection('venue_unavailable', { message: String(error) }) }
    }
  }

  return async (call, whenLimited = 'wait') => {
    let asked = parts.credentialGeneration()
    let outcome = await attempt(call)
    let hasRecovered = false
    for (const pauseMs of PAUSES_MS) {
      if (outcome.kind === 'answered') return outcome
      const { code, retryAfterMs } = outcome.rejection
      if (code === 'venue_rate_limited' && whenLimited === 'give_up') return outcome
      if (code === 'no_credentials' && !hasRecovered) {
        hasRecovered = true
        // Tried again whatever comes of it: the answer carried the venue’s time, which alone may have been wrong.
        await parts.recover(asked)
      } else if (
        code === 'venue_unavailable' ||
        code === 'venue_restarting' ||
        code === 'venue_rate_limited'
      ) {
        const wait = Math.max(pauseMs, retryAfterMs ?? 0)
        if (wait > MAX_WAIT_MS) return outcome
        await pause(clock, wait)
      } else {
        return outcome
      }
      asked = parts.credentialGeneration()
      outcome = await attempt(call)
    }
    return outcome
  }
}
