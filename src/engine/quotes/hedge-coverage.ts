/** How much of a position the market's other outcome covers already, or is about to. */
import { holdingFromFills } from '#core/position/holdings.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { remaining } from '#core/order/order.ts'
import type { Clock } from '#ports/clock.ts'
import type { Orders } from '../orders/contract.ts'
import type { OrderUsage } from '../orders/order-usage.ts'
import { mayLack } from '../orders/settling-purchases.ts'

export type HedgeCoverage = {
  /**
   * Held or bought, whichever shows more, and what open buys may still bring; null when it is not known what is held. A
   * filled order is reported before its fills, and counts.
   */
  readonly hedgedBy: (other: OutcomeId, held: Micros | null, bought: Micros) => Micros | null
  /**
   * Shares by all fills while one of them may not be in a balance for which the venue looked at the chain at `lookedAt`,
   * else none: then the balance is right also when pairs were merged or shares sold elsewhere, of which no fill tells.
   */
  readonly boughtBeside: (other: OutcomeId, lookedAt: Instant | null) => Micros
  /** Whether fills that count next to the balance would count no more if the venue looked now. */
  readonly isWorthALook: (other: OutcomeId, lookedAt: Instant | null) => boolean
}

/** Builds the account of hedges. */
export function createHedgeCoverage(orders: {
  readonly clock: Pick<Clock, 'now'>
  readonly open: Orders['open']
  readonly fills: Orders['fills']
  readonly usage: Pick<OrderUsage, 'missingBought'>
}): HedgeCoverage {
  const { clock, usage } = orders

  function boughtBeside(other: OutcomeId, lookedAt: Instant | null): Micros {
    const fills = orders.fills().filter(({ outcomeId }) => outcomeId === other)
    const counts =
      lookedAt === null ||
      usage.missingBought(other) > 0n ||
      fills.some((fill) => mayLack(fill, lookedAt, clock.now()))
    return counts ? holdingFromFills(fills).size : ZERO
  }

  return {
    hedgedBy(other, held, bought) {
      if (held === null) return null
      const had = addMicros(bought, usage.missingBought(other))
      const coming = orders
        .open()
        .filter(({ outcomeId, side }) => outcomeId === other && side === 'BUY')
        .map(remaining)
      return addMicros(held > had ? held : had, ...coming)
    },
    boughtBeside,
    isWorthALook: (other, lookedAt) =>
      boughtBeside(other, lookedAt) > 0n && boughtBeside(other, clock.now()) === 0n,
  }
}
