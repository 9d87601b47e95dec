/** SAFE and ARMED. Every start is SAFE; ARMED lasts until the trader, the idle timer or a lost precondition ends it. */
import type { Step } from '#lib/machine.ts'
import type { Instant } from '../market/market.ts'
import type { DisarmCause } from '../trading-state.ts'

/** Both clocks at once: deadlines go by the monotonic one, the other is for show. */
export type Moment = { readonly wall: Instant; readonly monotonic: number }

export type TradingModeState =
  | { readonly mode: 'SAFE' }
  | {
      readonly mode: 'ARMED'
      readonly armedAt: Instant
      readonly idleAt: Moment
    }

export type TradingModeEvent =
  /** The preconditions have been checked by the caller. */
  | { readonly type: 'arm'; readonly now: Moment; readonly idleTimeoutMs: number }
  | { readonly type: 'touch'; readonly now: Moment; readonly idleTimeoutMs: number }
  | { readonly type: 'clock'; readonly now: Moment }
  | { readonly type: 'disarm'; readonly cause: DisarmCause; readonly at: Instant }

export type TradingModeEffect =
  | { readonly type: 'armed' }
  | { readonly type: 'disarmed'; readonly cause: DisarmCause; readonly at: Instant }

export const SAFE: TradingModeState = { mode: 'SAFE' }

function later(now: Moment, byMs: number): Moment {
  return { wall: now.wall + byMs, monotonic: now.monotonic + byMs }
}

/** A wall clock that jumps ends ARMED for that reason, not for idleness. */
function isPast(deadline: Moment, now: Moment): boolean {
  return now.monotonic >= deadline.monotonic
}

/** One event of the trading mode (VEN-16, API-3). */
export function stepTradingMode(
  state: TradingModeState,
  event: TradingModeEvent,
): Step<TradingModeState, TradingModeEffect> {
  if (state.mode === 'SAFE') {
    if (event.type !== 'arm') return { state, effects: [] }
    return {
      state: { mode: 'ARMED', armedAt: event.now.wall, idleAt: later(event.now, event.idleTimeoutMs) },
      effects: [{ type: 'armed' }],
    }
  }
  switch (event.type) {
    case 'disarm':
      return { state: SAFE, effects: [{ type: 'disarmed', cause: event.cause, at: event.at }] }
    case 'clock':
      return isPast(state.idleAt, event.now)
        ? { state: SAFE, effects: [{ type: 'disarmed', cause: 'idle', at: event.now.wall }] }
        : { state, effects: [] }
    case 'arm':
    case 'touch':
      return isPast(state.idleAt, event.now)
        ? { state: SAFE, effects: [{ type: 'disarmed', cause: 'idle', at: event.now.wall }] }
        : { state: { ...state, idleAt: later(event.now, event.idleTimeoutMs) }, effects: [] }
  }
}
