/**
 * Keeps what the venue's engine lets through now, learnt from the endings of orders. Its periods are measured by the
 * monotonic clock: one that the host's clock jumps in ends when the venue said (CLK-1).
 */
import { stepVenueMode, VENUE_NORMAL, venueRefusal } from '#core/machines/venue-mode.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { LimitWarning, VenueMode } from '#core/trading-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { CancelOutcome, PlaceOutcome } from '#ports/venue-trading.ts'

export type VenueModeActor = {
  readonly mode: () => VenueMode
  /** Why an order must not be sent now, or null. */
  readonly refusal: (postOnly: boolean) => Rejection | null
  readonly learn: (outcome: PlaceOutcome, postOnly: boolean) => void
  /** The same from each try of a cancel: a restart refuses those too. */
  readonly learnFromCancel: (outcome: CancelOutcome) => void
  readonly stop: () => void
}

/** Builds the actor. `onChange` is called when the mode or a warning begins or ends. */
export function createVenueMode(parts: {
  readonly clock: Clock
  readonly limitWarning: () => LimitWarning | null
  readonly onChange: () => void
}): VenueModeActor {
  const { clock } = parts
  let state = VENUE_NORMAL
  /** When the mode ends, by the wall clock of the moment at which it was learnt: for display. */
  let shownUntil: number | null = null
  let stopTimer: (() => void) | null = null
  let warning: LimitWarning | null = null
  let stopWarning: (() => void) | null = null

  function expire(): void {
    state = stepVenueMode(state, { type: 'clock', at: clock.monotonic() })
  }

  function set(next: typeof state): void {
    const isNew = next.mode !== state.mode || next.until !== state.until
    state = next
    if (!isNew) return
    stopTimer?.()
    const waitMs = next.until === null ? null : Math.max(1, Math.ceil(next.until - clock.monotonic()))
    shownUntil = waitMs === null ? null : clock.now() + waitMs
    stopTimer =
      waitMs === null
        ? null
        : clock.after(waitMs, () => {
            expire()
            parts.onChange()
          })
    parts.onChange()
  }

  /** After each answer, and when a warning has run out. */
  function readWarning(): void {
    const next = parts.limitWarning()
    if (next?.until === warning?.until && next?.remaining === warning?.remaining) return
    warning = next
    stopWarning?.()
    stopWarning = next === null ? null : clock.after(Math.max(1, next.until - clock.now()), readWarning)
    parts.onChange()
  }

  return {
    mode() {
      expire()
      const retryAfterMs =
        state.until === null ? null : Math.max(0, Math.ceil(state.until - clock.monotonic()))
      return {
        mode: state.mode,
        until: state.until === null ? null : shownUntil,
        retryAfterMs,
        limitWarning: warning,
      }
    },
    refusal: (postOnly) => venueRefusal(state, postOnly, clock.monotonic()),
    learn(outcome, postOnly) {
      readWarning()
      if (outcome.kind === 'accepted') set(stepVenueMode(state, { type: 'accepted', postOnly }))
      if (outcome.kind !== 'refused') return
      const { code, retryAfterMs } = outcome.rejection
      set(stepVenueMode(state, { type: 'refused', code, retryAfterMs, at: clock.monotonic() }))
    },
    learnFromCancel(outcome) {
      readWarning()
      const refusal = outcome.kind === 'failed' ? outcome.rejection : null
      if (refusal?.code !== 'venue_restarting') return
      const { code, retryAfterMs } = refusal
      set(stepVenueMode(state, { type: 'refused', code, retryAfterMs, at: clock.monotonic() }))
    },
    stop() {
      stopTimer?.()
      stopWarning?.()
    },
  }
}
