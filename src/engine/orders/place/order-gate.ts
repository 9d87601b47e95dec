/** The gates of every request that creates an order (ORD-1), asked before the rows and again before the first byte. */
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { CancelBarriers, LeavingOrder } from '../book-of-orders/cancel-barriers.ts'
import type { Catalog } from '../../markets/contract.ts'

/**
 * The first gate that is closed, or null. A cancel that came since `epoch`, or is under way, and means the order closes it;
 * without an order only Cancel All and SAFE do.
 */
export type OrderGate = (epoch: number, order?: Omit<LeavingOrder, 'marketId'>) => Rejection | null

/**
 * Builds the gate.
 *
 * @param outer  the gates that the orders actor does not hold itself: mode, geoblock, credentials, clock, audit log
 */
export function createOrderGate(parts: {
  readonly isStopping: () => boolean
  readonly outer: () => Rejection | null
  readonly isReconciled: () => boolean
  readonly barriers: Pick<CancelBarriers, 'refusal'>
  readonly catalog: Pick<Catalog, 'outcome'>
}): OrderGate {
  return (epoch, order) => {
    if (parts.isStopping()) return rejection('safe_mode', { message: 'The terminal is stopping.' })
    const closed = parts.outer()
    if (closed !== null) return closed
    if (!parts.isReconciled()) {
      return rejection('safe_mode', { message: 'Own orders have not been read yet.' })
    }
    if (order === undefined) return parts.barriers.refusal(epoch, null)
    const marketId = parts.catalog.outcome(order.outcomeId)?.market.id ?? null
    return parts.barriers.refusal(epoch, { ...order, marketId })
  }
}
