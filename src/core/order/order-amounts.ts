/** The one rounding rule of the terminal: the size sent, the size the venue takes, and both amounts in base units. */
import { floorDivide } from '#lib/decimal.ts'
import { micros, roundSizeDown, type Micros } from '../money.ts'
import { priceDecimals, type Price, type TickSize } from '../price.ts'
import type { Side, TimeInForce } from './order.ts'

export type OrderAmounts = {
  /** Amount the order gives: pUSD for a buy, shares for a sell. */
  readonly makerAmount: Micros
  /** Amount the order takes: shares for a buy, pUSD for a sell. */
  readonly takerAmount: Micros
}

/** Properties that decide the steps of an order's size. */
export type SizeRule = { readonly timeInForce: TimeInForce; readonly price: Price }

const HUNDREDTH = 10_000n

/** True if the order takes liquidity and never rests. */
export function isTaking(timeInForce: TimeInForce): boolean {
  return timeInForce === 'FAK' || timeInForce === 'FOK'
}

/**
 * The step of the sizes that the venue is known to take: a hundredth of a share where the order may rest, and as many
 * hundredths as
 * cost whole cents at its limit where it takes (INV-50, assumptions.md). At 0.57 that is one share.
 */
export function sizeStep({ timeInForce, price }: SizeRule): Micros {
  // Hundredths times steps of price are millionths of pUSD, and a cent has 10,000 of those.
  const hundredths = isTaking(timeInForce) ? CENT / greatestDivisor(BigInt(price), CENT) : 1n
  return micros(HUNDREDTH * hundredths)
}

/** The largest size up to `size` that the venue takes; 0 when there is none. */
export function fittingSize(rule: SizeRule, size: Micros): Micros {
  return size <= 0n ? micros(0n) : micros(size - (size % sizeStep(rule)))
}

/**
 * The order as it goes out: its size rounded down to 2 decimals (INV-85). One of which nothing is left stays as it is, for the
 * check to refuse by its own figures.
 */
export function sizedOrder<Terms extends { readonly size: Micros }>(order: Terms): Terms {
  const size = roundSizeDown(order.size)
  return size > 0n && size !== order.size ? { ...order, size } : order
}

/** The sizes beside an order's own that the venue is known to take; null where its own is one. */
export type NearestSizes = {
  /** Null where only a larger one is. */
  readonly down: Micros | null
  readonly up: Micros
}

/** Those beside the size that goes out. */
export function nearestSizes(order: SizeRule & { readonly size: Micros }): NearestSizes | null {
  const size = roundSizeDown(order.size)
  const down = fittingSize(order, size)
  if (size <= 0n || down === size) return null
  return { down: down === 0n ? null : down, up: micros(down + sizeStep(order)) }
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
