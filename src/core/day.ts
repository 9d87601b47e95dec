/** Days, UTC. */
import type { Instant } from './market/market.ts'

export const DAY_MS = 86_400_000

/** The beginning of the instant's day. */
export function startOfDay(at: Instant): Instant {
  return Math.floor(at / DAY_MS) * DAY_MS
}
