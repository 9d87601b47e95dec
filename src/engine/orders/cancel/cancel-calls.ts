/** Repeats a cancel that did not get through: it cannot create anything. */
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import { pause } from '#lib/pause.ts'
import type { CancelOutcome } from '#ports/venue-trading.ts'
import type { Room } from '../outside.ts'

/**
 * Resolves with the last outcome. `unless_limited` leaves a refusal for the venue's limits to the caller at once, `once` all
 * but refused credentials, which may have been renewed.
 */
export type InsistOnCancel = (
  call: () => Promise<CancelOutcome>,
  repeat: 'always' | 'unless_limited' | 'once',
) => Promise<CancelOutcome>

const TRIES = 5
const MAX_WAIT_MS = 5_000
const PAUSE: Backoff = { firstMs: 250, maxMs: 4_000 }
/** Least duration of a restart, or of a refusal for the venue's limits. */
const RESTART_PAUSE_MS = 1_000
/** Asking again may help, and not soon. */
const REFUSED_PAUSE: Backoff = { firstMs: 2_000, maxMs: 30_000 }

/** True if waiting alone may help. */
export function isTemporary({ code }: Rejection): boolean {
  return code === 'venue_unavailable' || code === 'venue_restarting' || code === 'venue_rate_limited'
}

/**
 * How long after a cancel that was not taken the next one leaves; never sooner than the venue asks.
 *
 * @param earlier  cancels in a row before it that were not taken
 */
export function cancelPauseMs(why: Rejection, earlier: number): number {
  const own = backoffMs(isTemporary(why) ? PAUSE : REFUSED_PAUSE, earlier)
  const leastMs = why.code === 'venue_restarting' ? RESTART_PAUSE_MS : 0
  return Math.max(own, leastMs, why.retryAfterMs ?? 0)
}

/** Builds the repetition: up to four more tries, each after a growing pause or the venue's own. */
export function createCancelCalls(room: Room): InsistOnCancel {
  const { clock, book } = room

  async function attempt(call: () => Promise<CancelOutcome>): Promise<CancelOutcome> {
    const outcome = await answerOf(call)
    if (outcome.kind === 'answered') book.tell('venue_takes', null)
    room.onCancelAnswer(outcome)
    return outcome
  }

  async function answerOf(call: () => Promise<CancelOutcome>): Promise<CancelOutcome> {
    try {
      return await call()
    } catch (error) {
      return { kind: 'failed', rejection: rejection('venue_unavailable', { message: String(error) }) }
    }
  }

  return async (call, repeat) => {
    let asked = room.credentialGeneration()
    let outcome = await attempt(call)
    let hasRecovered = false
    for (let tries = 1; tries < TRIES; tries += 1) {
      if (outcome.kind === 'answered') return outcome
      const { code } = outcome.rejection
      if (code === 'no_credentials' && !hasRecovered) {
        hasRecovered = true
        // Tried again whatever comes of it: the answer carried the venue’s time, which alone may have been wrong.
        await room.recover(asked)
      } else {
        if (!isTemporary(outcome.rejection) || repeat === 'once') return outcome
        if (code === 'venue_rate_limited' && repeat === 'unless_limited') return outcome
        const wait = cancelPauseMs(outcome.rejection, tries - 1)
        if (wait > MAX_WAIT_MS) return outcome
        await pause(clock, wait)
      }
      asked = room.credentialGeneration()
      outcome = await attempt(call)
    }
    return outcome
  }
}
