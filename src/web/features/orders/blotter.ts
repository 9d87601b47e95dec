/** Figures of the table of orders: how far from the market an order rests, and what all of them come to. */
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { TickSize } from '#core/price.ts'
import type { Order } from '../../platform/api/client.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'

/**
 * Ticks by which the other side's best must come nearer before a resting order trades, 0 or less when they cross; null
 * when the book is not current or has no other side.
 */
export function ticksToMarket(
  { side, price }: Pick<Order, 'side' | 'price'>,
  { bestBid, bestAsk, stale }: Pick<BookTop, 'bestBid' | 'bestAsk' | 'stale'>,
  tick: TickSize,
): number | null {
  const other = side === 'BUY' ? bestAsk : bestBid
  if (other === null || stale !== null) return null
  return Math.ceil((side === 'BUY' ? other - price : price - other) / tick)
}

/** Open orders at their limits: cash that the buys would still cost and the sells would still bring, before fees. */
export function totalsOf(orders: readonly Order[]) {
  const sum = (side: Order['side']): Micros =>
    addMicros(ZERO, ...orders.filter((order) => order.side === side).map(valueLeft))
  return { count: orders.length, buys: sum('BUY'), sells: sum('SELL') }
}

/** The ids of those that the venue knows. */
export function idsOf(orders: readonly Pick<Order, 'id'>[]): readonly string[] {
  return orders.flatMap(({ id }) => id ?? [])
}

/** Rows that are picked; its functions stay the same, or every row would be rendered. */
export function createPicks(orders: Readable<{ readonly items: readonly Order[] }>) {
  const store = createStore<ReadonlySet<string>>(new Set())
  return {
    store,
    toggle: (id: string): void =>
      store.update(
        (picked) => new Set(picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id]),
      ),
    pickAll: (): void => {
      const all = idsOf(openOrders(orders.get().items))
      store.update((picked) => new Set(all.every((id) => picked.has(id)) ? [] : all))
    },
    clear: (): void => store.set(new Set()),
  }
}

export type Picks = ReturnType<typeof createPicks>

/** Value of the open size at its limit. */
export function valueLeft({ price, remainingSize }: Order): Micros {
  return notional(price, remainingSize)
}
