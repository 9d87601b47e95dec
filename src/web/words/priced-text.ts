/** Text of the backend, its prices in the chosen format. */
import type { PricedText } from '#core/priced-text.ts'
import { isExact } from '../platform/format/price-formats.ts'
import type { Prices } from '../data/settings/prices.ts'

/** The text in the format. A spread is a difference, of which there are no odds. */
export function formatPricedText(
  { text, prices }: PricedText,
  { format, text: show }: Pick<Prices, 'format' | 'text'>,
): string {
  let said = ''
  let end = 0
  for (const { at, text: price, tickSize, kind } of prices) {
    if (at < end || !text.startsWith(price, at)) continue
    said += text.slice(end, at) + (kind === 'price' || isExact(format) ? show(price, tickSize) : price)
    end = at + price.length
  }
  return said + text.slice(end)
}
