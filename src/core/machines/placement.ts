/**
 * One placement from its checks to its end. The request leaves once at most; no answer is `unknown`, and only reading
 * ends that (ORD-1 to ORD-3).
 */
import type { Step } from '#lib/machine.ts'

export type PlacementState =
  | { readonly kind: 'received' }
  /** The disk refused its rows. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'recording' }
  | { readonly kind: 'sent'; readonly seen: boolean }
  | {
      readonly kind: 'unknown'
      /** Reads begun so far, for the growing pause. */
      readonly reads: number
      /** Complete reads in a row that did not show the order. */
      readonly clean: number
    }
  | { readonly kind: 'settled'; readonly result: 'accepted' | 'rejected'; readonly left: boolean }

export type PlacementEvent =
  /** Judged and signed. */
  | { readonly type: 'checked' }
  | { readonly type: 'recorded' }
  | { readonly type: 'not_recorded' }
  | { readonly type: 'outcome'; readonly outcome: 'accepted' | 'refused' | 'unknown' | 'not_sent' }
  /** Found in the audit log at start: signed, with no final response. */
  | { readonly type: 'restored' }
  /** Found in the audit log at start: answered and settled. */
  | { readonly type: 'restored_settled'; readonly result: 'accepted' | 'rejected'; readonly left: boolean }
  /** The venue shows the order. */
  | { readonly type: 'seen' }
  /** A read of open orders and trades ended without showing the order. */
  | {
      readonly type: 'not_seen'
      /** Every page, and the user feed live since the read before. */
      readonly complete: boolean
      /** Milliseconds from the send to the beginning of the read. */
      readonly sinceSendMs: number
    }

export type PlacementEffect =
  | { readonly type: 'record_signed' }
  | { readonly type: 'send' }
  | { readonly type: 'record_response'; readonly result: 'accepted' | 'rejected' | 'unknown' }
  | { readonly type: 'record_reconcile'; readonly result: 'accepted' | 'rejected' }
  /** A settled rejection was wrong: a correction row, an urgent notification, SAFE. */
  | { readonly type: 'correct' }
  | { readonly type: 'read_after'; readonly afterMs: number }

const READ_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000] as const
const READ_EVERY_MS = 10_000
const CLEAN_READS = 3
const ABSENT_AFTER_MS = 120_000

type PlacementStep = Step<PlacementState, PlacementEffect>

/** The start of every placement. */
export const RECEIVED: PlacementState = { kind: 'received' }

/** One event of a placement. A meaningless event changes nothing. */
export function stepPlacement(state: PlacementState, event: PlacementEvent): PlacementStep {
  switch (state.kind) {
    case 'received':
      return received(state, event)
    case 'recording':
      if (event.type === 'recorded')
        return { state: { kind: 'sent', seen: false }, effects: [{ type: 'send' }] }
      if (event.type === 'not_recorded') return stay({ kind: 'refused' })
      return stay(state)
    case 'sent':
      if (event.type === 'seen') return stay({ kind: 'sent', seen: true })
      return event.type === 'outcome' ? answered(state.seen, event.outcome) : stay(state)
    case 'unknown':
      return whileUnknown(state, event)
    case 'settled':
      if (event.type !== 'seen' || state.result === 'accepted' || !state.left) return stay(state)
      return {
        state: { kind: 'settled', result: 'accepted', left: true },
        effects: [{ type: 'correct' }],
      }
    case 'refused':
      return stay(state)
  }
}

function received(state: PlacementState, event: PlacementEvent): PlacementStep {
  if (event.type === 'restored') {
    return { state: { kind: 'unknown', reads: 0, clean: 0 }, effects: [{ type: 'read_after', afterMs: 0 }] }
  }
  if (event.type === 'restored_settled') {
    return stay({ kind: 'settled', result: event.result, left: event.left })
  }
  return event.type === 'checked'
    ? { state: { kind: 'recording' }, effects: [{ type: 'record_signed' }] }
    : stay(state)
}

function answered(seen: boolean, outcome: 'accepted' | 'refused' | 'unknown' | 'not_sent'): PlacementStep {
  switch (outcome) {
    case 'accepted':
      return settle('accepted', true, [{ type: 'record_response', result: 'accepted' }])
    case 'not_sent':
      return settle('rejected', false, [{ type: 'record_response', result: 'rejected' }])
    case 'refused':
      return seen
        ? settle('accepted', true, [{ type: 'record_response', result: 'rejected' }, { type: 'correct' }])
        : settle('rejected', true, [{ type: 'record_response', result: 'rejected' }])
    case 'unknown':
      return seen
        ? settle('accepted', true, [
            { type: 'record_response', result: 'unknown' },
            { type: 'record_reconcile', result: 'accepted' },
          ])
        : {
            state: { kind: 'unknown', reads: 0, clean: 0 },
            effects: [
              { type: 'record_response', result: 'unknown' },
              { type: 'read_after', afterMs: READ_AFTER_MS[0] },
            ],
          }
  }
}

function whileUnknown(
  state: Extract<PlacementState, { readonly kind: 'unknown' }>,
  event: PlacementEvent,
): PlacementStep {
  if (event.type === 'seen') {
    return settle('accepted', true, [{ type: 'record_reconcile', result: 'accepted' }])
  }
  // An answer that came after its deadline still proves what it says.
  if (event.type === 'outcome' && (event.outcome === 'accepted' || event.outcome === 'refused')) {
    const result = event.outcome === 'accepted' ? 'accepted' : 'rejected'
    return settle(result, true, [{ type: 'record_reconcile', result }])
  }
  if (event.type !== 'not_seen') return stay(state)
  const clean = event.complete ? state.clean + 1 : 0
  if (clean >= CLEAN_READS && event.sinceSendMs >= ABSENT_AFTER_MS) {
    return settle('rejected', true, [{ type: 'record_reconcile', result: 'rejected' }])
  }
  const reads = state.reads + 1
  return {
    state: { kind: 'unknown', reads, clean },
    effects: [{ type: 'read_after', afterMs: READ_AFTER_MS[reads] ?? READ_EVERY_MS }],
  }
}

function stay(state: PlacementState): PlacementStep {
  return { state, effects: [] }
}

function settle(
  result: 'accepted' | 'rejected',
  left: boolean,
  effects: readonly PlacementEffect[],
): PlacementStep {
  return { state: { kind: 'settled', result, left }, effects }
}
