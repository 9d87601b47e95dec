/**
 * A sale in a two-outcome market: it sells the shares held, and beyond that buys the other outcome at 1 - price,
 * which is the same offer. The sale reduces risk, so it goes first (INV-62).
 */
import { micros, roundSizeDown, subtractMicros, ZERO, type Micros } from '../money.ts'
import { complementPrice, type Price } from '../price.ts'
import { fittingSize } from './order-amounts.ts'
import { leastSize } from './order-minimum.ts'
import type { OrderTerms } from './order.ts'

export type WantedSale = Pick<OrderTerms, 'price' | 'size' | 'timeInForce' | 'postOnly'> & {
  /** Shares held that no open sale may still take; null when that is not known. */
  readonly free: Micros | null
  readonly minOrderSize: Micros
  /** Best bid of the outcome to sell; the other one's best ask is its complement. */
  readonly bestBid: Price | null
}

/** Shares of either order; 0 for one that is not needed. Together they are the size of the sale. */
type SaleSplit = {
  readonly sold: Micros
  readonly bought: Micros
  /** Price of the other outcome. */
  readonly otherPrice: Price
}

/**
 * Splits a sale of a size that such an order may have (INV-50); both parts may have theirs too, since price and complement have
 * the same steps. When a part would be below its minimum, less is sold so that the purchase reaches its own; when that leaves
 * too little to sell, all is bought: what is held and what is bought pay 1 together, as a sale would have left it.
 */
export function splitSale(sale: WantedSale): SaleSplit {
  const { price, size, free, minOrderSize, bestBid } = sale
  const otherPrice = complementPrice(price)
  const split = (sold: Micros): SaleSplit => ({ sold, bought: subtractMicros(size, sold), otherPrice })
  if (free === null || free >= size) return split(size)
  const crosses = bestBid !== null && price <= bestBid
  const least = (side: 'BUY' | 'SELL', at: Price): Micros =>
    leastSize({ ...sale, side, price: at }, minOrderSize, crosses)
  const most = subtractMicros(size, least('BUY', otherPrice))
  const sellable = fittingSize(sale, roundSizeDown(free))
  const sold = sellable < most ? sellable : most
  return split(sold > 0n && sold >= least('SELL', price) ? micros(sold) : ZERO)
}
