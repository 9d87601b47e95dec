/** What a notification says, its prices as the trader reads them. */
import type { Notification } from '../../api/wire.ts'
import { isExact } from '../../format/price-formats.ts'
import type { Prices } from '../../format/use-prices.ts'

/** The text in the format. A spread is a difference, of which there are no odds. */
export function noticeText(
  { text, prices }: Pick<Notification, 'text' | 'prices'>,
  { format, text: show }: Pick<Prices, 'format' | 'text'>,
): string {
  if (format === 'price') return text
  let said = ''
  let end = 0
  for (const { at, price, tick_size: tick, kind } of prices) {
    if (at < end || !text.startsWith(price, at)) continue
    said += text.slice(end, at) + (kind === 'price' || isExact(format) ? show(price, tick) : price)
    end = at + price.length
  }
  return said + text.slice(end)
}
