/**
 * A press on its way, as pure steps: sent once, looked up in the audit log where its answer is missing, never sent again.
 * Only a proof ends it: an answer, an order in the list, rows of the audit log, or their lasting absence (INV-05).
 */
import type { ApiFault, Order, PlaceResult, ReplaceResult } from '../platform/api/client.ts'
import type { Result } from '#lib/result.ts'
import type { Proof } from './outcome.ts'

export type Answered = Result<PlaceResult | ReplaceResult, ApiFault>

export type Step =
  /** `early`: the order as it was listed before the answer was late. */
  | { readonly at: 'sending'; readonly early: Order | null }
  /** Looked up; `empty` counts complete looks without a trace. */
  | { readonly at: 'unknown'; readonly turn: number; readonly empty: number }
  | { readonly at: 'accepted' | 'rejected' }

export type SendEvent =
  | { readonly kind: 'answered'; readonly answer: Answered }
  | { readonly kind: 'listed'; readonly order: Order; readonly isLate: boolean }
  /** The answer is late. */
  | { readonly kind: 'late' }
  /** Rows of the audit log about it; null when they could not be read. */
  | { readonly kind: 'looked'; readonly found: 'accepted' | 'rejected' | 'nothing' | 'no_rows' | null }

export type Next = {
  readonly step: Step
  /** News of the outcome; null where there is none. */
  readonly proof: Proof | null
  /** Wait for a late answer, or look into the audit log after so long. */
  readonly wait: { readonly until: 'late' } | { readonly until: 'look'; readonly ms: number } | null
}

const LOOK_MS = [1_000, 2_000, 4_000, 8_000] as const
/** Complete looks without a trace, before a press counts as never received. */
const EMPTY_LOOKS = 4

/** Where every press begins, as its one request leaves. */
export const SENDING: Step = { at: 'sending', early: null }

/** One step; `isMove` for a replacement, whose new order is listed while the old one may still be open. */
export function nextStep(step: Step, event: SendEvent, isMove: boolean): Next {
  switch (event.kind) {
    case 'answered':
      return step.at === 'sending' ? answered(event.answer) : stay(step)
    case 'listed':
      if (step.at === 'sending' && !isMove && !event.isLate) {
        const wait = step.early === null ? ({ until: 'late' } as const) : null
        return { step: { at: 'sending', early: event.order }, proof: null, wait }
      }
      return listed(step, event.order, isMove)
    case 'late':
      return step.at === 'sending' && step.early !== null ? listed(step, step.early, isMove) : stay(step)
    case 'looked':
      return step.at === 'unknown' ? looked(step, event.found) : stay(step)
  }
}

function answered(answer: Answered): Next {
  if (!answer.ok && answer.error.kind === 'problem') {
    return ended('rejected', { by: 'fault', fault: answer.error })
  }
  if (!answer.ok) return unknown(0, 0, { by: 'fault', fault: answer.error })
  const proof = { by: 'answer', result: answer.value } as const
  return answer.value.result === 'unknown' ? unknown(0, 0, proof) : ended(answer.value.result, proof)
}

/** An answer may take the venue's time-out, but of a refusal it alone has the reason. */
function listed(step: Step, order: Order, isMove: boolean): Next {
  const isOpen = step.at === 'sending' || step.at === 'unknown'
  if (!isOpen || order.status === 'unknown' || order.status === 'pending') return stay(step)
  const isGone = order.status === 'rejected'
  if (step.at === 'sending' && (isGone || isMove)) return stay(step)
  return ended(isGone ? 'rejected' : 'accepted', { by: 'list', order })
}

function looked(
  { turn, empty }: Extract<Step, { readonly at: 'unknown' }>,
  found: Extract<SendEvent, { readonly kind: 'looked' }>['found'],
): Next {
  if (found === 'accepted' || found === 'rejected') return ended(found, { by: 'audit' })
  const seen = found === 'no_rows' ? empty + 1 : empty
  if (seen >= EMPTY_LOOKS) return ended('rejected', { by: 'absence' })
  return unknown(turn + 1, seen, null)
}

function unknown(turn: number, empty: number, proof: Proof | null): Next {
  const ms = LOOK_MS[Math.min(turn, LOOK_MS.length - 1)] ?? 8_000
  return { step: { at: 'unknown', turn, empty }, proof, wait: { until: 'look', ms } }
}

function ended(at: 'accepted' | 'rejected', proof: Proof): Next {
  return { step: { at }, proof, wait: null }
}

function stay(step: Step): Next {
  return { step, proof: null, wait: null }
}
