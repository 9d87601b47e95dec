/** The one rounding rule of the terminal: which size an order goes out with, and what it gives and takes in base units. */
import { floorDivide } from '#lib/decimal.ts'
import { micros, roundSizeDown } from '../money.ts'
import type { Micros } from '../money.ts'
import { priceDecimals } from '../price.ts'
import type { Price, TickSize } from '../price.ts'
import type { Side, TimeInForce } from './order.ts'

export type OrderAmounts = {
  /** What the order gives: pUSD for a buy, shares for a sell. */
  readonly makerAmount: Micros
  /** What the order takes: shares for a buy, pUSD for a sell. */
  readonly takerAmount: Micros
}

/** What decides in which steps an order's size goes. */
export type SizeRule = { readonly timeInForce: TimeInForce; readonly price: Price }

const HUNDREDTH = 10_000n

/** Whether the order takes what is there and never rests. */
export function isTaking(timeInForce: TimeInForce): boolean {
  return timeInForce === 'FAK' || timeInForce === 'FOK'
}

/**
 * The size that every size of such an order is a multiple of: a hundredth of a share where it may rest, and as many
 * hundredths as cost whole cents at its limit where it takes (INV-50, decision 61). At 0.57 that is one share.
 */
export function sizeStep({ timeInForce, price }: SizeRule): Micros {
  // Hundredths times steps of price are millionths of pUSD, and a cent has 10,000 of those.
  const hundredths = isTaking(timeInForce) ? CENT / greatestDivisor(BigInt(price), CENT) : 1n
  return micros(HUNDREDTH * hundredths)
}

/** The largest size up to `size` that such an order may have; 0 when there is none. */
export function fittingSize(rule: SizeRule, size: Micros): Micros {
  return size <= 0n ? micros(0n) : micros(size - (size % sizeStep(rule)))
}

/**
 * The order as it goes out: one that takes has the largest size that fits. Nothing else is changed, and an order of
 * which nothing fits is left as it is, for the check to refuse by its own figures.
 */
export function sizedOrder<Terms extends SizeRule & { readonly size: Micros }>(order: Terms): Terms {
  const size = isTaking(order.timeInForce) ? fittingSize(order, order.size) : order.size
  return size > 0n && size !== order.size ? { ...order, size } : order
}

const CENT = 10_000n

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b)
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

/** The most shares that an order can trade: a buy that takes spends its cash, and at the best ask that is the most. */
export function maxShares(
  order: SizeRule & { readonly side: Side; readonly size: Micros },
  bestAsk: Price | null,
): Micros {
  const { side, price, size } = order
  const spends = side === 'BUY' && isTaking(order.timeInForce)
  return spends && bestAsk !== null && bestAsk < price
    ? micros((notional(price, size) * 10_000n) / BigInt(bestAsk))
    : size
}
