/** Holding of one outcome, from fills alone, at average cost: the base of the position limit. */
import { micros, ZERO, type Micros } from '../money.ts'
import type { Fill } from '../order/order.ts'

/** Fields of a fill that change a holding. */
export type HoldingChange = Pick<Fill, 'side' | 'size' | 'cash' | 'status' | 'at'>

export type Holding = { readonly size: Micros; readonly cost: Micros }

/**
 * Size and cost of what the fills of one outcome leave. A sale takes its share of the cost with it, rounded so that
 * what stays is never undervalued; a failed trade counts nothing. Of one instant, which at the venue is a second, buys
 * come first: nothing can be sold that is not held, and lists come in either order.
 *
 * @param fills  of one outcome, in any order
 * @param opening  what earlier ones left
 */
export function holdingFromFills(fills: readonly HoldingChange[], opening?: Holding): Holding {
  let size: bigint = opening?.size ?? 0n
  let cost: bigint = opening?.cost ?? 0n
  for (const fill of fills.filter(({ status }) => status !== 'failed').toSorted(compareFills)) {
    if (fill.side === 'BUY') {
      size += fill.size
      cost += fill.cash
    } else if (fill.size >= size) {
      // More sold than these fills bought: the rest came from elsewhere, and nothing of it stays.
      size = 0n
      cost = 0n
    } else {
      cost -= (cost * fill.size) / size
      size -= fill.size
    }
  }
  return size === 0n ? { size: ZERO, cost: ZERO } : { size: micros(size), cost: micros(cost) }
}

/** The order in which fills of one outcome move its holding. */
export function compareFills(a: HoldingChange, b: HoldingChange): number {
  if (a.at !== b.at) return a.at - b.at
  return Number(a.side === 'SELL') - Number(b.side === 'SELL')
}
