/**
 * Placing again what a game's start cancelled. Each order keeps one idempotency key for one price and size, however often it is
 * sent: pressing twice places once.
 */
import { formatPrice } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { RepostBody, RepostQuote, RepostResult } from '../platform/api/client.ts'
import type { PriceFormat } from '../platform/format/price-formats.ts'
import type { Prices } from '../data/settings/prices.ts'
import { rejectMessage, rejectText } from '../words/reject-text.ts'
import { readTyped } from '../data/markets/typed-price.ts'
import type { TypedPrice } from '../data/markets/typed-price.ts'

/** One order of the checklist as it is in the form. */
export type RepostLine = {
  readonly quote: RepostQuote
  readonly isChosen: boolean
  /** As typed. */
  readonly price: string
}

/** The first state of the checklist: the prices that were (PAGE-7), everything chosen that can be placed. */
export function linesOf(
  quotes: readonly RepostQuote[],
  prices: Pick<Prices, 'price'>,
): readonly RepostLine[] {
  return quotes.map((quote) => ({
    quote,
    isChosen: canRepost(quote),
    price: priceOf(quote.order.price, quote.order.tickSize, prices),
  }))
}

/** Price of an order whose tick is not known, as it is: odds of no tick would not be read back. */
function priceOf(price: Price, tick: TickSize | null, prices: Pick<Prices, 'price'>): string {
  return tick === null ? formatPrice(price) : prices.price(price, tick)
}

/** True if an order can be placed again now. */
export function canRepost({ order, reason }: RepostQuote): boolean {
  return order.repostedAs === null && reason === null
}

/** The price that was typed; odds are read where they are the format in which prices are shown. */
export function linePrice({ quote, price: typed }: RepostLine, format: PriceFormat): Price | null {
  return readLine(quote, typed, format).price
}

/** Where the tick is not known the finest there is. */
function readLine({ order }: RepostQuote, typed: string, format: PriceFormat): TypedPrice {
  return readTyped(typed, order.tickSize ?? 1, format)
}

/** Fault of a line's price; null when it can be sent. */
export function lineFault(line: RepostLine, format: PriceFormat): string | null {
  return readLine(line.quote, line.price, format).fault
}

/**
 * True if a buy at this price would meet the best ask, or a sale the best bid: post-only, the venue would refuse it.
 */
export function wouldCross(line: RepostLine, format: PriceFormat): boolean {
  const { quote } = line
  const price = linePrice(line, format)
  const { side } = quote.order
  const other = side === 'BUY' ? quote.bestAsk : quote.bestBid
  if (price === null || other === null) return false
  return side === 'BUY' ? price >= other : price <= other
}

/** A body for the chosen lines; null when none can be sent. */
export function repostBodyOf(
  lines: readonly RepostLine[],
  keyOf: (name: string) => ClientOrderId,
  format: PriceFormat,
): RepostBody | null {
  const orders = lines.flatMap((line) => {
    const price = linePrice(line, format)
    if (!line.isChosen || !canRepost(line.quote) || lineFault(line, format) !== null || price === null)
      return []
    const { orderId } = line.quote.order
    const { size } = line.quote
    return [{ orderId, clientOrderId: keyOf(`${orderId} ${price} ${size}`), price, size }]
  })
  return orders.length === 0 ? null : { orders }
}

/** Gives each name one key and keeps it. */
export function createKeys(mint: () => ClientOrderId): (name: string) => ClientOrderId {
  const keys = new Map<string, ClientOrderId>()
  return (name) => {
    const key = keys.get(name) ?? mint()
    keys.set(name, key)
    return key
  }
}

/** The outcome of one order, as text. */
export function resultText(
  item: RepostResult['items'][number],
  prices: Prices,
): {
  readonly ok: boolean
  readonly text: string
} {
  if (item.alreadyRepostedAs !== null) return { ok: true, text: 'placed before' }
  const { result } = item
  if (result === null) return { ok: false, text: 'not sent' }
  if (result.result === 'accepted') return { ok: true, text: result.order?.status ?? 'accepted' }
  if (result.result === 'unknown') return { ok: false, text: 'unknown, being looked up' }
  const { reject } = result
  return {
    ok: false,
    text: reject === null ? 'refused' : rejectText(reject.code, rejectMessage(reject, prices)),
  }
}
