/**
 * Every id of own orders in one index, of this run and of all before: the client order id, the order's own hash, and the ids by which
 * the venue calls it (ORD-3).
 */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import { everyRow } from '#ports/audit-log.ts'
import { labelsOf, type OrderLabels } from '#core/order/order.ts'
import { readSigned, readVerdict, type SignedOrder } from '../record/order-history.ts'
import type { BookTools } from './book-events.ts'

type OwnIds = {
  readonly clientOrderId: ClientOrderId
  /** Its hash: the key that never changes. */
  readonly key: OrderId
  readonly labels: OrderLabels
  /** The last id that the venue called it by. */
  venueId: OrderId
  /** Last word of previous runs: its request left and it was taken for rejected, or that turned out to be wrong. */
  word: 'rejected' | 'corrected' | null
}

export type OrderIds = ReturnType<typeof createOrderIds>

export function createOrderIds({ audit, log }: Pick<BookTools, 'audit' | 'log'>) {
  const byOrder = new Map<OrderId, OwnIds>()
  const byClient = new Map<string, OwnIds>()

  function signed(order: Pick<SignedOrder, 'orderId' | 'clientOrderId'> & OrderLabels): OwnIds {
    const { clientOrderId, orderId: key } = order
    const own = byOrder.get(key) ?? { clientOrderId, key, labels: labelsOf(order), venueId: key, word: null }
    byOrder.set(key, own)
    byClient.set(clientOrderId, own)
    return own
  }

  /** The venue calls an order by another id than its hash; false when that is no news, or another order has the id. */
  function named(own: OwnIds, venueId: OrderId): boolean {
    if (venueId === own.key) return false
    const isOthers = (byOrder.get(venueId) ?? own) !== own
    if (isOthers) {
      log.warn('order.id_of_another', { client_order_id: own.clientOrderId, order_id: venueId })
    } else {
      byOrder.set(venueId, own)
      own.venueId = venueId
    }
    return !isOthers
  }

  return {
    /** Every order that was ever signed. */
    load(): void {
      for (const row of everyRow(audit, { kind: 'signed' })) {
        const order = readSigned(row)
        if (order !== null) signed(order)
      }
      for (const kind of ['response', 'reconcile'] as const) {
        for (const { clientOrderId, details } of everyRow(audit, { kind })) {
          const { corrects } = details
          const isCorrection = typeof corrects === 'string'
          const own = byClient.get(isCorrection ? corrects : clientOrderId)
          const verdict = readVerdict(details)
          if (own === undefined || verdict === null) continue
          if (isCorrection) own.word = 'corrected'
          else if (own.word !== 'corrected' && verdict.result === 'accepted') own.word = null
          else if (own.word !== 'corrected' && verdict.result === 'rejected' && verdict.left)
            own.word = 'rejected'
          if (verdict.result === 'accepted' && verdict.orderId !== null) named(own, verdict.orderId)
        }
      }
    },
    signed,
    named,
    /** By its hash or another id that the venue has for it; null for what was never signed here. */
    of: (id: OrderId): Readonly<OwnIds> | null => byOrder.get(id) ?? null,
    ofClient: (id: ClientOrderId): Readonly<OwnIds> | null => byClient.get(id) ?? null,
  }
}
