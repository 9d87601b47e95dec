/**
 * Own orders between their request and the proof of what became of it, and whose an order at the venue is: ours by its hash, ours by
 * a unique match while one of ours has no name there yet, or foreign. It never guesses between two (ORD-3).
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import { stepPlacement, UNKNOWN } from '#core/machines/placement.ts'
import type { PlacementEffect, PlacementState } from '#core/machines/placement.ts'
import { ZERO } from '#core/money.ts'
import { rejection } from '#core/reject-codes.ts'
import { runMachine } from '#lib/machine.ts'
import type { AuditAction } from '#ports/audit-log.ts'
import type { TermsOf, VenueOrder } from '#core/order/account-rows.ts'
import { signedHistory, type SignedHistory } from '../record/order-history.ts'
import type { BookEvents, BookTools } from './book-events.ts'
import type { LedgerEntry, PlacementMachine } from './ledger-entry.ts'
import type { OrderLedger } from './order-ledger.ts'

const BEFORE_SEND_MS = 2_000

export function createOwnOrders({ audit, clock }: BookTools, ledger: OrderLedger, tell: BookEvents['tell']) {
  const { ids } = ledger

  /** The machine of a placement that is in this state. */
  function begin(id: ClientOrderId, action: AuditAction, initial: PlacementState): PlacementMachine {
    return runMachine({ initial, step: stepPlacement, perform: (effect) => perform(id, action, effect) })
  }

  function perform(id: ClientOrderId, action: AuditAction, effect: PlacementEffect): void {
    if (effect.type === 'read_after') tell('read_wanted', effect.afterMs)
    const entry = ledger.byClientOrderId(id)
    if (entry === null) return
    if (effect.type === 'correct') tell('corrected', { entry, from: 'rejected' })
    if (effect.type === 'found') tell('settled', { id, action, entry, refusal: null })
    if (effect.type !== 'gone') return
    const { refusal } = effect
    const gone = ledger.apply(entry.key, { type: refusal === null ? 'absent' : 'refused' }) ?? entry
    tell('settled', { id, action, entry: gone, refusal: refusal ?? rejection('venue_not_found') })
  }

  function restore({ signed, action }: SignedHistory, state: PlacementState): void {
    const elapsed = Math.max(0, clock.now() - signed.at)
    ledger.open(signed, clock.monotonic() - elapsed, begin(signed.clientOrderId, action, state))
  }

  /** Takes an order of a previous run that the venue shows over with what its rows say; false when these do not allow it. */
  function adopt(id: OrderId): boolean {
    const own = ids.of(id)
    if (own === null || ledger.entry(id) !== null) return false
    const history = signedHistory(audit, own.clientOrderId)
    if (history === null) return false
    const result = own.word === 'rejected' ? 'rejected' : 'accepted'
    restore(history, { kind: 'settled', result, left: true })
    if (result === 'rejected') ledger.apply(own.key, { type: 'refused' })
    return true
  }

  /** Ours that the venue has not named yet and that the row could be. */
  function candidates(row: VenueOrder): readonly LedgerEntry[] {
    return ledger.openEntries().filter(({ key, order, placement }) => {
      const isKnown = placement === null || placement.state().kind === 'settled' || order.id !== key
      const { createdAt } = row
      return (
        !isKnown &&
        order.outcomeId === row.outcomeId &&
        order.side === row.side &&
        order.price === row.price &&
        order.size === row.originalSize &&
        (createdAt === null || createdAt >= (order.submittedAt ?? order.createdAt) - BEFORE_SEND_MS)
      )
    })
  }

  return {
    begin,
    adopt,
    /** A signed order of a previous run whose end is not known. */
    restoreUnknown: (history: SignedHistory): void => {
      restore(history, UNKNOWN)
      tell('read_wanted', 0)
      ledger.apply(history.signed.orderId, { type: 'no_answer' })
    },
    /** An own order's terms, from the ledger or from what was signed; null of every other. */
    termsOf: (id: OrderId): ReturnType<TermsOf> => {
      const [entry, own] = [ledger.entry(id), ids.of(id)]
      if (entry !== null || own === null) return entry?.order ?? null
      const history = signedHistory(audit, own.clientOrderId)
      return history === null ? null : { ...history.signed, filledSize: ZERO }
    },
    /** Makes sure that each row has an entry in the ledger where that is certain; answers those that got a foreign one. */
    match(rows: readonly VenueOrder[], isWholeList: boolean): readonly LedgerEntry[] {
      const nameless = rows.filter((row) => ledger.entry(row.id) === null && !adopt(row.id))
      const fits = nameless.map((row) => ({ row, ours: candidates(row) }))
      const foreign: LedgerEntry[] = []
      for (const { row, ours } of fits) {
        const [only] = ours
        if (only === undefined) {
          foreign.push(ledger.addForeign(row))
          continue
        }
        // Only the whole list shows that no second row fits, and an answer still on its way will name its own.
        const rivals = fits.filter((other) => other.ours.some((entry) => entry.key === only.key))
        if (isWholeList && ours.length === 1 && rivals.length === 1 && only.order.status === 'unknown')
          ledger.named(only.key, row.id)
      }
      return foreign
    },
  }
}
