/** When a cancel that the venue has not taken is sent again, and for how long nobody needs to hear of it (ORD-5). */
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import type { Rejection } from '../reject-codes.ts'

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

/** How long without being taken a cancel is reported as not sent: sooner when waiting alone will not help. */
export function cancelPatienceMs(why: Rejection): number {
  return isTemporary(why) ? 60_000 : 10_000
}
