/**
 * Says whose an order at the venue is: ours by its hash, ours by a unique match while one of ours has no name there
 * yet, or foreign. It never guesses between two (ORD-3).
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import { ZERO } from '#core/money.ts'
import type { Order } from '#core/order/order.ts'
import { everyRow } from '#ports/audit-log.ts'
import type { VenueOrder } from '#ports/venue-account.ts'
import type { BookTools } from './book-events.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import type { OrderLedger } from './order-ledger.ts'
import type { Transits } from './transits.ts'
import { readSigned, readVerdict, signedHistory } from '../record/order-history.ts'
import type { SignedOrder } from '../record/order-history.ts'

/** Known terms of an own order; null for every other. */
export type TermsOf = (
  id: OrderId,
) => Pick<Order, 'outcomeId' | 'marketId' | 'side' | 'price' | 'size' | 'filledSize'> | null

const BEFORE_SEND_MS = 2_000

export type OrderIdentity = ReturnType<typeof createOrderIdentity>

export function createOrderIdentity({ audit, log }: BookTools, ledger: OrderLedger, transits: Transits) {
  /** By hash and by the venue's own id, where it has one. */
  const owners = new Map<OrderId, ClientOrderId>()
  const corrected = new Set<string>()
  const rejected = new Set<string>()

  /** Takes an order of a previous run over; false when its rows do not allow it. */
  function adopt(id: OrderId): boolean {
    const clientOrderId = owners.get(id)
    if (clientOrderId === undefined || ledger.entry(id) !== null) return false
    const history = signedHistory(audit, clientOrderId)
    if (history !== null) transits.adopt(history, corrected.has(clientOrderId))
    return history !== null
  }

  /** The venue calls an order by another id than its hash. */
  function named(clientOrderId: ClientOrderId, hash: OrderId, venueId: OrderId): void {
    if (venueId === hash) return
    const owner = owners.get(venueId)
    if (owner !== undefined && owner !== clientOrderId) {
      log.warn('order.id_of_another', { client_order_id: clientOrderId, order_id: venueId })
      return
    }
    owners.set(venueId, clientOrderId)
    ledger.rename(hash, venueId)
  }

  /** Ours that the venue has not named yet and that the row could be. */
  function candidates(row: VenueOrder): readonly LedgerEntry[] {
    return ledger.openEntries().filter((entry) => {
      const { order } = entry
      if (!(transits.isUnknown(entry) || transits.isInFlight(entry)) || order.id !== entry.key) return false
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
    /** Indexes every hash that was ever signed, and every id of the venue's own that is known for one. */
    load(): void {
      const signed = new Map<string, SignedOrder>()
      for (const row of everyRow(audit, { kind: 'signed' })) {
        const order = readSigned(row)
        if (order === null) continue
        owners.set(order.orderId, order.clientOrderId)
        signed.set(order.clientOrderId, order)
      }
      for (const kind of ['response', 'reconcile'] as const) {
        for (const row of everyRow(audit, { kind })) {
          const { corrects } = row.details
          if (typeof corrects === 'string') corrected.add(corrects)
          const verdict = readVerdict(row.details)
          if (verdict?.result === 'rejected' && verdict.left) rejected.add(row.clientOrderId)
          if (verdict?.result !== 'accepted') continue
          rejected.delete(row.clientOrderId)
          const order = signed.get(typeof corrects === 'string' ? corrects : row.clientOrderId)
          if (order === undefined || verdict.orderId === null) continue
          named(order.clientOrderId, order.orderId, verdict.orderId)
        }
      }
      for (const id of corrected) rejected.delete(id)
    },
    signed: (orderId: OrderId, clientOrderId: ClientOrderId): void => void owners.set(orderId, clientOrderId),
    named,
    isOurs: (id: OrderId): boolean => owners.has(id),
    /** An own order's terms, from the ledger or from what was signed; null of every other. */
    termsOf: (id: OrderId): ReturnType<TermsOf> => {
      const entry = ledger.entry(id)
      const clientOrderId = owners.get(id)
      if (entry !== null || clientOrderId === undefined) return entry?.order ?? null
      const history = signedHistory(audit, clientOrderId)
      return history === null ? null : { ...history.signed, filledSize: ZERO }
    },
    /** Client order id of a hash or other id; null for one that was never signed here. */
    clientOrderId: (id: OrderId): ClientOrderId | null => owners.get(id) ?? null,
    /** Its request left in a previous run and was taken for rejected. */
    wasRejected(id: OrderId): boolean {
      const clientOrderId = owners.get(id)
      return clientOrderId !== undefined && rejected.has(clientOrderId)
    },
    adopt,
    /** Makes sure that each row has an entry in the ledger where that is certain; answers those that got a foreign one. */
    place(rows: readonly VenueOrder[], isWholeList: boolean): readonly LedgerEntry[] {
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
        const isCertain = ours.length === 1 && rivals.length === 1 && transits.isUnknown(only)
        const { clientOrderId } = only.order
        if (isWholeList && isCertain && clientOrderId !== null) named(clientOrderId, only.key, row.id)
      }
      return foreign
    },
  }
}
