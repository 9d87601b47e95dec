/**
 * Orders of a previous run. The venue soon forgets what has ended; the audit rows and the trades then say what is known
 * of such an order, and nothing beyond that.
 */
import type { OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, ZERO } from '#core/money.ts'
import type { Order, OrderStatus } from '#core/order/order.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import { entryOfSigned } from '../book-of-orders/ledger-entry.ts'
import type { OrderIdentity } from '../book-of-orders/order-identity.ts'
import type { OrderIntake } from './order-intake.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import { readOrderHistory, type SignedOrder, type OrderHistory } from '../record/order-history.ts'
import type { AccountReads } from './reconciliation.ts'

/**
 * Builds the look-up of one order by its id: the local one, else the venue's, else what the rows show. Null for an
 * order that was never signed here and that the account does not show.
 *
 * @param tradesKnownSince  from when on every own trade has been read; null while own state has not been read
 */
export function createPastOrders(parts: {
  readonly audit: Pick<AuditLog, 'orderHistory'>
  readonly ledger: Pick<OrderLedger, 'entry' | 'fills' | 'venueId'>
  readonly identity: Pick<OrderIdentity, 'clientOrderId' | 'wasRejected'>
  readonly intake: Pick<OrderIntake, 'orders'>
  readonly reads: Pick<AccountReads, 'order'>
  readonly tradesKnownSince: () => Instant | null
}): (id: OrderId) => Promise<Order | null> {
  const { ledger, identity } = parts

  /** It is not among the open orders, so it has ended; its trades show how. */
  function statusOf(id: OrderId, history: OrderHistory, signed: SignedOrder, filled: bigint): OrderStatus {
    const verdict = history.reconcile ?? history.response
    if (verdict?.result === 'rejected' && (identity.wasRejected(id) || !verdict.left)) return 'rejected'
    const since = parts.tradesKnownSince()
    if (since === null || signed.at < since) return 'unknown'
    return filled >= signed.size ? 'filled' : 'cancelled'
  }

  function fromRows(id: OrderId, history: OrderHistory, signed: SignedOrder): Order {
    const own = ledger
      .fills()
      .filter((fill) => ledger.venueId(fill.orderId) === id && fill.status !== 'failed')
    const filled = addMicros(ZERO, ...own.map((fill) => fill.size))
    const { order } = entryOfSigned(signed, 0, signed.at)
    return { ...order, id, filledSize: filled, status: statusOf(id, history, signed, filled) }
  }

  return async (asked) => {
    const id = ledger.venueId(asked)
    const known = ledger.entry(id)
    const clientOrderId = identity.clientOrderId(id)
    if (known !== null || clientOrderId === null) return known?.order ?? null
    const history = readOrderHistory(parts.audit.orderHistory(clientOrderId))
    if (history === null || history.signed === null) return null
    const row = await parts.reads.order(id)
    if (row.ok && row.value !== null) parts.intake.orders([row.value], 'lookup')
    return ledger.entry(id)?.order ?? fromRows(id, history, history.signed)
  }
}
