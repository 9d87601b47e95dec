/** Cost of a combo's legs one by one beside the quote's: an estimate and never a price to trade at. */
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import { NONE } from '../../platform/format/figures.ts'
import type { Prices } from '../../data/settings/prices.ts'

const STEPS = 10_000n
const ONE = 1_000_000n
const STEP = 100n

/** The product of the prices, in millionths of a pUSD, rounded to the nearest; null while one of them is missing. */
export function legsProduct(prices: readonly (Price | null)[]): Micros | null {
  if (prices.length === 0) return null
  let product = ONE
  let divisor = 1n
  for (const price of prices) {
    if (price === null) return null
    product *= BigInt(price)
    divisor *= STEPS
  }
  return micros((2n * product + divisor) / (2n * divisor))
}

/** How far the quoted price is from the product: `+0.0061 (+2.9 %)`; null without a product above zero. */
export function edgeText(quoted: Micros, product: Micros | null): string | null {
  if (product === null || product <= 0n) return null
  const gap = quoted - product
  // Tenths of a percent, rounded half away from zero.
  const share = (2n * 1_000n * (gap < 0n ? -gap : gap) + product) / (2n * product)
  const sign = gap < 0n ? '\u2212' : '+'
  return `${sign}${decimals(gap < 0n ? -gap : gap)} (${sign}${share / 10n}.${share % 10n} %)`
}

/** Cost of the legs together in the chosen format, rounded to steps of 0.0001. */
export function showComboPrice(value: Micros | null, prices: Prices): string {
  return value === null ? NONE : prices.micros(rounded(value) * STEP, 4)
}

function decimals(value: bigint): string {
  const steps = rounded(value)
  return `${steps / STEPS}.${(steps % STEPS).toString().padStart(4, '0')}`
}

function rounded(value: bigint): bigint {
  return (value + STEP / 2n) / STEP
}
