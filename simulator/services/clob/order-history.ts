// Which orders of a key were open at an earlier moment: for reads that lag behind, as the venue's sometimes do.
// Keeps ended orders for ten minutes of venue time.
import type { Parts } from '../../parts.ts'
import type { BookOrder } from '../../types.ts'

const KEPT_MS = 600_000

export type OrderHistory = ReturnType<typeof createOrderHistory>

/** Listens to an exchange from now on; only signed orders are remembered. */
export function createOrderHistory(deps: Pick<Parts, 'exchange' | 'clock'>) {
  let ended: { readonly order: BookOrder; readonly at: number }[] = []
  deps.exchange.subscribe((event) => {
    if (event.type !== 'order' || event.order.signed === null) return
    if (event.change !== 'CANCELLATION' && event.order.status !== 'MATCHED') return
    ended.push({ order: { ...event.order, status: 'LIVE' }, at: event.at })
    if (ended.length > 5_000) {
      const oldest = deps.clock.now() - KEPT_MS
      ended = ended.filter((entry) => entry.at >= oldest).slice(-4_000)
    }
  })
  return {
    /** Orders of `owner` open at `moment`, as far as they are remembered, with the present figures. */
    openAt(owner: string, moment: number): readonly BookOrder[] {
      const still = deps.exchange.openOrders(owner)
      const gone = ended.filter((entry) => entry.order.owner === owner && entry.at > moment)
      return [...still, ...gone.map((entry) => entry.order)].filter((order) => order.createdAt <= moment)
    },
  }
}
