/** Evidence from answers and status reads of one acceptance, and the audit row that keeps it: pure bookkeeping. */
import type { ClientOrderId } from '#core/ids.ts'
import type { ComboState } from '#core/machines/combo.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { AuditEntry } from '#ports/audit-log.ts'
import type { AcceptOutcome, StatusOutcome, VenueQuote } from '#ports/venue-combos.ts'
import { rowsOf } from '../orders/record/submissions.ts'
import { rejectionDetails } from '../orders/record/order-history.ts'

/** Known facts about an acceptance's end. */
export type ComboFinding = {
  reject: Rejection | null
  txHash: string | null
  /** Its request left this host. */
  left: boolean
  /** Refused before it was taken up. */
  refused: boolean
  /** Words of an answer that proved nothing. */
  words: Rejection | null
}

/** Nothing is known of an acceptance that is about to leave. */
export function noFinding(): ComboFinding {
  return { reject: null, txHash: null, left: true, refused: false, words: null }
}

/** Notes what the answer to the acceptance says. */
export function noteAnswer(finding: ComboFinding, outcome: AcceptOutcome): void {
  switch (outcome.kind) {
    case 'filled':
      finding.txHash = outcome.txHash
      return
    case 'failed':
    case 'refused':
      finding.reject = outcome.rejection
      finding.refused = outcome.kind === 'refused'
      return
    case 'not_sent':
      finding.reject = rejection(outcome.code)
      finding.left = false
      finding.refused = true
      return
    case 'conflict':
    case 'no_answer':
      finding.words = outcome.rejection
      return
    case 'executing':
      return
  }
}

/** Notes what a status read says. */
export function noteRead(finding: ComboFinding, outcome: StatusOutcome): void {
  if (outcome.kind === 'filled' || outcome.kind === 'executing') {
    finding.txHash = outcome.txHash ?? finding.txHash
  }
  if (outcome.kind === 'failed') finding.reject = outcome.rejection
  if (outcome.kind === 'absent') {
    finding.reject = finding.words?.code === 'venue_balance' ? finding.words : rejection('venue_not_found')
  }
}

/** The response or reconcile row of an acceptance in its current state. */
export function endRow(
  own: { readonly clientOrderId: ClientOrderId; readonly quote: VenueQuote; readonly finding: ComboFinding },
  state: ComboState,
  kind: 'response' | 'reconcile',
): AuditEntry {
  const { reject, txHash, left, refused } = own.finding
  const isOver = state.kind === 'filled' || state.kind === 'not_filled'
  return rowsOf(own.clientOrderId, 'combo_accept')(kind, {
    // `unknown` keeps the acceptance open for the next run.
    result: isOver ? (state.kind === 'filled' ? 'accepted' : 'rejected') : 'unknown',
    state: refused ? 'rejected' : publicState(state),
    tx_hash: txHash,
    answered: state.kind === 'accepting' && state.answered,
    left,
    ...(state.kind === 'not_filled' && reject !== null ? rejectionDetails(reject) : {}),
    rfq_id: own.quote.rfqId,
    quote_id: own.quote.quoteId,
  })
}

/** A state after the acceptance, in the words of its result. */
export function publicState(state: ComboState): 'accepting' | 'unknown' | 'filled' | 'not_filled' {
  if (state.kind === 'filled' || state.kind === 'not_filled') return state.kind
  return state.kind === 'accepting' && state.inDoubt ? 'unknown' : 'accepting'
}
