/**
 * Prices as a trader is used to read them: as such, in cents, in percent, as decimal or American odds. All integer
 * arithmetic; two prices of one tick never look the same, and only odds are rounded.
 */
import { formatFixed } from '#lib/decimal.ts'
import { priceDecimals } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { NONE, showPrice } from './numbers.ts'

export const PRICE_FORMATS = ['price', 'cents', 'percent', 'decimal_odds', 'american_odds'] as const
export type PriceFormat = (typeof PRICE_FORMATS)[number]

const ONE = 10_000n
const MINUS = '\u2212'

/** What the price says in the format, with as many decimals as keep the prices of the tick apart. */
export function showPriceAs(format: PriceFormat, price: Price | null, tick: TickSize): string {
  if (price === null) return NONE
  const steps = BigInt(price)
  const places = priceDecimals(tick)
  switch (format) {
    case 'price':
      return showPrice(price, tick)
    case 'cents':
      return `${formatFixed(steps, 2, Math.max(0, places - 2))}c`
    case 'percent':
      return `${formatFixed(steps, 2, Math.max(0, places - 2))}%`
    case 'decimal_odds':
      return formatFixed(nearest(ONE * 10n ** BigInt(places), steps), places, places)
    case 'american_odds': {
      const isFavourite = steps * 2n > ONE
      const [stake, wins] = isFavourite ? [steps, ONE - steps] : [ONE - steps, steps]
      const decimals = AMERICAN_DECIMALS[tick]
      const odds = nearest(stake * 100n * 10n ** BigInt(decimals), wins)
      return `${isFavourite ? MINUS : '+'}${formatFixed(odds, decimals, decimals)}`
    }
  }
}

/** Whether the format says the price exactly. */
export function isExact(format: PriceFormat): boolean {
  return format === 'price' || format === 'cents' || format === 'percent'
}

/** From one tick to the next American odds move by at least 400 ticks. */
const AMERICAN_DECIMALS: Record<TickSize, number> = { 1000: 0, 100: 0, 50: 0, 25: 0, 10: 1, 1: 2 }

function nearest(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}
