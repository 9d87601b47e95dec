/**
 * The state of own orders: every order and fill, whose each is, what may still be at the venue, what reads prove, what was asked to
 * be cancelled, and the worst case of each limit. Whoever places, cancels or reads writes to it; what that means for the others
 * they learn from its events.
 */
import type { OrderId } from '#core/ids.ts'
import type { LateOrder } from '#core/order/order.ts'
import type { Catalog } from '../../markets/contract.ts'
import type { Tools } from '../../tools.ts'
import { createBookEvents, type BookEvents } from './book-events.ts'
import { createCancelBarriers, type CancelBarriers } from './cancel-barriers.ts'
import { createCancelRequests, type CancelRequests } from './cancel-requests.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { createOrderIdentity, type OrderIdentity } from './order-identity.ts'
import { createOrderLedger, type OrderLedger } from './order-ledger.ts'
import { createOrderUsage, type OrderUsage } from './order-usage.ts'
import { createReadProofs, type ReadProofs } from './read-proofs.ts'
import { createTransits, type Transits } from './transits.ts'

export type BookOfOrders = BookEvents & {
  readonly ledger: OrderLedger
  readonly transits: Transits
  readonly identity: OrderIdentity
  readonly proofs: ReadProofs
  readonly usage: OrderUsage
  readonly requests: CancelRequests
  readonly barriers: CancelBarriers
  /** Own orders of which the venue has not said what became of them, without those that only an unread row keeps so. */
  readonly unknown: () => readonly OrderId[]
  /** Reports what happened to an order after it had been answered for (INV-55). */
  readonly late: (what: LateOrder, entry: LedgerEntry) => void
}

/** Builds it, knowing nothing. */
export function createBookOfOrders(
  parts: Pick<Tools, 'clock' | 'log' | 'bus' | 'audit'> & { readonly catalog: Pick<Catalog, 'outcome'> },
): BookOfOrders {
  const { clock, bus } = parts
  const { on, tell } = createBookEvents()
  const ledger = createOrderLedger({ ...parts, tell })
  const transits = createTransits({ clock, ledger, tell })
  const identity = createOrderIdentity({ ...parts, ledger, transits })
  const proofs = createReadProofs({ ...parts, ledger, isOurs: identity.isOurs })
  const usage = createOrderUsage({ clock, ledger, reads: proofs })
  const requests = createCancelRequests(clock)
  const barriers = createCancelBarriers()
  bus.subscribe('disarmed', () => barriers.raise({ type: 'safe' }))
  const late: BookOfOrders['late'] = (what, { order }) =>
    bus.publish('late_order', { what, order, at: clock.now() })
  on('changed', (entry) => {
    // Whatever moved an order past these three proves that the venue has, or had, it.
    const { status } = entry.order
    if (status !== 'pending' && status !== 'unknown' && status !== 'rejected') transits.seen(entry)
  })
  on('changed', usage.observe)
  const unknown = (): readonly OrderId[] =>
    ledger
      .openEntries()
      .flatMap((entry) => (entry.order.status === 'unknown' && !proofs.mayBeUnread(entry) ? entry.key : []))
  return { on, tell, ledger, transits, identity, proofs, usage, requests, barriers, unknown, late }
}
