// The book of one outcome as the venue sends it, over HTTP and on the market channel: bids and asks with the best price
// last, and a digest that changes with every change of the book.
import { createHash } from 'node:crypto'

import { outcomeIndex } from '../../exchange/book.ts'
import { amountText, lastTradeText, priceText } from '../../text.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import type { Level, ListedMarket } from '../../types.ts'

export type BookSummary = ReturnType<typeof bookSummary>

type BookReader = Pick<Exchange, 'levels' | 'lastTrade' | 'changedAt'>

/** The summary of `token`'s book now, with its SHA-1 over the compact text in which the hash is empty. */
export function bookSummary(exchange: BookReader, market: ListedMarket, token: string) {
  const { bids, asks } = exchange.levels(token)
  const last = exchange.lastTrade(token)
  const summary = {
    market: market.conditionId,
    asset_id: token,
    timestamp: String(exchange.changedAt(token)),
    hash: '',
    bids: rows(bids),
    asks: rows(asks),
    min_order_size: amountText(market.minimumSize),
    tick_size: priceText(market.tick),
    neg_risk: market.negRisk,
    last_trade_price: last === undefined ? '' : lastTradeText(last.price),
  }
  return { ...summary, hash: createHash('sha1').update(JSON.stringify(summary)).digest('hex') }
}

/** Best last. */
function rows(levels: readonly Level[]) {
  return levels.toReversed().map(({ price, size }) => ({ price: priceText(price), size: amountText(size) }))
}

/** The label of a token. */
export function outcomeOf(market: ListedMarket, token: string): string {
  return market.outcomes[outcomeIndex(market, token)]
}
