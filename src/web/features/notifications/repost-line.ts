/** A cancelled order as a row of the re-post dialog. */
import { readTyped } from '../../data/markets/typed-price.ts'
import { pricesIn } from '../../data/settings/prices.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { RepostQuote } from '../../platform/api/client.ts'

/** A row: its price as typed, before that the price that was (PAGE-7), and what would come of it; no price where it cannot be sent. */
export function repostLine(
  { order, reason, bestBid, bestAsk }: RepostQuote,
  typed: string | null,
  prices: Prices,
) {
  const { side, tickSize: tick } = order
  // Odds of no tick would not be read back.
  const was = (tick === null ? pricesIn('price') : prices).price(order.price, tick)
  const { price, fault } = readTyped(typed ?? was, tick ?? 1, prices.format)
  const isOver = order.repostedAs !== null || reason !== null
  const barred = order.repostedAs === null ? (reason ?? fault) : 're-posted'
  const other = side === 'BUY' ? bestAsk : bestBid
  const crosses = price !== null && other !== null && (side === 'BUY' ? price >= other : price <= other)
  return {
    text: typed ?? was,
    isOver,
    price: barred === null ? price : null,
    effect: barred ?? (crosses ? 'would take: refused' : `rests at ${prices.price(price, tick)}`),
  }
}
