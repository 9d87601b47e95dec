/** What taking costs at most. An order carries no fee field: the venue charges the taker on top of a buy. */
import { micros, ZERO } from './money.ts'
import type { Micros } from './money.ts'
import type { FeeCurve } from './market.ts'
import type { Price } from './price.ts'

const RATE_SCALE = 1_000_000n
const PRICE_SCALE = 10_000n
const FEE_UNIT = 10n

/**
 * The fee for taking `size` at `price`: size x rate x (p(1 - p))^exponent, rounded up to the venue's 5 decimals
 * (venue reference 11.5). Null when the curve's exponent is not a small whole number.
 */
export function takerFee(curve: FeeCurve | null, price: Price, size: Micros): Micros | null {
  if (curve === null) return ZERO
  if (!Number.isInteger(curve.exponent) || curve.exponent < 0 || curve.exponent > 8) return null
  const step = BigInt(price)
  const exponent = BigInt(curve.exponent)
  const numerator = size * curve.rate * (step * (PRICE_SCALE - step)) ** exponent
  const denominator = RATE_SCALE * (PRICE_SCALE * PRICE_SCALE) ** exponent * FEE_UNIT
  return micros(((numerator + denominator - 1n) / denominator) * FEE_UNIT)
}
