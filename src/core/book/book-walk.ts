/** Walk of a size through the levels of one side: exact integers, no average is ever rounded in our favour. */
import type { Level } from './book.ts'
import { micros, type Micros } from '../money.ts'
import { isTaking, notional } from '../order/order-amounts.ts'
import type { OrderTerms, Side } from '../order/order.ts'
import { priceFromSteps, type Price } from '../price.ts'

type BookWalk = {
  /** Shares that the levels give, at most the size asked for. */
  readonly filled: Micros
  /** pUSD paid for them (buying, rounded up to a micro in all) or received (selling, rounded down). */
  readonly cash: Micros
  /** Cash for each share, rounded to a price step against the trader: up for a buy, down for a sale; null when nothing fills. */
  readonly averagePrice: Price | null
  /** The last level touched. */
  readonly worstPrice: Price | null
  /** True if the whole size fills, or the whole cash is spent. */
  readonly complete: boolean
  /** Size taken of each level, best first. */
  readonly parts: readonly Level[]
}

const STEPS = 10_000n

/**
 * Walks the levels that an order of this side would meet: asks for a buy, bids for a sale.
 *
 * @param levels  best first
 * @param limit  no level worse than this; null for none
 */
export function walkBook(side: Side, levels: readonly Level[], size: Micros, limit: Price | null): BookWalk {
  let left: bigint = size
  let exact = 0n
  const parts: Level[] = []
  for (const [price, available] of levels) {
    if (left <= 0n || isWorse(side, price, limit)) break
    const taken = available < left ? available : left
    exact += taken * BigInt(price)
    left -= taken
    parts.push([price, micros(taken)])
  }
  const filled = size > left ? size - left : 0n
  const round =
    side === 'BUY' ? divideUp : (numerator: bigint, denominator: bigint) => numerator / denominator
  return {
    filled: micros(filled),
    cash: micros(round(exact, STEPS)),
    averagePrice: filled === 0n ? null : priceFromSteps(Number(round(exact, filled))),
    worstPrice: parts.at(-1)?.[0] ?? null,
    complete: left <= 0n,
    parts,
  }
}

/**
 * Levels that an order meets now. A buy that takes spends its cash: below its limit that is more shares than its size
 * (assumptions.md). @param levels of the side that the order meets, best first
 */
export function walkOrder(
  order: Pick<OrderTerms, 'side' | 'price' | 'size' | 'timeInForce'>,
  levels: readonly Level[],
): BookWalk {
  const { side, price, size } = order
  return side === 'BUY' && isTaking(order.timeInForce)
    ? walkCash(levels, notional(price, size), price)
    : walkBook(side, levels, size, price)
}

/** Spends cash on asks up to a limit; the size that it buys is cut to a micro. */
export function walkCash(asks: readonly Level[], cash: Micros, limit: Price): BookWalk {
  let left = cash * STEPS
  let filled = 0n
  const parts: Level[] = []
  let complete = cash <= 0n
  for (const [price, available] of asks) {
    const affordable = left / BigInt(price)
    if (affordable <= 0n || price > limit) break
    const taken = available < affordable ? available : affordable
    filled += taken
    left -= taken * BigInt(price)
    parts.push([price, micros(taken)])
    complete = taken === affordable
  }
  const exact = cash * STEPS - left
  return {
    filled: micros(filled),
    cash: micros(divideUp(exact, STEPS)),
    averagePrice: filled === 0n ? null : priceFromSteps(Number(divideUp(exact, filled))),
    worstPrice: parts.at(-1)?.[0] ?? null,
    complete,
    parts,
  }
}

/** The total size that rests at a price no worse than the limit. */
export function depthWithin(side: Side, levels: readonly Level[], limit: Price): Micros {
  let total = 0n
  for (const [price, size] of levels) {
    if (isWorse(side, price, limit)) break
    total += size
  }
  return micros(total)
}

function isWorse(side: Side, price: Price, limit: Price | null): boolean {
  if (limit === null) return false
  return side === 'BUY' ? price > limit : price < limit
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}
