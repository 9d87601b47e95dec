/**
 * One request for a quote, from asking to its end (VEN-8). The venue is asked once, a
 * live quote is accepted at most once and never at or after its deadline, and only status reads end what is in doubt.
 */
import type { Step } from '#lib/machine.ts'

export type ComboState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'no_quote' }
  | { readonly kind: 'live' }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'recording' }
  /** The acceptance is in flight. */
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'accepting'
      /** The venue has dealt with the acceptance: a status read that knows nothing of it is the last word. */
      readonly answered: boolean
      /** No clear answer has been received. */
      readonly inDoubt: boolean
    }
  | { readonly kind: 'filled' }
  | { readonly kind: 'not_filled' }

/** Proof in the answer to an acceptance. */
export type AcceptVerdict =
  | 'filled'
  | 'executing'
  | 'failed'
  /** Refused before it was taken up. */
  | 'refused'
  /** Answered without an outcome: 409 INVALID_RFQ_STATE. */
  | 'conflict'
  /** Timeout, lost answer, 5xx, 503. */
  | 'no_answer'
  /** A gate closed before the first byte. */
  | 'not_sent'

/** Proof in a status read. Unknown words count as failed. */
export type StatusVerdict =
  | 'filled'
  | 'executing'
  | 'failed'
  /** 409, 404: no acceptance is recorded. */
  | 'absent'
  | 'no_answer'

/** `remainingMs` is the time to the deadline; not above 0 from the deadline on. */
export type ComboEvent =
  | { readonly type: 'quoted' }
  | { readonly type: 'no_quote' }
  | { readonly type: 'decline' }
  | { readonly type: 'clock'; readonly remainingMs: number }
  | { readonly type: 'accept'; readonly remainingMs: number }
  /** The host's clocks disagree: no deadline can be trusted. */
  | { readonly type: 'clock_jumped' }
  | { readonly type: 'recorded' }
  | { readonly type: 'not_recorded' }
  | { readonly type: 'outcome'; readonly verdict: AcceptVerdict }
  | { readonly type: 'status'; readonly verdict: StatusVerdict; readonly remainingMs: number }
  /** Found in the audit log at start: signed, with no end. */
  | { readonly type: 'restored'; readonly answered: boolean }

export type ComboEffect =
  /** Intent, decision and signed rows, before the first byte. */
  | { readonly type: 'record_signed' }
  | { readonly type: 'send' }
  | { readonly type: 'record_response' }
  /** The end that a status read or a late answer found. */
  | { readonly type: 'record_reconcile' }
  | { readonly type: 'read_after'; readonly afterMs: number }
  | { readonly type: 'publish'; readonly result: 'filled' | 'failed' }

const POLL_MS = 500
/** Time after the deadline when an acceptance in flight can no longer be recorded. */
const LATE_MS = 2_000

type ComboStep = Step<ComboState, ComboEffect>

/** The start of every request. */
export const ASKING: ComboState = { kind: 'asking' }

/** One event of a request. A meaningless event changes nothing. */
export function stepCombo(state: ComboState, event: ComboEvent): ComboStep {
  switch (state.kind) {
    case 'asking':
      return whileAsking(state, event)
    case 'live':
      return whileLive(state, event)
    case 'recording':
      if (event.type === 'recorded') return to({ kind: 'sent' }, { type: 'send' })
      // Nothing left; the rows may be on disk all the same, so the quote is spent.
      return event.type === 'not_recorded' ? to({ kind: 'not_filled' }) : to(state)
    case 'sent':
      return event.type === 'outcome' ? answered(event.verdict) : to(state)
    case 'accepting':
      return whileAccepting(state, event)
    case 'no_quote':
    case 'dismissed':
    case 'expired':
    case 'filled':
    case 'not_filled':
      return to(state)
  }
}

function whileAsking(state: ComboState, event: ComboEvent): ComboStep {
  switch (event.type) {
    case 'quoted':
      return to({ kind: 'live' })
    case 'no_quote':
      return to({ kind: 'no_quote' })
    case 'restored':
      return to(
        { kind: 'accepting', answered: event.answered, inDoubt: true },
        { type: 'read_after', afterMs: 0 },
      )
    default:
      return to(state)
  }
}

function whileLive(state: ComboState, event: ComboEvent): ComboStep {
  switch (event.type) {
    case 'decline':
      return to({ kind: 'dismissed' })
    case 'clock_jumped':
      return to({ kind: 'expired' })
    case 'clock':
      return to(event.remainingMs <= 0 ? { kind: 'expired' } : state)
    case 'accept':
      return event.remainingMs <= 0
        ? to({ kind: 'expired' })
        : to({ kind: 'recording' }, { type: 'record_signed' })
    default:
      return to(state)
  }
}

function answered(verdict: AcceptVerdict): ComboStep {
  switch (verdict) {
    case 'filled':
      return to({ kind: 'filled' }, { type: 'record_response' }, { type: 'publish', result: 'filled' })
    case 'failed':
    case 'refused':
      return to({ kind: 'not_filled' }, { type: 'record_response' }, { type: 'publish', result: 'failed' })
    case 'not_sent':
      return to({ kind: 'not_filled' }, { type: 'record_response' })
    case 'executing':
      return waiting({ kind: 'accepting', answered: true, inDoubt: false })
    case 'conflict':
      return waiting({ kind: 'accepting', answered: true, inDoubt: true })
    case 'no_answer':
      return waiting({ kind: 'accepting', answered: false, inDoubt: true })
  }
}

function waiting(state: ComboState): ComboStep {
  return to(state, { type: 'record_response' }, { type: 'read_after', afterMs: POLL_MS })
}

type Accepting = Extract<ComboState, { readonly kind: 'accepting' }>

function whileAccepting(state: Accepting, event: ComboEvent): ComboStep {
  if (event.type === 'outcome') return lateAnswer(state, event.verdict)
  if (event.type !== 'status') return to(state)
  switch (event.verdict) {
    case 'filled':
      return found('filled')
    case 'failed':
      return found('not_filled')
    case 'executing':
      return again({ kind: 'accepting', answered: true, inDoubt: false })
    case 'absent':
      // Unanswered, it may be in flight; after the deadline the venue refuses it.
      return state.answered || event.remainingMs <= -LATE_MS ? found('not_filled') : again(state)
    case 'no_answer':
      return again(state)
  }
}

/** An answer that came after its deadline still proves what it says; reads continue unless it settles the outcome. */
function lateAnswer(state: Accepting, verdict: AcceptVerdict): ComboStep {
  switch (verdict) {
    case 'filled':
      return found('filled')
    case 'failed':
    case 'refused':
      return state.answered ? to(state) : found('not_filled')
    case 'executing':
      return to({ kind: 'accepting', answered: true, inDoubt: false })
    case 'conflict':
      return to({ ...state, answered: true })
    case 'no_answer':
    case 'not_sent':
      return to(state)
  }
}

function found(kind: 'filled' | 'not_filled'): ComboStep {
  const result = kind === 'filled' ? 'filled' : 'failed'
  return to({ kind }, { type: 'record_reconcile' }, { type: 'publish', result })
}

function again(state: ComboState): ComboStep {
  return to(state, { type: 'read_after', afterMs: POLL_MS })
}

function to(state: ComboState, ...effects: readonly ComboEffect[]): ComboStep {
  return { state, effects }
}
