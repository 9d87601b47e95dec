/** Instants and texts on the wire. */
import type { Instant, Market } from '#core/market/market.ts'
import { formatMicros, type Micros } from '#core/money.ts'
import { inertText } from '#lib/inert-text.ts'
import { writePrices, type PriceInText, type WrittenPrice } from '#core/priced-text.ts'

const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const FIRST = Date.parse('0000-01-01T00:00:00.000Z')

/** RFC 3339 UTC with milliseconds. */
export function timeText(at: Instant): string {
  return new Date(at).toISOString()
}

/** The same for an instant that may be missing, or that no RFC 3339 text can express. */
export function timeOrNull(at: Instant | null): string | null {
  return at !== null && at >= FIRST && at <= LAST ? timeText(at) : null
}

export function amountOrNull(amount: Micros | null): string | null {
  return amount === null ? null : formatMicros(amount)
}

/** Figures of a market that the venue has said. */
export function knownFigures({ missing = [], tickSize, minOrderSize, secondsDelay }: Market) {
  return {
    tickSize: missing.includes('tickSize') ? null : tickSize,
    minOrderSize: missing.includes('minOrderSize') ? null : minOrderSize,
    secondsDelay: missing.includes('secondsDelay') ? null : secondsDelay,
  }
}

/** The prices of a text at their places in what `inertText` makes of it. */
export function pricesView(text: string, prices: readonly PriceInText[]): WrittenPrice[] {
  return writePrices(prices).map((price) => ({ ...price, at: inertText(text.slice(0, price.at)).length }))
}
