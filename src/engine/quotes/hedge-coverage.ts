/** How much of a position the market's other outcome covers already, or is about to. */
import { holdingFromFills } from '#core/position/holdings.ts'
import { mayLack } from '#core/position/settling-shares.ts'
import type { OrderId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, ZERO, type Micros } from '#core/money.ts'
import { isTaking, maxShares, notional } from '#core/order/order-amounts.ts'
import { remaining, type Fill } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { pause } from '#lib/pause.ts'
import type { Clock } from '#ports/clock.ts'
import type { Orders } from '../orders/contract.ts'
import type { OrderUsage } from '../orders/book-of-orders/order-usage.ts'

export type HedgeCoverage = ReturnType<typeof createHedgeCoverage>

const LOOK_MS = 50
const WAIT_MS = 5_000
/** Fills of one order come within so long of each other, by times in whole seconds of another clock. */
const FILLS_WITHIN_MS = 3_000

export function createHedgeCoverage(orders: {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly open: Orders['open']
  readonly order: Orders['order']
  readonly fills: Orders['fills']
  readonly usage: Pick<OrderUsage, 'missingBought'>
}) {
  const { clock, usage } = orders

  /**
   * Shares by all fills while one of them may not be in a balance for which the venue looked at the chain at `lookedAt`,
   * else none: then the balance is right also when pairs were merged or shares sold elsewhere, of which no fill tells.
   */
  function boughtBeside(other: OutcomeId, lookedAt: Instant | null): Micros {
    const fills = orders.fills().filter(({ outcomeId }) => outcomeId === other)
    const counts =
      lookedAt === null ||
      usage.missingBought(other) > 0n ||
      fills.some((fill) => mayLack(fill, lookedAt, clock.now()))
    return counts ? holdingFromFills(fills).size : ZERO
  }

  /** An order that has just filled and whose fills do not explain its cash: further ones may come. */
  function mayBring(orderId: OrderId, fills: readonly Fill[]): boolean {
    const order = orders.order(orderId)
    if (order?.status !== 'filled' || !isTaking(order.timeInForce)) return false
    const spent = addMicros(...fills.map(({ price, size }) => notional(price, size)))
    return spent < notional(order.price, order.size)
  }

  function isFilling(other: OutcomeId): boolean {
    const since = clock.now() - FILLS_WITHIN_MS
    const own = orders
      .fills()
      .filter(({ outcomeId, side, role }) => outcomeId === other && side === 'BUY' && role === 'taker')
    const recent = [...Map.groupBy(own, ({ orderId }) => orderId)].filter(([, fills]) =>
      fills.some(({ at }) => at > since),
    )
    return recent.some(([id, fills]) => mayBring(id, fills))
  }

  const openBuys = (other: OutcomeId): ReturnType<Orders['open']> =>
    orders.open().filter(({ outcomeId, side }) => outcomeId === other && side === 'BUY')

  const isBuying = (other: OutcomeId): boolean =>
    usage.missingBought(other) > 0n ||
    openBuys(other).some(({ timeInForce }) => isTaking(timeInForce)) ||
    isFilling(other)

  return {
    /**
     * Held or bought, whichever shows more, and what open buys may still bring; null when it is not known what is held. A
     * filled order is reported before its fills, and counts; one that takes counts by its cash at the best ask.
     */
    hedgedBy(other: OutcomeId, held: Micros | null, bought: Micros, bestAsk: Price | null): Micros | null {
      if (held === null) return null
      const had = addMicros(bought, usage.missingBought(other))
      const coming = openBuys(other).map((order) => maxShares({ ...order, size: remaining(order) }, bestAsk))
      return addMicros(held > had ? held : had, ...coming)
    },
    boughtBeside,
    /** True if fills that count next to the balance would count no more if the venue looked now. */
    isWorthALook: (other: OutcomeId, lookedAt: Instant | null): boolean =>
      boughtBeside(other, lookedAt) > 0n && boughtBeside(other, clock.now()) === 0n,
    /** A buy that takes is on its way, or its fills are: it spends its cash, and what that brings only its fills say. */
    isBuying,
    /** Resolves when none is on its way any more, or after five seconds. */
    async awaitBuys(other: OutcomeId): Promise<void> {
      for (let waited = 0; waited < WAIT_MS && isBuying(other); waited += LOOK_MS) await pause(clock, LOOK_MS)
    },
  }
}
