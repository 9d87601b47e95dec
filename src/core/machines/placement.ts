/**
 * One placement from its request, which leaves once, to the proof of what became of it. No answer is `unknown`, and only reading
 * ends that (ORD-2, ORD-3).
 */
import type { Step } from '#lib/machine.ts'
import type { Rejection } from '../reject-codes.ts'

export type PlacementState =
  | { readonly kind: 'sent'; readonly seen: boolean }
  /** With so many reads begun so far, for the growing pause. */
  | { readonly kind: 'unknown'; readonly reads: number }
  | { readonly kind: 'settled'; readonly result: 'accepted' | 'rejected'; readonly left: boolean }

export type PlacementEvent =
  | { readonly type: 'accepted' }
  /** By the venue. */
  | { readonly type: 'refused'; readonly refusal: Rejection }
  /** A gate closed before the first byte. */
  | { readonly type: 'not_sent' }
  | { readonly type: 'no_answer' }
  /** The venue shows the order. */
  | { readonly type: 'seen' }
  /** A read of open orders and trades ended without showing the order. */
  | { readonly type: 'not_seen' }
  /** The last of the reads that prove that the venue does not have it (INV-07). */
  | { readonly type: 'absent' }

export type PlacementEffect =
  /** An order without an answer is at the venue after all. */
  | { readonly type: 'found' }
  /** An order without an answer is not: refused, or absent. */
  | { readonly type: 'gone'; readonly refusal: Rejection | null }
  /** A settled rejection was wrong: a correction row, an urgent notification, SAFE. */
  | { readonly type: 'correct' }
  | { readonly type: 'read_after'; readonly afterMs: number }

const READ_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000] as const
const READ_EVERY_MS = 10_000

type PlacementStep = Step<PlacementState, PlacementEffect>

/** Its rows are on disk, and its request leaves. */
export const SENT: PlacementState = { kind: 'sent', seen: false }
/** Found in the audit log at a start: signed, without a final response. */
export const UNKNOWN: PlacementState = { kind: 'unknown', reads: 0 }

/** One event of a placement. A meaningless event changes nothing. */
export function stepPlacement(state: PlacementState, event: PlacementEvent): PlacementStep {
  switch (state.kind) {
    case 'sent':
      return whileSent(state, event)
    case 'unknown':
      return whileUnknown(state, event)
    case 'settled':
      if (event.type !== 'seen' || state.result === 'accepted' || !state.left) return { state, effects: [] }
      return settle('accepted', { type: 'correct' })
  }
}

function whileSent(
  state: Extract<PlacementState, { readonly kind: 'sent' }>,
  event: PlacementEvent,
): PlacementStep {
  switch (event.type) {
    case 'accepted':
      return settle('accepted')
    case 'refused':
      return state.seen ? settle('accepted', { type: 'correct' }) : settle('rejected')
    case 'not_sent':
      return { state: { kind: 'settled', result: 'rejected', left: false }, effects: [] }
    case 'no_answer':
      return state.seen ? settle('accepted', { type: 'found' }) : readAgain(0)
    case 'seen':
      return { state: { kind: 'sent', seen: true }, effects: [] }
    default:
      return { state, effects: [] }
  }
}

function whileUnknown(
  state: Extract<PlacementState, { readonly kind: 'unknown' }>,
  event: PlacementEvent,
): PlacementStep {
  switch (event.type) {
    // An answer that came after its deadline still proves what it says.
    case 'accepted':
    case 'seen':
      return settle('accepted', { type: 'found' })
    case 'refused':
      return settle('rejected', { type: 'gone', refusal: event.refusal })
    case 'absent':
      return settle('rejected', { type: 'gone', refusal: null })
    case 'not_seen':
      return readAgain(state.reads + 1)
    default:
      return { state, effects: [] }
  }
}

function readAgain(reads: number): PlacementStep {
  const afterMs = READ_AFTER_MS[reads] ?? READ_EVERY_MS
  return { state: { kind: 'unknown', reads }, effects: [{ type: 'read_after', afterMs }] }
}

function settle(result: 'accepted' | 'rejected', ...effects: readonly PlacementEffect[]): PlacementStep {
  return { state: { kind: 'settled', result, left: true }, effects }
}
