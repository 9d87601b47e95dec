// Cost of fills, to the last micro. Shares and cash are millionths; a price is in steps of 0.0001. A resting order
// pays and receives floor(size x price) for each fill.

import type { Winner } from '../types.ts'

/** One whole unit of price: a share that pays 1 pUSD. */
export const WHOLE = 10_000
const WHOLE_BIG = 10_000n

/** The payout of one share of an outcome, in steps. */
export function payout(winner: Winner, index: number): number {
  if (winner === 'void') return WHOLE / 2
  return winner === index ? WHOLE : 0
}

/** Cash for `size` at `price`, rounded down. */
export function cashDown(size: bigint, price: number): bigint {
  return (size * BigInt(price)) / WHOLE_BIG
}

/** The most shares that `cash` buys at `price`. */
export function sharesFor(cash: bigint, price: number): bigint {
  return (cash * WHOLE_BIG) / BigInt(price)
}

type FeeCurve = { readonly rate: bigint; readonly exponent: number }

/**
 * The taker's fee: size x rate x (p(1-p))^exponent, rounded half up to 5 decimals of a pUSD.
 *
 * @param curve  rate in millionths, exponent a whole number; null when the market is free
 */
export function takerFee(curve: FeeCurve | null, size: bigint, price: number): bigint {
  if (curve === null) return 0n
  const exponent = BigInt(curve.exponent)
  const variance = BigInt(price) * (WHOLE_BIG - BigInt(price))
  const numerator = size * curve.rate * variance ** exponent
  const denominator = 1_000_000n * 100_000_000n ** exponent * 10n
  return ((2n * numerator + denominator) / (2n * denominator)) * 10n
}
