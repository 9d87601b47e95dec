/**
 * Prices as the trader has chosen to read them, for every part of the page: as such, in cents, in percent, as decimal odds. All
 * integer arithmetic; two prices of one tick never look the same, and only odds are rounded.
 */
import { PAGE_SETTINGS } from '#contract/page-settings.ts'
import type { PageSettings } from '#contract/page-settings.ts'
import { divideNearest, formatDecimal, formatFixed } from '#lib/decimal.ts'
import { micros as microsOf } from '#core/money.ts'
import { priceDecimals } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import { amountIn, NONE, showCompact } from '../../platform/format/figures.ts'

export type PriceFormat = PageSettings['priceFormat']
export const PRICE_FORMATS = Object.keys(PAGE_SETTINGS.priceFormat.options) as readonly PriceFormat[]

const ONE = 1_000_000n
const MICROS_PER_STEP = 100n
const BEYOND_MICROS = /^(\d+\.\d{6})\d+$/

export type Prices = ReturnType<typeof pricesAs>

function pricesAs(format: PriceFormat) {
  /** A value between ticks, in millionths, with at least so many decimals of a price: an average, the axis of a chart. */
  function micros(value: bigint, places: number): string {
    if (format === 'price') return formatFixed(value, 6, places)
    if (format !== 'decimal_odds') {
      const hundredths = places <= 2 ? formatDecimal(value, 4) : formatFixed(value, 4, places - 2)
      return `${hundredths}${format === 'cents' ? 'c' : '%'}`
    }
    if (value <= 0n || value > ONE) return NONE
    const decimals = Math.max(2, places)
    return formatFixed(divideNearest(ONE * 10n ** BigInt(decimals), value), decimals, decimals)
  }

  /** A value in millionths, with its tick where that is known; a dash where it is not known. */
  function value(amount: bigint | null, tick: TickSize | null = null): string {
    if (amount === null) return NONE
    // Odds of an average between cents would look like those of the cent beside it.
    const isBetween = format === 'decimal_odds' && amount % 10_000n !== 0n
    return micros(amount, tick === null ? (isBetween ? 4 : 2) : priceDecimals(tick))
  }

  /** A price of a tick, where that is known. */
  function price(steps: Price | null, tick: TickSize | null): string {
    return value(steps === null ? null : BigInt(steps) * MICROS_PER_STEP, tick)
  }

  return {
    format,
    /** The format says each price exactly; odds are rounded. */
    isExact: format !== 'decimal_odds',
    micros,
    value,
    price,
    /** A price for narrow lists: long odds are cut to whole ones, from five digits on to thousands. For nothing that is traded. */
    short(steps: Price | null, tick: TickSize): string {
      const text = price(steps, tick)
      const whole = /^\d+/.exec(text)?.[0] ?? ''
      if (format !== 'decimal_odds' || whole.length <= 2) return text
      return whole.length > 4 ? showCompact(microsOf(BigInt(whole) * ONE)) : whole
    },
    /** Decimal text of the wire, with its tick where that is known. Text that is no price is shown as it is. */
    text(text: string, tick: TickSize | null = null): string {
      const amount = amountIn(text.replace(BEYOND_MICROS, '$1'))
      return amount === null ? text : value(amount, tick)
    },
  }
}

const ALL = new Map(PRICE_FORMATS.map((format) => [format, pricesAs(format)]))

/** Prices in a format; the same object each time. */
export function pricesIn(format: PriceFormat): Prices {
  return ALL.get(format) ?? pricesAs(format)
}
