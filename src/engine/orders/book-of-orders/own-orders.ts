/**
 * Own orders between their request and the proof of what became of it, and whose an order at the venue is: ours by its hash, ours by
 * a unique match while one of ours has no name there yet, or foreign. It never guesses between two (ORD-3).
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import { RECEIVED, stepPlacement } from '#core/machines/placement.ts'
import type { PlacementEffect, PlacementEvent } from '#core/machines/placement.ts'
import { ZERO } from '#core/money.ts'
import type { Order } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { runMachine } from '#lib/machine.ts'
import type { AuditAction } from '#ports/audit-log.ts'
import type { VenueOrder } from '#ports/venue-account.ts'
import { signedHistory, type SignedHistory } from '../record/order-history.ts'
import type { BookEvents, BookTools } from './book-events.ts'
import { isInFlight, isUnknown, type LedgerEntry, type PlacementMachine } from './ledger-entry.ts'
import type { OrderLedger } from './order-ledger.ts'

/** Known terms of an own order; null for every other. */
export type TermsOf = (
  id: OrderId,
) => Pick<Order, 'outcomeId' | 'marketId' | 'side' | 'price' | 'size' | 'filledSize'> | null

const BEFORE_SEND_MS = 2_000

export function createOwnOrders({ audit, clock }: BookTools, ledger: OrderLedger, tell: BookEvents['tell']) {
  const { ids } = ledger

  /** A placement begins; what its machine asks for before its request is performed by who sends it. */
  function begin(perform: (effect: PlacementEffect) => void): PlacementMachine {
    return runMachine({ initial: RECEIVED, step: stepPlacement, perform })
  }

  /**
   * Effects that need nothing but the id.
   *
   * @param late  the venue's own refusal, when it is what settles the order after its time
   */
  function settle(
    id: ClientOrderId,
    action: AuditAction,
    effect: PlacementEffect,
    late: Rejection | null,
  ): void {
    if (effect.type === 'read_after') tell('read_wanted', effect.afterMs)
    const entry = ledger.byClientOrderId(id)
    if (entry === null) return
    if (effect.type === 'correct') tell('corrected', { entry, from: 'rejected' })
    if (effect.type !== 'record_reconcile') return
    if (effect.result === 'accepted') tell('settled', { id, action, entry, refusal: null })
    else {
      const gone = ledger.apply(entry.key, { type: late === null ? 'absent' : 'refused' }) ?? entry
      tell('settled', { id, action, entry: gone, refusal: late ?? rejection('venue_not_found') })
    }
  }

  function restore({ signed, action }: SignedHistory, event: PlacementEvent): void {
    const elapsed = Math.max(0, clock.now() - signed.at)
    const placement = begin((effect) => settle(signed.clientOrderId, action, effect, null))
    ledger.open(signed, clock.monotonic() - elapsed, placement)
    placement.send(event)
  }

  /** Takes an order of a previous run that the venue shows over with what its rows say; false when these do not allow it. */
  function adopt(id: OrderId): boolean {
    const own = ids.of(id)
    if (own === null || ledger.entry(id) !== null) return false
    const history = signedHistory(audit, own.clientOrderId)
    if (history === null) return false
    const result = own.word === 'rejected' ? 'rejected' : 'accepted'
    restore(history, { type: 'restored_settled', result, left: true })
    if (result === 'rejected') ledger.apply(own.key, { type: 'refused' })
    return true
  }

  /** Ours that the venue has not named yet and that the row could be. */
  function candidates(row: VenueOrder): readonly LedgerEntry[] {
    return ledger.openEntries().filter((entry) => {
      const { order } = entry
      if (!(isUnknown(entry) || isInFlight(entry)) || order.id !== entry.key) return false
      return (
        order.outcomeId === row.outcomeId &&
        order.side === row.side &&
        order.price === row.price &&
        order.size === row.originalSize &&
        (row.createdAt === null || row.createdAt >= (order.submittedAt ?? order.createdAt) - BEFORE_SEND_MS)
      )
    })
  }

  return {
    begin,
    settle,
    adopt,
    /** A signed order of a previous run whose end is not known. */
    restoreUnknown: (history: SignedHistory): void => {
      restore(history, { type: 'restored' })
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
        if (isWholeList && ours.length === 1 && rivals.length === 1 && isUnknown(only))
          ledger.named(only.key, row.id)
      }
      return foreign
    },
  }
}
