/** What the hand holds for every ladder: how much, how long it stands, and whether it may take. */
import { micros, roundSizeDown } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { TimeInForce } from '#core/order.ts'
import type { Price } from '#core/price.ts'

export type Hand = {
  /** Shares, or pUSD when `unit` is cash. */
  readonly size: Micros
  readonly unit: 'shares' | 'cash'
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
}

/** Why cash that buys nothing at a price is not sent. */
export const LESS_THAN_ANY = 'less than a hundredth of a share'

/** The shares of an order at a price: as they are, or what the cash buys, cut to the venue's two decimals. */
export function sharesAt({ size, unit }: Pick<Hand, 'size' | 'unit'>, price: Price): Micros {
  return unit === 'shares' ? size : roundSizeDown(micros((size * 10_000n) / BigInt(price)))
}
