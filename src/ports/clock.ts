/** Time as an argument: wall clock for stamps, monotonic for durations. */
import type { Instant } from '#core/market/market.ts'

export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  now(): Instant
  /** Milliseconds that only grow; may stop while the host sleeps. */
  monotonic(): number
  /** Runs `action` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, action: () => void): () => void
  /** Runs `action` every `intervalMs`; the answer stops it. */
  every(intervalMs: number, action: () => void): () => void
}
