/**
 * Orders between their request and the proof of what became of it, one machine each. The book alone says whether an order is in
 * flight, unknown or settled; who sends and who reads only tell it what they found.
 */
import type { ClientOrderId } from '#core/ids.ts'
import { RECEIVED, stepPlacement } from '#core/machines/placement.ts'
import type { PlacementEffect, PlacementEvent, PlacementState } from '#core/machines/placement.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import { runMachine, type Machine } from '#lib/machine.ts'
import type { AuditAction } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { SignedHistory, SignedOrder } from '../record/order-history.ts'
import type { BookEvents } from './book-events.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import type { OrderLedger } from './order-ledger.ts'

type PlacementMachine = Machine<PlacementState, PlacementEvent>

export type Transits = ReturnType<typeof createTransits>

const MAX_KEPT = 5_000

export function createTransits(clock: Clock, ledger: OrderLedger, tell: BookEvents['tell']) {
  const machines = new BoundedMap<ClientOrderId, PlacementMachine>(MAX_KEPT, isOver)

  /** A placement of this run begins; what its machine asks for is performed by who sends it. */
  function begin(id: ClientOrderId, perform: (effect: PlacementEffect) => void): PlacementMachine {
    const machine = runMachine({ initial: RECEIVED, step: stepPlacement, perform })
    machines.set(id, machine)
    return machine
  }

  function restore(signed: SignedOrder, action: AuditAction, event: PlacementEvent): void {
    const elapsed = Math.max(0, clock.now() - signed.at)
    ledger.open(signed, clock.monotonic() - elapsed)
    begin(signed.clientOrderId, (effect) => settle(signed.clientOrderId, action, effect, null)).send(event)
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
    if (effect.type === 'correct') tell('revived', entry)
    if (effect.type !== 'record_reconcile') return
    if (effect.result === 'accepted') tell('settled', { id, action, entry, refusal: null })
    else {
      const gone = ledger.apply(entry.key, { type: late === null ? 'absent' : 'refused' }) ?? entry
      tell('settled', { id, action, entry: gone, refusal: late ?? rejection('venue_not_found') })
    }
  }

  function machineOf({ order }: LedgerEntry): PlacementMachine | undefined {
    return order.clientOrderId === null ? undefined : machines.get(order.clientOrderId)
  }

  return {
    begin,
    settle,
    /** A signed order of a previous run whose end is not known. */
    restoreUnknown(signed: SignedOrder, action: AuditAction): void {
      restore(signed, action, { type: 'restored' })
      ledger.apply(signed.orderId, { type: 'no_answer' })
    },
    /** An order of a previous run that the venue shows: taken over with what its rows say. */
    adopt({ signed, ...history }: SignedHistory, corrected: boolean): void {
      const verdict = history.reconcile ?? history.response
      const result = corrected || verdict?.result === 'accepted' ? 'accepted' : 'rejected'
      restore(signed, history.action, { type: 'restored_settled', result, left: true })
      if (result === 'rejected') ledger.apply(signed.orderId, { type: 'refused' })
    },
    /** The venue shows the order. */
    seen: (entry: LedgerEntry): void => machineOf(entry)?.send({ type: 'seen' }),
    /** A read ended without it. */
    notSeen: (entry: LedgerEntry, complete: boolean, startedAt: number): void =>
      machineOf(entry)?.send({ type: 'not_seen', complete, sinceSendMs: startedAt - entry.sentAt }),
    isUnknown: (entry: LedgerEntry): boolean => machineOf(entry)?.state().kind === 'unknown',
    /** Sent and not answered: its id at the venue may still be a surprise. */
    isInFlight: (entry: LedgerEntry): boolean => machineOf(entry)?.state().kind === 'sent',
  }
}

/** Only what has ended may be forgotten. */
function isOver(machine: PlacementMachine): boolean {
  const { kind } = machine.state()
  return kind === 'settled' || kind === 'refused'
}
