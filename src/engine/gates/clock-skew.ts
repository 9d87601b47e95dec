/**
 * How far the host's clock is from the venue's, and whether the host's own two clocks agree. A difference over 5 s, or
 * one that was never measured, stops trading; a jump can only make things staler (CLK-1).
 */
import type { ClockVerdict } from '#core/machines/credential.ts'
import type { Instant } from '#core/market/market.ts'
import { err } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log, LogFields } from '#ports/log.ts'
import type { VenueAccount } from '#ports/venue-account.ts'

export type ClockSkew = ReturnType<typeof createClockSkew>

const MEASURE_EVERY_MS = 60_000
/** While the difference is too large, or not known: what waits for a right clock waits no longer than it must. */
const MEASURE_AGAIN_MS = 5_000
const CHECK_WITHIN_MS = 2_000
const WATCH_EVERY_MS = 1_000
const MAX_SKEW_MS = 5_000
const JUMP_MS = 2_000
/** So long a jump that nobody could measure is doubted: the host may have slept, and its clock be right. */
const DOUBTED_MS = 10_000

/**
 * Builds the measurement.
 *
 * @param onChange  after every measurement
 * @param onJump  the wall clock moved against the monotonic one: everything that was timed is doubtful
 * @param onRight  after every measurement that shows a tolerable difference
 */
export function createClockSkew(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly account: Pick<VenueAccount, 'clockSkew'>
  readonly onChange: () => void
  readonly onJump: () => void
  readonly onRight: () => void
}) {
  const { clock, log } = parts
  const stops: (() => void)[] = []
  let skewMs: number | null = null
  let measuring: Promise<void> | null = null
  let offset = 0
  /** Last answer: time of the request, and wall minus monotonic then. */
  let measured = { at: Number.NEGATIVE_INFINITY, offset: 0 }
  let jumps = 0
  /** Monotonic, when the last jump was noticed, and the right time minus monotonic before it. */
  let jumped: { readonly at: number; readonly right: number | null } = {
    at: Number.NEGATIVE_INFINITY,
    right: null,
  }
  /** Monotonic. */
  let askedAt = Number.NEGATIVE_INFINITY
  /** Last logged line, so that a lasting difference is not written every few seconds. */
  let logged = ''

  async function measure(): Promise<void> {
    const before = jumps
    const at = clock.monotonic()
    askedAt = at
    const answer = await ask()
    // A clock that moved meanwhile makes the answer one of another clock.
    if (before !== jumps) return
    if (answer.ok) {
      skewMs = Math.round(answer.value)
      measured = { at, offset: clock.now() - clock.monotonic() }
      note(isTolerable() ? null : 'clock.skew', { skew_ms: skewMs })
    } else {
      note('clock.skew_unknown', { detail: answer.error.detail })
    }
    parts.onChange()
    if (answer.ok && isTolerable()) parts.onRight()
  }

  function note(event: string | null, fields: LogFields): void {
    const line = `${event ?? ''} ${Math.floor(clock.monotonic() / MEASURE_EVERY_MS)}`
    if (event !== null && line !== logged) log.warn(event, fields)
    logged = line
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
    if (hasJumped()) {
      log.warn('clock.jump', { by_ms: Math.round(now - offset) })
      jumped = { at: clock.monotonic(), right: skewMs === null ? jumped.right : offset + correction(skewMs) }
      skewMs = null
      jumps += 1
      offset = now
      measuring = null
      parts.onJump()
      parts.onChange()
      void measureOnce()
    }
    offset = now
    if (!isTolerable()) measureAgain()
  }

  function measureAgain(): void {
    if (clock.monotonic() - askedAt >= MEASURE_AGAIN_MS) void measureOnce()
  }

  /** Measures now, for an answer that a wrong clock would explain. Resolves within two seconds. */
  async function check(): Promise<ClockVerdict> {
    watch()
    const { promise: timeUp, resolve } = Promise.withResolvers<undefined>()
    const stopTimer = clock.after(CHECK_WITHIN_MS, () => {
      resolve(undefined)
    })
    await Promise.race([measureOnce(), timeUp])
    stopTimer()
    if (skewMs === null) return 'unknown'
    return isTolerable() ? 'right' : 'wrong'
  }

  function hasJumped(): boolean {
    return Math.abs(clock.now() - clock.monotonic() - offset) > JUMP_MS
  }

  function correction(ofMs: number): number {
    return Math.abs(ofMs) > MAX_SKEW_MS ? ofMs : 0
  }

  /** For what people read later: the wall clock, set right by what was measured; a jump counts once it was measured. */
  function rowTime(): Instant {
    const monotonic = clock.monotonic()
    if (skewMs !== null)
      return Math.round((hasJumped() ? monotonic + offset : clock.now()) + correction(skewMs))
    const { at, right } = jumped
    return right !== null && monotonic - at < DOUBTED_MS ? Math.round(monotonic + right) : clock.now()
  }

  /** A jump counts at once, not only from the next look on. */
  function isTolerable(): boolean {
    return skewMs !== null && Math.abs(skewMs) <= MAX_SKEW_MS && !hasJumped()
  }

  return {
    /** The venue's clock minus ours, milliseconds; null until measured. */
    skewMs: (): number | null => skewMs,
    isTolerable,
    /** Monotonic, when the measurement began that showed this clock right; null when it was wrong, or has moved since. */
    rightAt(): number | null {
      const movedMs = Math.abs(clock.now() - clock.monotonic() - measured.offset)
      return isTolerable() && movedMs <= JUMP_MS ? measured.at : null
    },
    rowTime,
    check,
    /** An answer's date contradicts: measures now, or leaves it to a measurement of the last few seconds (INV-79). */
    doubt: measureAgain,
    start(): Promise<void> {
      offset = clock.now() - clock.monotonic()
      stops.push(
        clock.every(WATCH_EVERY_MS, watch),
        clock.every(MEASURE_EVERY_MS, () => {
          void measureOnce()
        }),
      )
      return measureOnce()
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
