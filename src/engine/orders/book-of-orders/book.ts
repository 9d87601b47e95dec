/**
 * The state of own orders: every order and fill, whose each is, what may still be at the venue, what reads prove, what was asked to
 * be cancelled, and the worst case of each limit. Whoever places, cancels or reads writes to it; what that means for the others
 * they learn from its events.
 */
import type { OrderId } from '#core/ids.ts'
import { isOpen, type LateOrder, type Order } from '#core/order/order.ts'
import { createBookEvents, type BookTools } from './book-events.ts'
import { createAskedCancels } from './asked-cancels.ts'
import { createFillLedger } from './fill-ledger.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { createOrderLedger } from './order-ledger.ts'
import { createOrderUsage } from './order-usage.ts'
import { createOwnOrders } from './own-orders.ts'
import { createReadProofs } from './read-proofs.ts'

export type BookOfOrders = ReturnType<typeof createBookOfOrders>

export function createBookOfOrders(parts: BookTools) {
  const { clock, bus, catalog } = parts
  const { on, tell } = createBookEvents()
  const fills = createFillLedger((outcomeId) => {
    const known = catalog.outcome(outcomeId)
    return known === null ? 'unknown' : known.market.fee
  })
  const ledger = createOrderLedger(parts, fills, tell)
  const proofs = createReadProofs(parts, ledger)
  const usage = createOrderUsage(clock, ledger, fills, proofs)
  const cancels = createAskedCancels(clock)
  bus.subscribe('disarmed', () => cancels.raise('safe'))
  on('changed', usage.observe)
  return {
    on,
    tell,
    ledger,
    fills,
    own: createOwnOrders(parts, ledger, tell),
    proofs,
    usage,
    cancels,
    /** Open, pending, delayed and unknown orders, newest first. */
    open: (): readonly Order[] =>
      ledger
        .openEntries()
        .flatMap(({ order }) => (isOpen(order.status) ? order : []))
        .toSorted((a, b) => b.createdAt - a.createdAt),
    /** Own orders of which the venue has not said what became of them, without those that only an unread row keeps so. */
    unknown: (): readonly OrderId[] =>
      ledger
        .openEntries()
        .flatMap((entry) =>
          entry.order.status === 'unknown' && !proofs.mayBeUnread(entry) ? entry.key : [],
        ),
    /** Reports what happened to an order after it had been answered for (INV-55). */
    late: (what: LateOrder, { order }: LedgerEntry): void =>
      bus.publish('late_order', { what, order, at: clock.now() }),
  }
}
