/** Cost of taking. An order carries no fee field: the venue charges the taker on top of a buy. */
import { micros, ZERO, type Micros } from './money.ts'
import type { FeeCurve, Market } from './market/market.ts'
import type { Fill } from './order/order.ts'
import type { Price } from './price.ts'

const RATE_SCALE = 1_000_000n
const PRICE_SCALE = 10_000n
const FEE_UNIT = 10n

/**
 * The fee for taking `size` at `price`: size x rate x (p(1 - p))^exponent, rounded up to the venue's 5 decimals
 * (venue reference 11.5). Null when the curve's exponent is not a small whole number.
 */
export function takerFee(curve: FeeCurve | null, price: Price, size: Micros): Micros | null {
  return chargeOf(
    curve,
    price,
    size,
    (numerator, denominator) => (numerator + denominator - 1n) / denominator,
  )
}

/**
 * Fee of a fill: nothing for a maker; for a taker by the market's curve, rounded half up as the venue rounds, when
 * the whole trade was at one price. Null when that is not known: it is never guessed. @param isOnePrice every maker
 * of the trade met the taker at the fill's price
 */
export function fillFee(
  fill: Pick<Fill, 'role' | 'price' | 'size'>,
  isOnePrice: boolean,
  fee: Market['fee'],
): Micros | null {
  if (fill.role === 'maker') return ZERO
  if (fee !== null && (fee === 'unknown' || !isOnePrice)) return null
  return chargeOf(
    fee,
    fill.price,
    fill.size,
    (numerator, denominator) => (2n * numerator + denominator) / (2n * denominator),
  )
}

function chargeOf(
  curve: FeeCurve | null,
  price: Price,
  size: Micros,
  divide: (numerator: bigint, denominator: bigint) => bigint,
): Micros | null {
  if (curve === null) return ZERO
  if (!Number.isInteger(curve.exponent) || curve.exponent < 0 || curve.exponent > 8) return null
  const step = BigInt(price)
  const exponent = BigInt(curve.exponent)
  const numerator = size * curve.rate * (step * (PRICE_SCALE - step)) ** exponent
  const denominator = RATE_SCALE * (PRICE_SCALE * PRICE_SCALE) ** exponent * FEE_UNIT
  return micros(divide(numerator, denominator) * FEE_UNIT)
}
