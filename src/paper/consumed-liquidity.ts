/**
 * Liquidity of the live books that paper orders have taken. The real book does not know, so it goes on showing it:
 * without this memory the same size could be taken again and again. Both outcomes of a market show one book from its
 * two ends, so size taken through one is gone in the other as well.
 */
import type { Level } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import { addMicros, roundSizeDown, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { inFirstOutcome, type Outcomes } from './first-outcome.ts'

export type ConsumedLiquidity = ReturnType<typeof createConsumedLiquidity>

/** A memory without anything in it. */
export function createConsumedLiquidity() {
  /** By market; then by the taker's side and the price, seen from the first outcome. */
  const taken = new Map<string, Map<string, Micros>>()

  /** @param side  of the order that takes */
  function keyOf(market: Outcomes, outcomeId: OutcomeId, side: Side, price: Price): string {
    const taker = inFirstOutcome(market, { outcomeId, side, price })
    return `${taker.side} ${taker.price}`
  }

  return {
    /** The book of an outcome as it is shown now: what is no longer shown was not there to be taken. */
    observe(market: Outcomes, outcomeId: OutcomeId, bids: readonly Level[], asks: readonly Level[]): void {
      const known = taken.get(market.id)
      if (known === undefined) return
      const shown = new Map<string, Micros>([
        ...asks.map(([price, size]) => [keyOf(market, outcomeId, 'BUY', price), size] as const),
        ...bids.map(([price, size]) => [keyOf(market, outcomeId, 'SELL', price), size] as const),
      ])
      for (const [key, size] of known) {
        const visible = shown.get(key) ?? ZERO
        if (visible === 0n) known.delete(key)
        else if (visible < size) known.set(key, visible)
      }
      if (known.size === 0) taken.delete(market.id)
    },
    /** True if anything of the market has been taken. */
    hasAny: ({ id }: Outcomes): boolean => taken.has(id),
    /** Levels that an order of this side would meet, less what was taken, in sizes of two decimals; best first. */
    left(market: Outcomes, outcomeId: OutcomeId, side: Side, levels: readonly Level[]): readonly Level[] {
      const known = taken.get(market.id)
      return levels.flatMap(([price, size]) => {
        const gone = known?.get(keyOf(market, outcomeId, side, price)) ?? ZERO
        const free = roundSizeDown(size > gone ? subtractMicros(size, gone) : ZERO)
        return free > 0n ? [[price, free] as const] : []
      })
    },
    /** An order of this side took a size at a price. */
    take(market: Outcomes, outcomeId: OutcomeId, side: Side, price: Price, size: Micros): void {
      const known = taken.get(market.id) ?? new Map<string, Micros>()
      const key = keyOf(market, outcomeId, side, price)
      known.set(key, addMicros(known.get(key) ?? ZERO, size))
      taken.set(market.id, known)
    },
  }
}
