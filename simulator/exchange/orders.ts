// Every order that the exchange knows, by id, and the open ones by API key. Ended orders of simulated traders are
// dropped, so that memory follows the open books and not the history.
import type { BookOrder } from '../types.ts'

export type OrderStore = ReturnType<typeof createOrderStore>

/** No orders. `isDropped` selects wallets whose ended orders are not kept. */
export function createOrderStore(isDropped: (wallet: string) => boolean, now: () => number) {
  const byId = new Map<string, BookOrder>()
  const openByOwner = new Map<string, Set<BookOrder>>()
  return {
    /** True if this id was ever used (by an order that is still remembered). */
    knows: (id: string): boolean => byId.has(id),
    get: (id: string): BookOrder | undefined => byId.get(id),
    add(order: BookOrder): void {
      byId.set(order.id, order)
      const open = openByOwner.get(order.owner) ?? new Set()
      openByOwner.set(order.owner, open)
      open.add(order)
    },
    /** Takes an order out of the open ones. */
    end(order: BookOrder): void {
      Object.assign(order, { endedAt: now() })
      openByOwner.get(order.owner)?.delete(order)
      if (isDropped(order.wallet)) byId.delete(order.id)
    },
    /** Open orders of a key, oldest first. */
    open: (owner: string): readonly BookOrder[] => [...(openByOwner.get(owner) ?? [])],
    all: (): Iterable<BookOrder> => byId.values(),
  }
}
