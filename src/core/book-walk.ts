/** What it takes to fill a size from the levels of one side: exact integers, no average is ever rounded in our favour. */
import type { Level } from './book.ts'
import { micros } from './money.ts'
import type { Micros } from './money.ts'
import type { Side } from './order.ts'
import { priceFromSteps } from './price.ts'
import type { Price } from './price.ts'

export type BookWalk = {
  /** Shares that the levels give, at most the size asked for. */
  readonly filled: Micros
  /** pUSD paid for them (buying, rounded up to a micro in all) or received (selling, rounded down). */
  readonly cash: Micros
  /** Cash for each share, rounded to a price step against the trader: up for a buy, down for a sale; null when nothing fills. */
  readonly averagePrice: Price | null
  /** The last level touched. */
  readonly worstPrice: Price | null
  /** Whether the whole size fills. */
  readonly complete: boolean
}

/**
 * Walks the levels that an order of this side would meet: asks for a buy, bids for a sale.
 *
 * @param levels  best first
 * @param limit  no level worse than this; null for none
 */
export function walkBook(side: Side, levels: readonly Level[], size: Micros, limit: Price | null): BookWalk {
  let left: bigint = size
  let exact = 0n
  let worst: Price | null = null
  for (const [price, available] of levels) {
    if (left <= 0n || isWorse(side, price, limit)) break
    const taken = available < left ? available : left
    exact += taken * BigInt(price)
    left -= taken
    worst = price
  }
  const filled = size > left ? size - left : 0n
  const round = side === 'BUY' ? divideUp : divideDown
  return {
    filled: micros(filled),
    cash: micros(round(exact, 10_000n)),
    averagePrice: filled === 0n ? null : priceFromSteps(Number(round(exact, filled))),
    worstPrice: worst,
    complete: left <= 0n,
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

function divideDown(numerator: bigint, denominator: bigint): bigint {
  return numerator / denominator
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}
