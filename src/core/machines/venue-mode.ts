/**
 * Mode of the venue's engine, learnt only from its own answers; a period it named is kept. Its times are those of a
 * monotonic clock.
 */
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import { rejection, type RejectCode, type Rejection } from '../reject-codes.ts'
import type { VenueModeName } from '../trading-state.ts'

export type VenueModeState = {
  readonly mode: VenueModeName
  /** When the mode is assumed to end; null while normal. */
  readonly until: number | null
  /** The venue has not named the end of the mode: now and then an order may ask. */
  readonly isGuess: boolean
  /** Restart answers in a row, for the growing pause. */
  readonly restarts: number
  readonly rateLimitedUntil: number | null
}

export type VenueModeEvent =
  | { readonly type: 'accepted'; readonly postOnly: boolean }
  /** A cancel was taken: whatever restarted has done so. */
  | { readonly type: 'cancelled'; readonly at: number }
  | {
      readonly type: 'refused'
      readonly code: RejectCode
      readonly retryAfterMs: number | null
      readonly at: number
    }
  | { readonly type: 'clock'; readonly at: number }

export const VENUE_NORMAL: VenueModeState = {
  mode: 'normal',
  until: null,
  restarts: 0,
  rateLimitedUntil: null,
  isGuess: false,
}

const POST_ONLY_MS = 120_000
const CANCEL_ONLY_MS = 30_000
const RATE_LIMIT_MS = 1_000
const RESTART: Backoff = { firstMs: 1_000, maxMs: 30_000 }

/** One event of the venue's mode (VEN-17). */
export function stepVenueMode(state: VenueModeState, event: VenueModeEvent): VenueModeState {
  switch (event.type) {
    case 'accepted':
      if (state.mode === 'post_only' && event.postOnly) return state
      return { ...VENUE_NORMAL, rateLimitedUntil: state.rateLimitedUntil }
    case 'cancelled':
      return state.mode === 'restarting' ? restarted(state, event.at, event.at) : state
    case 'clock':
      return {
        ...(state.until === null || event.at < state.until ? state : over(state, state.until, event.at)),
        rateLimitedUntil:
          state.rateLimitedUntil !== null && event.at >= state.rateLimitedUntil
            ? null
            : state.rateLimitedUntil,
      }
    case 'refused':
      return refused(state, event.code, event.retryAfterMs, event.at)
  }
}

function over(state: VenueModeState, until: number, at: number): VenueModeState {
  if (state.mode === 'restarting') return restarted(state, until, at)
  return { ...state, mode: 'normal', until: null }
}

/** After a restart the engine is post-only for two minutes. */
function restarted(state: VenueModeState, endedAt: number, at: number): VenueModeState {
  const until = endedAt + POST_ONLY_MS
  return at < until
    ? { ...state, mode: 'post_only', until, isGuess: true }
    : { ...state, mode: 'normal', until: null }
}

function refused(
  state: VenueModeState,
  code: RejectCode,
  retryAfterMs: number | null,
  at: number,
): VenueModeState {
  const isGuess = retryAfterMs === null
  if (code === 'venue_restarting') {
    const pause = backoffMs(RESTART, state.restarts)
    const until = at + (retryAfterMs ?? pause)
    return { ...state, mode: 'restarting', until, isGuess, restarts: state.restarts + 1 }
  }
  if (code === 'venue_post_only') {
    return { ...state, mode: 'post_only', until: at + (retryAfterMs ?? POST_ONLY_MS), isGuess }
  }
  if (code === 'venue_cancel_only') {
    return { ...state, mode: 'cancel_only', until: at + (retryAfterMs ?? CANCEL_ONLY_MS), isGuess }
  }
  if (code === 'venue_rate_limited')
    return { ...state, rateLimitedUntil: at + (retryAfterMs ?? RATE_LIMIT_MS) }
  // A failed connection has the same code but names no period; only the venue's own "disabled" is a mode.
  if (code === 'venue_unavailable' && retryAfterMs !== null) {
    return { ...state, mode: 'disabled', until: at + retryAfterMs, isGuess }
  }
  return state
}

/** Why an order must not be sent now, or null. Asking again before the venue's period is over would break its rule. */
export function venueRefusal(before: VenueModeState, postOnly: boolean, at: number): Rejection | null {
  const state = stepVenueMode(before, { type: 'clock', at })
  if (state.rateLimitedUntil !== null && at < state.rateLimitedUntil) {
    return rejection('venue_rate_limited', { retryAfterMs: Math.ceil(state.rateLimitedUntil - at) })
  }
  if (state.until === null || at >= state.until) return null
  const wait = { retryAfterMs: Math.ceil(state.until - at) }
  switch (state.mode) {
    case 'normal':
      return null
    case 'restarting':
      return rejection('venue_restarting', wait)
    case 'post_only':
      return postOnly ? null : rejection('venue_post_only', wait)
    case 'cancel_only':
      return rejection('venue_cancel_only', wait)
    case 'disabled':
      return rejection('venue_unavailable', wait)
  }
}
