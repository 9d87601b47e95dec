/**
 * Keeps what the venue's engine lets through now, learnt from the endings of orders. Its periods are measured by the
 * monotonic clock: one that the host's clock jumps in ends when the venue said (CLK-1).
 */
import { stepVenueMode, VENUE_NORMAL, venueRefusal } from '#core/machines/venue-mode.ts'
import type { Instant } from '#core/market/market.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { LimitWarning, VenueMode } from '#core/trading-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { CancelOutcome, PlaceOutcome } from '#ports/venue-trading.ts'

/** An end that the venue has not named is asked for by an order so long after the last answer, at the earliest. */
const PROBE_AFTER_MS = 4_000
/** A hold of the venue's limits is shown from this length on: shorter ones come and go with every burst. */
const SHOWN_FROM_MS = 1_000

/** Builds the actor. `onChange` is called when the mode, a hold or a warning begins or ends. */
export function createVenueMode(parts: {
  readonly clock: Clock
  readonly limitWarning: () => LimitWarning | null
  /** Milliseconds until the venue's limits let one more order pass. */
  readonly orderWaitMs: () => number
  readonly onChange: () => void
}) {
  const { clock } = parts
  let state = VENUE_NORMAL
  /** When the mode ends, by the wall clock of the moment at which it was learnt: for display. */
  let shown: { readonly until: number; readonly at: Instant } | null = null
  /** Monotonic; when the last order was answered, or the mode that follows another began. */
  let askedAt = -Infinity
  let stopTimer: (() => void) | null = null
  let warning: LimitWarning | null = null
  /** When a hold of the limits ends, by the wall clock: for display. */
  let hold: Instant | null = null
  let stopLimits: (() => void) | null = null

  function expire(): void {
    const next = stepVenueMode(state, { type: 'clock', at: clock.monotonic() })
    if (next.mode !== state.mode) askedAt = clock.monotonic()
    state = next
  }

  function waitFor(until: number | null): number {
    return until === null ? 0 : Math.max(0, Math.ceil(until - clock.monotonic()))
  }

  function shownUntil(): Instant | null {
    if (state.until === null) return null
    if (shown?.until !== state.until) shown = { until: state.until, at: clock.now() + waitFor(state.until) }
    return shown.at
  }

  /** One period may be followed by another. */
  function watch(): void {
    stopTimer?.()
    stopTimer =
      state.until === null
        ? null
        : clock.after(Math.max(1, waitFor(state.until)), () => {
            expire()
            watch()
            parts.onChange()
          })
  }

  function set(next: typeof state): void {
    const isNew = next.mode !== state.mode || next.until !== state.until
    state = next
    if (!isNew) return
    watch()
    parts.onChange()
  }

  /** How long the venue's limits hold orders; 0 for a wait too short to be shown. */
  function holdMs(): number {
    const waitMs = Math.max(waitFor(state.rateLimitedUntil), parts.orderWaitMs())
    return waitMs < SHOWN_FROM_MS ? 0 : waitMs
  }

  /** After each answer, and when a warning or a hold has run out. */
  function readLimits(): void {
    const next = parts.limitWarning()
    const heldMs = holdMs()
    const isSame = next?.until === warning?.until && next?.remaining === warning?.remaining
    if (isSame && heldMs === 0 && hold === null) return
    warning = next
    hold = heldMs === 0 ? null : clock.now() + heldMs
    const ends = [...(next === null ? [] : [next.until - clock.now()]), ...(heldMs === 0 ? [] : [heldMs])]
    stopLimits?.()
    stopLimits = ends.length === 0 ? null : clock.after(Math.max(1, Math.min(...ends)), readLimits)
    parts.onChange()
  }

  return {
    mode: (): VenueMode => {
      expire()
      const heldMs = holdMs()
      return {
        mode: state.mode,
        until: shownUntil() ?? hold,
        retryAfterMs: heldMs > 0 || state.until !== null ? Math.max(waitFor(state.until), heldMs) : null,
        limitWarning: warning,
        ...(heldMs > 0 ? { isRateLimited: true } : {}),
      }
    },
    /** Why an order must not be sent now, or null. */
    refusal(postOnly: boolean): Rejection | null {
      const now = clock.monotonic()
      const held = venueRefusal(state, postOnly, now)
      const mayAsk = state.isGuess && now - askedAt >= PROBE_AFTER_MS
      return held !== null && held.code !== 'venue_rate_limited' && mayAsk ? null : held
    },
    learn(outcome: PlaceOutcome, postOnly: boolean): void {
      askedAt = clock.monotonic()
      if (outcome.kind === 'accepted') set(stepVenueMode(state, { type: 'accepted', postOnly }))
      if (outcome.kind === 'refused') {
        const { code, retryAfterMs } = outcome.rejection
        set(stepVenueMode(state, { type: 'refused', code, retryAfterMs, at: clock.monotonic() }))
      }
      readLimits()
    },
    /** The same from each try of a cancel: a restart refuses those too. */
    learnFromCancel: (outcome: CancelOutcome): void => {
      readLimits()
      if (outcome.kind === 'answered') set(stepVenueMode(state, { type: 'cancelled', at: clock.monotonic() }))
      const refusal = outcome.kind === 'failed' ? outcome.rejection : null
      if (refusal?.code !== 'venue_restarting') return
      const { code, retryAfterMs } = refusal
      set(stepVenueMode(state, { type: 'refused', code, retryAfterMs, at: clock.monotonic() }))
    },
    stop(): void {
      stopTimer?.()
      stopLimits?.()
    },
  }
}
