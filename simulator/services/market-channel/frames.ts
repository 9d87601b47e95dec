// The frames of the market channel, field by field: all figures are text, an empty side is "0" or "1".
import { priceText, amountText } from '../../text.ts'
import { transactionHashOf } from '../../exchange/settlement.ts'
import type { LevelChange, ListedMarket, Trade, Winner } from '../../types.ts'
import type { BookSummary } from '../clob/book-summary.ts'

type Row = Readonly<Record<string, unknown>>

/** A market's catalog row and its event's, for the frames that describe it. */
export type MarketRows = { readonly market: Row; readonly event: Row; readonly tags: readonly string[] }

/** A book of the first frame, with tick size and last trade price. */
export function initialBook(summary: BookSummary): Row {
  const { market, asset_id, timestamp, hash, bids, asks, tick_size, last_trade_price } = summary
  return { market, asset_id, timestamp, hash, bids, asks, tick_size, event_type: 'book', last_trade_price }
}

/** A book after a trade, without either. */
export function laterBook(summary: BookSummary): Row {
  const { market, asset_id, timestamp, hash, bids, asks } = summary
  return { market, asset_id, timestamp, hash, bids, asks, event_type: 'book' }
}

/** Changed levels of both outcomes; `hashes` by token. */
export function priceChange(
  market: ListedMarket,
  changes: readonly LevelChange[],
  hashes: ReadonlyMap<string, string>,
  at: number,
): Row {
  return {
    market: market.conditionId,
    price_changes: changes.map((change) => ({
      asset_id: change.token,
      price: priceText(change.price),
      size: amountText(change.size),
      side: change.side,
      hash: hashes.get(change.token) ?? '',
      best_bid: change.bestBid === null ? '0' : priceText(change.bestBid),
      best_ask: change.bestAsk === null ? '1' : priceText(change.bestAsk),
    })),
    timestamp: String(at),
    event_type: 'price_change',
  }
}

/** The trade as the taker's outcome saw it. */
export function lastTradePrice(trade: Trade, at: number): Row {
  return {
    market: trade.conditionId,
    asset_id: trade.token,
    price: priceText(trade.lastPrice),
    size: amountText(trade.size),
    fee_rate_bps: '0',
    side: trade.side,
    timestamp: String(at),
    event_type: 'last_trade_price',
    transaction_hash: transactionHashOf(trade.id),
  }
}

/** One outcome's new tick. */
export function tickSizeChange(
  market: ListedMarket,
  token: string,
  from: string,
  to: string,
  at: number,
): Row {
  return {
    asset_id: token,
    event_type: 'tick_size_change',
    market: market.conditionId,
    new_tick_size: to,
    old_tick_size: from,
    timestamp: String(at),
  }
}

/** One outcome's best prices. */
export function bestBidAsk(market: ListedMarket, change: LevelChange, at: number): Row {
  const bid = change.bestBid ?? 0
  const ask = change.bestAsk ?? 10_000
  return {
    market: market.conditionId,
    asset_id: change.token,
    best_bid: priceText(bid),
    best_ask: priceText(ask),
    spread: priceText(ask - bid),
    timestamp: String(at),
    event_type: 'best_bid_ask',
  }
}

/** A market that was listed. */
export function newMarket(market: ListedMarket, rows: MarketRows, at: number): Row {
  const row = rows.market
  return {
    id: text(row['id']),
    question: text(row['question']),
    market: market.conditionId,
    slug: text(row['slug']),
    description: text(row['description']),
    assets_ids: market.tokens,
    outcomes: market.outcomes,
    event_message: eventMessage(rows.event),
    timestamp: String(at),
    event_type: 'new_market',
    tags: rows.tags,
    condition_id: market.conditionId,
    active: false,
    clob_token_ids: market.tokens,
    sports_market_type: text(row['sportsMarketType']),
    line: text(row['line']),
    game_start_time: text(row['gameStartTime']),
    order_price_min_tick_size: priceText(market.tick),
    group_item_title: text(row['groupItemTitle']),
    taker_base_fee: market.fee === null ? '0' : '1000',
    fees_enabled: market.fee !== null,
    ...(market.fee === null
      ? {}
      : {
          fee_schedule: {
            exponent: String(market.fee.exponent),
            rate: amountText(market.fee.rate),
            rebate_rate: '0.2',
            taker_only: true,
          },
        }),
  }
}

/** A market that was resolved. */
export function marketResolved(market: ListedMarket, winner: Winner, rows: MarketRows, at: number): Row {
  return {
    event_type: 'market_resolved',
    id: text(rows.market['id']),
    market: market.conditionId,
    assets_ids: market.tokens,
    winning_asset_id: winner === 'void' ? '' : market.tokens[winner],
    winning_outcome: winner === 'void' ? '' : market.outcomes[winner],
    event_message: eventMessage(rows.event),
    timestamp: String(at),
    tags: rows.tags,
  }
}

function eventMessage(event: Row): Row {
  const keys = ['id', 'ticker', 'slug', 'title', 'description'] as const
  return Object.fromEntries(keys.map((key) => [key, text(event[key])]))
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
