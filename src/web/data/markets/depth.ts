/** Depth of one book: cumulative sizes and cash, and what is near the best prices. Integers throughout. */
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import type { Level } from '../../platform/live/book-store.ts'

export type DepthRow = ReturnType<typeof depthRows>[number]

const STEPS = 10_000n

/** The best levels with running totals. */
export function depthRows(levels: readonly Level[], most: number) {
  let total = 0n
  let cash = 0n
  return levels.slice(0, most).map(([price, size]) => {
    total += size
    cash += size * BigInt(price)
    // Total from the best price to here, and the cost or proceeds of taking all that, in millionths, cut.
    return { price, size, total: micros(total), cash: micros(cash / STEPS) }
  })
}

/** The size within so many steps of the best price. */
export function depthWithin(levels: readonly Level[], steps: number): Micros {
  const best = levels[0]?.[0]
  let total = 0n
  for (const [price, size] of levels) {
    if (best === undefined || Math.abs(price - best) > steps) break
    total += size
  }
  return micros(total)
}

/** The bids' share of the size on both sides, in whole percent; null when there is none. */
export function imbalance(bids: bigint, asks: bigint): number | null {
  const both = bids + asks
  return both === 0n ? null : Number((bids * 100n + both / 2n) / both)
}

/** How much of a bar a size fills, from 0 to 1 in hundredths: for drawing only. */
export function barPart(size: bigint, most: bigint): number {
  return most === 0n ? 0 : Number((size * 100n) / most) / 100
}

/** One leg of a sum over exclusive outcomes. */
export type SumLeg = { readonly price: Price | null; readonly size: Micros | null }

export type BookSum = NonNullable<ReturnType<typeof bookSum>>

/** The sum of the best prices over all outcomes; null when one of them has none. */
export function bookSum(legs: readonly SumLeg[]) {
  let sum = 0
  let size: bigint | null = null
  for (const leg of legs) {
    if (leg.price === null || leg.size === null) return null
    sum += leg.price
    if (size === null || leg.size < size) size = leg.size
  }
  // The sum in steps of 0.0001, and how many sets can be had at it.
  return size === null ? null : { sum, size: micros(size) }
}

/** Gain per set of a sum of asks under 1 or of bids over 1, in steps; null when there is none. */
export function sumEdge(side: Side, sum: number): number | null {
  const edge = side === 'BUY' ? 10_000 - sum : sum - 10_000
  return edge > 0 ? edge : null
}
