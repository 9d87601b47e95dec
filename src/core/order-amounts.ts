/** The one rounding rule of the terminal: what a limit order gives and takes, in base units. */
import { floorDivide } from '#lib/decimal.ts'
import { micros, roundSizeDown } from './money.ts'
import type { Micros } from './money.ts'
import { priceDecimals } from './price.ts'
import type { Price, TickSize } from './price.ts'
import type { Side } from './order.ts'

export type OrderAmounts = {
  /** What the order gives: pUSD for a buy, shares for a sell. */
  readonly makerAmount: Micros
  /** What the order takes: shares for a buy, pUSD for a sell. */
  readonly takerAmount: Micros
}

/**
 * Cash of `shares` at a price, rounded down to the tick's amount decimals.
 *
 * @param price  integer scaled by 10^`pricePlaces`; finer than the tick only in arithmetic checks, since a price off
 *   the tick is refused before it gets here
 */
export function cashAmount(shares: Micros, price: bigint, pricePlaces: number, tick: TickSize): Micros {
  const unit = 10n ** BigInt(6 - (priceDecimals(tick) + 2))
  return micros(floorDivide(shares * price, 10n ** BigInt(pricePlaces) * unit) * unit)
}

/**
 * Amounts of a limit order (VEN-1): the size rounded down to 2 decimals, the
 * cash floor(size x price) at the tick's amount decimals. For a price on the tick the floor cuts nothing.
 */
export function limitAmounts(side: Side, price: Price, size: Micros, tick: TickSize): OrderAmounts {
  const shares = roundSizeDown(size)
  const cash = cashAmount(shares, BigInt(price), 4, tick)
  return side === 'BUY'
    ? { makerAmount: cash, takerAmount: shares }
    : { makerAmount: shares, takerAmount: cash }
}

/** Size times price in micro-pUSD, rounded down to a micro: the notional of an order or a fill. */
export function notional(price: Price, size: Micros): Micros {
  return micros((size * BigInt(price)) / 10_000n)
}
