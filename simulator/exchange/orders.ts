// Every order that the exchange knows, by id, and the open ones by API key. What the simulated traders' orders leave behind is
// forgotten, so that memory follows the open books and not the history.
import type { BookOrder } from '../types.ts'

export type OrderStore = {
  /** Whether this id was ever used (by an order that is still remembered). */
  knows(id: string): boolean
  get(id: string): BookOrder | undefined
  add(order: BookOrder): void
  /** Takes an order out of the open ones. */
  end(order: BookOrder): void
  /** Open orders of a key, oldest first. */
  open(owner: string): readonly BookOrder[]
  all(): Iterable<BookOrder>
}

/** No orders. `forgets` says of which wallets ended orders need not be kept. */
export function createOrderStore(forgets: (wallet: string) => boolean): OrderStore {
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
      if (forgets(order.wallet)) byId.delete(order.id)
    },
    open: (owner) => [...(openByOwner.get(owner) ?? [])],
    all: () => byId.values(),
  }
}
