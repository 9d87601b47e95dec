/** Text typed into a price field, in the chosen format: its price, or its fault. */
import { formatTickSize, isOnTick, priceDecimals, priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { divideNearest } from '#lib/decimal.ts'
import { amountIn } from '../../platform/format/figures.ts'
import { pricesIn } from '../settings/prices.ts'
import type { PriceFormat } from '../settings/prices.ts'
import { readPrice, stepPrice } from './price-steps.ts'

export type TypedPrice = {
  /** Also one off the tick. Null where it is no price, and of odds that are not those of a price of the tick. */
  readonly price: Price | null
  /** Fault as a sentence; null when it is a price of the tick. */
  readonly fault: string | null
  /** Prices of the tick beside one that is not. */
  readonly instead: readonly Price[]
}

/** How a price is written in the format. */
export const EXAMPLES: Readonly<Record<PriceFormat, string>> = {
  price: '0.45 or 45c',
  cents: '45c',
  percent: '45%',
  decimal_odds: '2.22',
}

/**
 * Reads a price: as such in any format, odds where they are how prices are read. Odds that are not those of a price of the tick
 * are not taken for another price: the two beside them are offered.
 */
export function readTyped(typed: string, tick: TickSize, format: PriceFormat): TypedPrice {
  const price = readPrice(typed) ?? readBare(typed, format)
  const small = readSmall(typed, tick, format)
  if (price !== null && small !== null) {
    const { price: show } = pricesIn(format)
    const fault = `Price could be ${show(small, tick)} or ${show(price, tick)}: write the unit.`
    return { price, fault, instead: [small, price].filter((one) => isOnTick(one, tick)) }
  }
  if (price !== null) {
    if (isOnTick(price, tick)) return { price, fault: null, instead: [] }
    return {
      price,
      fault: `Price is off the tick: steps of ${stepText(tick, format)}.`,
      instead: [...new Set([stepPrice(price, -1, tick), stepPrice(price, 1, tick)])],
    }
  }
  const odds = format === 'decimal_odds' ? readOdds(typed, tick) : null
  if (odds !== null) return odds
  const fault =
    typed.trim() === '' ? 'Enter a price.' : `Price must be between 0 and 1, such as ${EXAMPLES[format]}.`
  return { price: null, fault, instead: [] }
}

const DECIMAL_ODDS = /^\d{1,5}(?:\.\d{1,6})?$/
const MICRO = 1_000_000n
const ONE = 10_000n

/** Shown odds are read back as their price: to as many decimals as were typed or as it is shown with. Null for no odds. */
function readOdds(typed: string, tick: TickSize): TypedPrice | null {
  const text = typed.trim().replace(',', '.')
  const odds = DECIMAL_ODDS.test(text) ? amountIn(text) : null
  if (odds === null || odds <= MICRO) return null
  const whole = odds * BigInt(tick)
  const price = priceFromSteps(Number(divideNearest(MICRO * ONE, whole) * BigInt(tick)))
  if (price === null) return null
  const scale = 10n ** BigInt(Math.max(priceDecimals(tick), text.split('.')[1]?.length ?? 0))
  if (divideNearest(ONE * scale, BigInt(price)) * MICRO === odds * scale)
    return { price, fault: null, instead: [] }
  const below = ((MICRO * ONE) / whole) * BigInt(tick)
  return {
    price: null,
    fault: 'Price is between two ticks: use the odds of one of them.',
    instead: [below, below + BigInt(tick)].flatMap((one) => priceFromSteps(Number(one)) ?? []),
  }
}

/** A tick as a step of prices in the format; odds have no even steps. */
export function stepText(tick: TickSize, format: PriceFormat): string {
  return isInHundredths(format) ? pricesIn(format).price(priceFromSteps(tick), tick) : formatTickSize(tick)
}

/** A bare number below 1 is a price, unless it may as well be part of a cent of a fine tick: half a cent is not half a dollar. */
function readSmall(typed: string, tick: TickSize, format: PriceFormat): Price | null {
  if (!isInHundredths(format) || !/^\s*0?[.,]\d+\s*$/.test(typed)) return null
  const cents = readPrice(`${typed}c`)
  return cents !== null && isOnTick(cents, tick) ? cents : null
}

function isInHundredths(format: PriceFormat): boolean {
  return format === 'cents' || format === 'percent'
}

/** Number pads have no sign for cents: 45 is none below 1, so it can only be 45c. */
function readBare(typed: string, format: PriceFormat): Price | null {
  return isInHundredths(format) && /^\s*[1-9]\d?(?:[.,]\d*)?\s*$/.test(typed) ? readPrice(`${typed}c`) : null
}
