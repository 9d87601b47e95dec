// Every order that the exchange knows, by id, and the open ones by API key. Ended orders of simulated traders are
// dropped, so that memory follows the open books and not the history.
import type { BookOrder } from '../types.ts'

export type OrderStore = {
  /** True if this id was ever used (by an order that is still remembered). */
  knows(id: string): boolean
  get(id: string): BookOrder | undefined
  add(order: BookOrder): void
  /** Takes an order out of the open ones. */
  end(order: BookOrder): void
  /** Open orders of a key, oldest first. */
  open(owner: string): readonly BookOrder[]
  all(): Iterable<BookOrder>
}

/** No orders. `forgets` selects wallets whose ended orders are not kept. */
export function createOrderStore(isDropped: (wallet: string) => boolean): OrderStore {
  const byId = new Map<string, BookOrder>()
  const openByOwner = new Map<string, Set<BookOrder>>()
  return {
    knows: (id) => byId.has(id),
    get: (id) => byId.get(id),
    add(order) {
      byId.set(order.id, order)
      const open = openByOwner.get(order.owner) ?? new Set()
      openByOwner.set(order.owner, open)
      open.add(order)
    },
    end(order) {
      openByOwner.get(order.owner)?.delete(order)
      if (isDropped(order.wallet)) byId.delete(order.id)
    },
    open: (owner) => [...(openByOwner.get(owner) ?? [])],
    all: () => byId.values(),
  }
}
