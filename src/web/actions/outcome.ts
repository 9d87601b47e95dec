/** Outcome of a press as text: one table for every kind of order that the page sends. */
import { movedText } from '../data/account/move-text.ts'
import type { Move } from '../data/account/intent.ts'
import type { Prices } from '../data/settings/prices.ts'
import { faultText } from '../platform/api/client.ts'
import type { ApiFault, AuditRow, Order, PlaceResult, ReplaceResult } from '../platform/api/client.ts'
import { placedText } from '../words/order-text.ts'
import { auditMessage, rejectMessage } from '../words/reject-text.ts'
import { countOfSales } from './sale.ts'

/** How an outcome became known. */
export type Proof =
  | { readonly by: 'answer'; readonly result: PlaceResult | ReplaceResult }
  | { readonly by: 'fault'; readonly fault: ApiFault }
  | { readonly by: 'list'; readonly order: Order }
  | { readonly by: 'audit' }
  | { readonly by: 'absence' }

/** Result proven by a press's audit rows; null while they prove nothing. */
export function auditFinding(
  rows: readonly AuditRow[],
  prices: Prices,
): { readonly found: 'accepted' | 'rejected'; readonly text: string } | null {
  const last =
    rows.find((row) => row.kind === 'reconcile') ??
    rows.find((row) => row.kind === 'response') ??
    rows.find((row) => row.kind === 'decision')
  const result = last?.details['result']
  if (result === 'accepted') return { found: 'accepted', text: 'at the venue, see its timeline' }
  if (result !== 'rejected' && result !== 'refused') return null
  const text = auditMessage(last?.details ?? {}, prices) ?? 'refused, see the audit log'
  return { found: 'rejected', text }
}

/** The outcome in words; of the audit log its finding says more. */
export function outcomeText(proof: Proof, move: Move | null, prices: Prices): string {
  switch (proof.by) {
    case 'answer':
      return answerText(proof.result, move, prices)
    case 'fault':
      return proof.fault.kind === 'problem'
        ? faultText(proof.fault)
        : `${faultText(proof.fault)} Checking the audit log.`
    case 'list':
      return proof.order.status === 'rejected'
        ? 'not at the venue'
        : `found at the venue: ${placedText(proof.order)}`
    case 'audit':
      return 'see the audit log'
    case 'absence':
      return 'never reached the terminal'
  }
}

/** Requests that are no orders, when they get no answer or a refusal: a list or a second press tells the rest. */
const FAULTS = {
  cancel: (text) => `not confirmed: ${text}`,
  cancelAll: (text) => `not confirmed: ${text} Press again; cancelling twice is harmless.`,
  disarm: (text) => `not confirmed: ${text}`,
  exit: (text, isLost) => (isLost ? `${text} The list of exits shows what holds.` : text),
  quote: (text) => text,
} as const satisfies Readonly<Record<string, (text: string, isLost: boolean) => string>>

export function faultOutcome(kind: keyof typeof FAULTS, fault: ApiFault): string {
  return FAULTS[kind](faultText(fault), fault.kind !== 'problem')
}

function answerText(result: PlaceResult | ReplaceResult, move: Move | null, prices: Prices): string {
  if (move !== null && 'cancelled' in result) return movedText(move, result, prices)
  if (result.result === 'unknown') return 'Unknown: checking with the venue'
  const freed = result.cancelledFirst ?? []
  const first = freed.length === 0 ? '' : ` \u2013 ${countOfSales(freed)} cancelled first`
  if (result.result === 'accepted') {
    return result.order === null && result.replayed ? 'placed before' : `${placedText(result.order)}${first}`
  }
  return `${result.reject === null ? 'Refused.' : rejectMessage(result.reject, prices)}${first}`
}

/** Code of a refusal, or null. */
export function codeOf(proof: Proof): string | null {
  if (proof.by === 'answer')
    return proof.result.result === 'rejected' ? (proof.result.reject?.code ?? null) : null
  return proof.by === 'fault' && proof.fault.kind === 'problem' ? proof.fault.problem.code : null
}
