/** Prices as the trader has chosen to read them, for every part of the page. */
import type { Price, TickSize } from '#core/price.ts'
import { NONE } from '../../platform/format/figures.ts'
import {
  isExact,
  PRICE_FORMATS,
  showMicrosAs,
  showPriceAs,
  showShortAs,
  showTextAs,
  showValueAs,
} from '../../platform/format/price-formats.ts'
import type { PriceFormat } from '../../platform/format/price-formats.ts'

export type Prices = {
  readonly format: PriceFormat
  /** The format says each price exactly; odds are rounded. */
  readonly isExact: boolean
  /** A price of a tick, where that is known. */
  readonly price: (price: Price | null, tick: TickSize | null) => string
  /** The same for narrow lists: long odds are cut. */
  readonly short: (price: Price | null, tick: TickSize) => string
  /** Decimal text of the wire, with its tick where that is known. */
  readonly text: (text: string, tick?: TickSize | null) => string
  /** The same of a value in millionths; a dash where it is not known. */
  readonly value: (value: bigint | null, tick?: TickSize | null) => string
  /** A value between ticks, in millionths. */
  readonly micros: (value: bigint, places: number) => string
}

function pricesAs(format: PriceFormat): Prices {
  return {
    format,
    isExact: isExact(format),
    price: (price, tick) => showPriceAs(format, price, tick),
    short: (price, tick) => showShortAs(format, price, tick),
    text: (text, tick) => showTextAs(format, text, tick),
    value: (value, tick) => (value === null ? NONE : showValueAs(format, value, tick)),
    micros: (value, places) => showMicrosAs(format, value, places),
  }
}

const ALL = new Map(PRICE_FORMATS.map((format) => [format, pricesAs(format)]))

/** Prices in a format; the same object each time. */
export function pricesIn(format: PriceFormat): Prices {
  return ALL.get(format) ?? pricesAs(format)
}
