/** How much of a position the market's other outcome covers already, or is about to. */
import { holdingFromFills } from '#core/holdings.ts'
import type { OutcomeId } from '#core/ids.ts'
import { addMicros, subtractMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Orders } from './engine.ts'
import type { OrderUsage } from './order-usage.ts'

export type HedgeCoverage = {
  /**
   * Held or bought, whichever shows more, and what open buys may still bring; null when it is not known what is held.
   * What was bought is looked up among all fills unless it is given; a filled order is told before its fills, and counts.
   */
  readonly hedgedBy: (other: OutcomeId, held: Micros | null, bought?: Micros) => Micros | null
}

/** Builds the account of hedges. */
export function createHedgeCoverage(orders: {
  readonly open: Orders['open']
  readonly fills: Orders['fills']
  readonly usage: Pick<OrderUsage, 'untoldBought'>
}): HedgeCoverage {
  function boughtBy(other: OutcomeId): Micros {
    return holdingFromFills(orders.fills().filter(({ outcomeId }) => outcomeId === other)).size
  }

  return {
    hedgedBy(other, held, bought) {
      if (held === null) return null
      const had = addMicros(bought ?? boughtBy(other), orders.usage.untoldBought(other))
      const coming = orders
        .open()
        .filter(({ outcomeId, side }) => outcomeId === other && side === 'BUY')
        .map((order) => subtractMicros(order.size, order.filledSize))
      return addMicros(held > had ? held : had, ...coming)
    },
  }
}
