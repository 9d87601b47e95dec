/**
 * How far the host's clock is from the venue's, and whether the host's own two clocks agree. A difference over 5 s, or
 * one that was never measured, stops trading; a jump can only make things staler (CLK-1).
 */
import { err } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { VenueAccount } from '#ports/venue-account.ts'

export type ClockSkew = {
  /** The venue's clock minus ours, milliseconds; null until measured. */
  readonly skewMs: () => number | null
  readonly isTolerable: () => boolean
  readonly start: () => Promise<void>
  readonly stop: () => void
}

const MEASURE_EVERY_MS = 60_000
const WATCH_EVERY_MS = 1_000
const MOST_SKEW_MS = 5_000
const JUMP_MS = 2_000

/**
 * Builds the measurement.
 *
 * @param onChange  after every measurement
 * @param onJump  the wall clock moved against the monotonic one: everything that was timed is doubtful
 */
export function createClockSkew(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly account: Pick<VenueAccount, 'clockSkew'>
  readonly onChange: () => void
  readonly onJump: () => void
}): ClockSkew {
  const { clock, log } = parts
  const stops: (() => void)[] = []
  let skewMs: number | null = null
  let measuring: Promise<void> | null = null
  let offset = 0
  let jumps = 0

  async function measure(): Promise<void> {
    const before = jumps
    const answer = await ask()
    // A clock that moved meanwhile makes the answer one of another clock.
    if (before !== jumps) return
    if (answer.ok) {
      skewMs = Math.round(answer.value)
      if (!isTolerable()) log.warn('clock.skew', { skew_ms: skewMs })
    } else {
      log.warn('clock.skew_unknown', { detail: answer.error.detail })
    }
    parts.onChange()
  }

  async function ask(): ReturnType<VenueAccount['clockSkew']> {
    try {
      return await parts.account.clockSkew()
    } catch (error) {
      return err({ kind: 'network', detail: String(error), retryAfterMs: null })
    }
  }

  function measureOnce(): Promise<void> {
    if (measuring !== null) return measuring
    const started = measure().finally(() => {
      if (measuring === started) measuring = null
    })
    measuring = started
    return started
  }

  /** Wall minus monotonic stays the same unless somebody moved the clock or the host slept. */
  function watch(): void {
    const now = clock.now() - clock.monotonic()
    if (Math.abs(now - offset) > JUMP_MS) {
      log.warn('clock.jump', { by_ms: Math.round(now - offset) })
      skewMs = null
      jumps += 1
      measuring = null
      parts.onJump()
      parts.onChange()
      void measureOnce()
    }
    offset = now
  }

  function isTolerable(): boolean {
    return skewMs !== null && Math.abs(skewMs) <= MOST_SKEW_MS
  }

  return {
    skewMs: () => skewMs,
    isTolerable,
    start() {
      offset = clock.now() - clock.monotonic()
      stops.push(
        clock.every(WATCH_EVERY_MS, watch),
        clock.every(MEASURE_EVERY_MS, () => {
          void measureOnce()
        }),
      )
      return measureOnce()
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}
