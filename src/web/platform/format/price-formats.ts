/**
 * Prices as a trader is used to read them: as such, in cents, in percent, as decimal odds. All integer
 * arithmetic; two prices of one tick never look the same, and only odds are rounded.
 */
import { PAGE_SETTINGS } from '#contract/page-settings.ts'
import type { PageSettings } from '#contract/page-settings.ts'
import { formatDecimal, formatFixed } from '#lib/decimal.ts'
import { micros } from '#core/money.ts'
import { isOnTick, priceDecimals, priceFromSteps } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { NONE, amountIn, showCompact, showPrice } from './figures.ts'

export type PriceFormat = PageSettings['priceFormat']
export const PRICE_FORMATS = Object.keys(PAGE_SETTINGS.priceFormat.options) as readonly PriceFormat[]

const ONE = 10_000n
const STEP = 100n

/** Text of the price in the format, with as many decimals as keep the prices of the tick apart. */
export function showPriceAs(format: PriceFormat, price: Price | null, tick: TickSize | null): string {
  if (price === null) return NONE
  if (tick === null || !isOnTick(price, tick)) return showValueAs(format, BigInt(price) * STEP, tick)
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
  }
}

/** The same for narrow lists: long odds are cut to whole ones, from five digits on to thousands. For nothing that is traded. */
export function showShortAs(format: PriceFormat, price: Price | null, tick: TickSize): string {
  const text = showPriceAs(format, price, tick)
  const whole = /^\d+/.exec(text)?.[0] ?? ''
  return format === 'decimal_odds' && whole.length > 2
    ? whole.length > 4
      ? showCompact(micros(BigInt(whole) * MICRO))
      : whole
    : text
}

/**
 * Text of a value between ticks in the format: an average, a middle, the axis of a chart. @param value millionths;
 * outside of 0 to 1 there are no odds @param places decimals that the value has at least as a price
 */
export function showMicrosAs(format: PriceFormat, value: bigint, places: number): string {
  const whole = ONE * STEP
  switch (format) {
    case 'price':
      return formatFixed(value, 6, places)
    case 'cents':
      return `${hundredths(value, places)}c`
    case 'percent':
      return `${hundredths(value, places)}%`
    case 'decimal_odds': {
      if (value <= 0n || value > whole) return NONE
      const decimals = Math.max(2, places)
      return formatFixed(nearest(whole * 10n ** BigInt(decimals), value), decimals, decimals)
    }
  }
}

function hundredths(value: bigint, places: number): string {
  return places <= 2 ? formatDecimal(value, 4) : formatFixed(value, 4, places - 2)
}

/**
 * Decimal text of the wire in the format: on its tick, where that is known, as every price of that tick; else with two
 * decimals or what it has more. Text that is no price is shown as it is.
 */
export function showTextAs(format: PriceFormat, text: string, tick: TickSize | null = null): string {
  const value = amountIn(text.replace(BEYOND_MICROS, '$1'))
  return value === null ? text : showValueAs(format, value, tick)
}

/** The same of a value in millionths. */
export function showValueAs(format: PriceFormat, value: bigint, tick: TickSize | null = null): string {
  const price = tick !== null && value % STEP === 0n ? priceFromSteps(Number(value / STEP)) : null
  if (tick !== null && price !== null && isOnTick(price, tick)) return showPriceAs(format, price, tick)
  return showMicrosAs(format, value, tick === null ? placesOf(format, value) : priceDecimals(tick))
}

/** Odds of an average between cents would look like those of the cent beside it. */
function placesOf(format: PriceFormat, value: bigint): number {
  return format === 'decimal_odds' && value % (STEP * STEP) !== 0n ? 4 : 2
}

export type TypedOdds = {
  /** The price of the tick whose odds are the nearest. */
  readonly price: Price
  /** True if they are the odds of that price, to as many decimals as were typed or as it is shown with. */
  readonly isExact: boolean
  /** The prices of the tick on both sides of them. */
  readonly beside: readonly Price[]
}

/** Price of typed odds; shown odds are read back as their price. Null for anything but odds of this format. */
export function readOdds(format: PriceFormat, typed: string, tick: TickSize): TypedOdds | null {
  const text = typed.trim().replace(',', '.')
  if (format !== 'decimal_odds' || !DECIMAL_ODDS.test(text)) return null
  const digits = amountIn(text)
  if (digits === null || digits <= MICRO) return null
  const whole = digits * BigInt(tick)
  const price = priceFromSteps(Number(nearest(MICRO * ONE, whole) * BigInt(tick)))
  if (price === null) return null
  const scale = 10n ** BigInt(Math.max(priceDecimals(tick), text.split('.')[1]?.length ?? 0))
  const below = ((MICRO * ONE) / whole) * BigInt(tick)
  return {
    price,
    isExact: nearest(ONE * scale, BigInt(price)) * MICRO === digits * scale,
    beside: [below, below + BigInt(tick)].flatMap((one) => priceFromSteps(Number(one)) ?? []),
  }
}

const BEYOND_MICROS = /^(\d+\.\d{6})\d+$/
const MICRO = 1_000_000n
const DECIMAL_ODDS = /^\d{1,5}(?:\.\d{1,6})?$/

/** True if the format says the price exactly. */
export function isExact(format: PriceFormat): boolean {
  return format === 'price' || format === 'cents' || format === 'percent'
}

function nearest(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}
