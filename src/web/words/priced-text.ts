/** Text of the backend, its prices in the chosen format. */
import { writePrices } from '#core/priced-text.ts'
import type { PriceInText, WrittenPrice } from '#core/priced-text.ts'
import { isExact } from '../platform/format/price-formats.ts'
import type { Prices } from '../data/settings/prices.ts'

/** A text that notes where its prices stand. */
export type PricedText = { readonly text: string; readonly prices: readonly (PriceInText | WrittenPrice)[] }

/** The text in the format. A spread is a difference, of which there are no odds. */
export function formatPricedText(
  { text, prices }: PricedText,
  { format, text: show }: Pick<Prices, 'format' | 'text'>,
): string {
  let said = ''
  let end = 0
  const all = prices.flatMap((one) => ('text' in one ? writePrices([one]) : one))
  for (const { at, price, tick_size: tick, kind } of all) {
    if (at < end || !text.startsWith(price, at)) continue
    said += text.slice(end, at) + (kind === 'price' || isExact(format) ? show(price, tick) : price)
    end = at + price.length
  }
  return said + text.slice(end)
}
