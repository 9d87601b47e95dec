/**
 * The dead-man heartbeat: one chain of ids, one beat under way at a time, health judged by answers alone. The venue
 * cancels all orders 10 s after the last beat that it took (VEN-17).
 */
import type { Step } from '#lib/machine.ts'
import type { Instant } from '../market/market.ts'
import type { Moment } from './trading-mode.ts'

export type HeartbeatState = {
  /** Id of the next beat; empty begins a chain. */
  readonly id: string
  readonly phase:
    | { readonly kind: 'resting' }
    | { readonly kind: 'waiting'; readonly sentAt: Moment; readonly isSecondTry: boolean }
    | { readonly kind: 'stopped' }
  /** When the last beat that was taken had left; null before the first. */
  readonly takenAt: Moment | null
  /** When its answer came, in wall time. */
  readonly lastOkAt: Instant | null
  /** True if the last answer was good. */
  readonly isGood: boolean
}

export type HeartbeatEvent =
  | { readonly type: 'due'; readonly now: Moment }
  | { readonly type: 'taken'; readonly nextId: string; readonly now: Moment }
  | { readonly type: 'expected'; readonly id: string; readonly now: Moment }
  | { readonly type: 'failed' }
  | { readonly type: 'stop' }

export type HeartbeatEffect =
  | { readonly type: 'send'; readonly id: string }
  | { readonly type: 'wait'; readonly afterMs: number }
  /** So long without a beat taken that the venue has cancelled everything. */
  | { readonly type: 'lapsed' }

/** From one beat to the next; a gap of 6 s is the most that is allowed (INV-44). */
const BEAT_EVERY_MS = 5_000
/** After this long without one the venue takes the sender for dead. */
export const LAPSE_MS = 10_000
const AFTER_FAILURE_MS = 500

export const HEARTBEAT_START: HeartbeatState = {
  id: '',
  phase: { kind: 'resting' },
  takenAt: null,
  lastOkAt: null,
  isGood: false,
}

/** One event of the heartbeat. */
export function stepHeartbeat(
  state: HeartbeatState,
  event: HeartbeatEvent,
): Step<HeartbeatState, HeartbeatEffect> {
  const { phase } = state
  if (phase.kind === 'stopped') return { state, effects: [] }
  if (event.type === 'stop') return { state: { ...state, phase: { kind: 'stopped' } }, effects: [] }
  if (event.type === 'due') return phase.kind === 'resting' ? begin(state, event.now) : { state, effects: [] }
  if (phase.kind !== 'waiting') return { state, effects: [] }
  switch (event.type) {
    case 'taken':
      return {
        state: {
          id: event.nextId,
          phase: { kind: 'resting' },
          takenAt: phase.sentAt,
          lastOkAt: event.now.wall,
          isGood: true,
        },
        effects: [waitFrom(phase.sentAt, event.now)],
      }
    case 'expected':
      // At once with the requested id, but only once: a second refusal is not the chain's fault.
      return phase.isSecondTry ? fail({ ...state, id: event.id }) : send(state, event.id, event.now, true)
    case 'failed':
      return fail(state)
  }
}

/** True if the venue's own orders are safe from it now: the last answer was good and is fresh. */
export function isHeartbeatHealthy(state: HeartbeatState, now: Moment): boolean {
  return state.isGood && state.takenAt !== null && since(state.takenAt, now) < LAPSE_MS
}

function begin(state: HeartbeatState, now: Moment): Step<HeartbeatState, HeartbeatEffect> {
  const hasLapsed = state.takenAt !== null && since(state.takenAt, now) >= LAPSE_MS
  if (!hasLapsed) return send(state, state.id, now, false)
  const next = send({ ...state, takenAt: null, isGood: false }, '', now, false)
  return { state: next.state, effects: [{ type: 'lapsed' }, ...next.effects] }
}

function send(
  state: HeartbeatState,
  id: string,
  now: Moment,
  isSecondTry: boolean,
): Step<HeartbeatState, HeartbeatEffect> {
  return {
    state: { ...state, id, phase: { kind: 'waiting', sentAt: now, isSecondTry } },
    effects: [{ type: 'send', id }],
  }
}

/** The beat may have been taken all the same: then the next one gets the id that the venue waits for. */
function fail(state: HeartbeatState): Step<HeartbeatState, HeartbeatEffect> {
  return {
    state: { ...state, phase: { kind: 'resting' }, isGood: false },
    effects: [{ type: 'wait', afterMs: AFTER_FAILURE_MS }],
  }
}

function waitFrom(sentAt: Moment, now: Moment): HeartbeatEffect {
  return { type: 'wait', afterMs: Math.max(0, BEAT_EVERY_MS - (now.monotonic - sentAt.monotonic)) }
}

/** The monotonic clock may stop while the host sleeps, the wall clock may be set back: the longer one counts. */
function since(then: Moment, now: Moment): number {
  return Math.max(now.monotonic - then.monotonic, now.wall - then.wall)
}
