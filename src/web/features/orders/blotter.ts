/** Figures of the table of orders: how far from the market an order rests, and what those of a market come to. */
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { TickSize } from '#core/price.ts'
import type { Order } from '../../platform/api/client.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'

export type Distance = {
  /** Ticks by which the other side's best must come nearer before the order trades; 0 or less when they cross. */
  readonly ticks: number
  /** Ticks behind the best of its own side; 0 at it, null when that side is empty. */
  readonly behind: number | null
}

/** How far a resting order is from trading; null when the book is not current or has no other side. */
export function distanceToMarket(
  order: Pick<Order, 'side' | 'price'>,
  top: Pick<BookTop, 'bestBid' | 'bestAsk' | 'stale'>,
  tick: TickSize,
): Distance | null {
  const { price } = order
  const [own, other] = order.side === 'BUY' ? [top.bestBid, top.bestAsk] : [top.bestAsk, top.bestBid]
  if (other === null || top.stale !== null) return null
  const sign = order.side === 'BUY' ? 1 : -1
  return {
    ticks: Math.ceil((sign * (other - price)) / tick),
    behind: own === null ? null : Math.ceil(Math.max(0, sign * (own - price)) / tick),
  }
}

export type Totals = {
  readonly count: number
  /** Cash that the buys would still cost, before fees. */
  readonly buys: Micros
  /** Cash that the sells would still bring, before fees. */
  readonly sells: Micros
}

/** Totals of open orders at their limits. */
export function totalsOf(orders: readonly Order[]): Totals {
  const sum = (side: Order['side']): Micros =>
    addMicros(ZERO, ...orders.filter((order) => order.side === side).map(valueLeft))
  return { count: orders.length, buys: sum('BUY'), sells: sum('SELL') }
}

/** The ids of those that the venue knows. */
export function idsOf(orders: readonly Pick<Order, 'id'>[]): readonly string[] {
  return orders.flatMap(({ id }) => id ?? [])
}

/**
 * Picked rows after a press on a row: that row, or with Shift every row between it and the one pressed before, all as
 * the pressed one becomes. @param shown ids in the order of the rows @param anchor the row pressed before; null when
 * there is none
 */
export function pickRows(
  picked: ReadonlySet<string>,
  shown: readonly string[],
  anchor: string | null,
  pressed: string,
): ReadonlySet<string> {
  const [from, to] = [anchor === null ? -1 : shown.indexOf(anchor), shown.indexOf(pressed)]
  const rows = from === -1 || to === -1 ? [pressed] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  const next = new Set(picked)
  for (const id of rows) {
    if (picked.has(pressed)) next.delete(id)
    else next.add(id)
  }
  return next
}

/** Rows that are picked, and the one pressed before; its functions stay the same, or every row would be rendered. */
export function createPicks(orders: Readable<{ readonly items: readonly Order[] }>) {
  const store = createStore<{ readonly picked: ReadonlySet<string>; readonly anchor: string | null }>({
    picked: new Set(),
    anchor: null,
  })
  return {
    store,
    /** With the ids of all open rows as they stand when every row since the last one is meant; null for this one alone. */
    toggle: (id: string, shown: readonly string[] | null): void =>
      store.update(({ picked, anchor }) => ({
        picked: pickRows(picked, shown ?? [id], shown === null ? null : anchor, id),
        anchor: id,
      })),
    pickAll: (): void => {
      const all = idsOf(openOrders(orders.get().items))
      store.update((old) => ({ ...old, picked: new Set(all.every((id) => old.picked.has(id)) ? [] : all) }))
    },
    clear: (): void => store.update((old) => ({ ...old, picked: new Set() })),
  }
}

export type Picks = ReturnType<typeof createPicks>

/** A market's name for the line above its orders. */
export function titleOf(order: Order | undefined): string {
  if (order === undefined) return ''
  return order.marketTitle === order.eventTitle
    ? order.eventTitle
    : `${order.eventTitle} - ${order.marketTitle}`
}

/** Value of the open size at its limit. */
export function valueLeft({ price, remainingSize }: Order): Micros {
  return notional(price, remainingSize)
}
