/** The checklist of orders to place again, and the request that its chosen lines make. */
import { formatPrice } from '#core/price.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { RepostBody, RepostQuote } from '../../platform/api/client.ts'
import type { PriceFormat, Prices } from '../../data/settings/prices.ts'
import { readTyped } from '../../data/markets/typed-price.ts'
import type { TypedPrice } from '../../data/markets/typed-price.ts'

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

/**
 * The price of a line, or its fault; odds are read where they are the format in which prices are shown. Where the tick is not
 * known the finest there is.
 */
export function readLine({ quote, price: typed }: RepostLine, format: PriceFormat): TypedPrice {
  return readTyped(typed, quote.order.tickSize ?? 1, format)
}

/**
 * True if a buy at this price would meet the best ask, or a sale the best bid: post-only, the venue would refuse it.
 */
export function wouldCross(line: RepostLine, format: PriceFormat): boolean {
  const { quote } = line
  const { price } = readLine(line, format)
  const { side } = quote.order
  const other = side === 'BUY' ? quote.bestAsk : quote.bestBid
  if (price === null || other === null) return false
  return side === 'BUY' ? price >= other : price <= other
}

/** Orders to place again, each under its key. */
export type Reposts = {
  readonly orders: readonly (RepostBody['orders'][number] & { readonly clientOrderId: ClientOrderId })[]
}

/** A body for the chosen lines; null when none can be sent. */
export function repostBodyOf(
  lines: readonly RepostLine[],
  keyOf: (name: string) => ClientOrderId,
  format: PriceFormat,
): Reposts | null {
  const orders = lines.flatMap((line) => {
    const { price, fault } = readLine(line, format)
    if (!line.isChosen || !canRepost(line.quote) || fault !== null || price === null) return []
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
