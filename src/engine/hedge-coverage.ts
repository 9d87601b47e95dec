/** How much of a position the market's other outcome covers already, or is about to. */
import { holdingFromFills } from '#core/holdings.ts'
import type { OrderId, OutcomeId } from '#core/ids.ts'
import { addMicros, subtractMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Order } from '#core/order.ts'
import type { Orders } from './engine.ts'

export type HedgeCoverage = {
  /** The last hedge bought this outcome. */
  readonly note: (other: OutcomeId, id: OrderId) => void
  /** A filled order is told before its fills: until they are here, what it bought is in no balance. */
  readonly isSettling: (other: OutcomeId) => boolean
  /**
   * Held or bought, whichever shows more, and what open buys may still bring; null when it is not known what is held.
   * What was bought is looked up among all fills unless it is given.
   */
  readonly hedgedBy: (other: OutcomeId, held: Micros | null, bought?: Micros) => Micros | null
}

/** Builds the account of hedges. */
export function createHedgeCoverage(orders: Pick<Orders, 'open' | 'fills' | 'order'>): HedgeCoverage {
  /** The last hedge that bought each outcome. */
  const lastHedges = new Map<OutcomeId, OrderId>()

  function filledOf(order: Pick<Order, 'id'>): Micros {
    const own = orders.fills().filter(({ orderId, status }) => orderId === order.id && status !== 'failed')
    return addMicros(...own.map(({ size }) => size))
  }

  function boughtBy(other: OutcomeId): Micros {
    return holdingFromFills(orders.fills().filter(({ outcomeId }) => outcomeId === other)).size
  }

  return {
    note(other, id) {
      lastHedges.set(other, id)
    },
    isSettling(other) {
      const id = lastHedges.get(other)
      const order = id === undefined ? null : orders.order(id)
      return order !== null && filledOf(order) < order.filledSize
    },
    hedgedBy(other, held, bought) {
      if (held === null) return null
      const had = bought ?? boughtBy(other)
      const coming = orders
        .open()
        .filter(({ outcomeId, side }) => outcomeId === other && side === 'BUY')
        .map((order) => subtractMicros(order.size, order.filledSize))
      return addMicros(held > had ? held : had, ...coming)
    },
  }
}
