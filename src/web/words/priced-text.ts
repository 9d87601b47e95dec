/** Text of the backend, its prices in the chosen format. */
import type { PricedText } from '#core/priced-text.ts'
import type { Prices } from '../data/settings/prices.ts'

/** The text in the format. A spread is a difference, of which there are no odds. */
export function formatPricedText(
  { text, prices }: PricedText,
  { isExact, text: show }: Pick<Prices, 'isExact' | 'text'>,
): string {
  let said = ''
  let end = 0
  for (const { at, text: price, tickSize, kind } of prices) {
    if (at < end || !text.startsWith(price, at)) continue
    said += text.slice(end, at) + (kind === 'price' || isExact ? show(price, tickSize) : price)
    end = at + price.length
  }
  return said + text.slice(end)
}
