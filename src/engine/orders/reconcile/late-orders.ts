/** Reports what happened to an order after it had been answered for (INV-55). */
import type { LateOrder } from '#core/order/order.ts'
import type { Clock } from '#ports/clock.ts'
import type { Bus } from '../../bus.ts'
import type { LedgerEntry } from '../book-of-orders/ledger-entry.ts'

export type ReportLateOrder = (what: LateOrder, entry: LedgerEntry) => void

/** Builds the telling. */
export function createLateOrders({
  bus,
  clock,
}: {
  readonly bus: Pick<Bus, 'publish'>
  readonly clock: Clock
}): ReportLateOrder {
  return (what, { order }) => bus.publish('late_order', { what, order, at: clock.now() })
}
