/** One outcome's book as readers see it. */
import type { MarketId, OutcomeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import type { Micros } from '../money.ts'
import type { Side } from '../order/order.ts'
import type { Price, TickSize } from '../price.ts'

export const STALE_REASONS = [
  'no_snapshot',
  'feed_down',
  'no_pong',
  'frozen',
  'gap',
  'crossed',
  'tick_change',
  'resolved',
] as const
export type StaleReason = (typeof STALE_REASONS)[number]

/** A price and the total size that rests at it. */
export type Level = readonly [price: Price, size: Micros]

export type BookView = {
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  /** Best first. */
  readonly bids: readonly Level[]
  /** Best first. */
  readonly asks: readonly Level[]
  readonly tickSize: TickSize
  readonly minOrderSize: Micros
  readonly lastTradePrice: Price | null
  readonly lastTradeSide: Side | null
  readonly hash: string | null
  readonly venueTime: Instant | null
  /** Grows at each reconnect and tick change; levels never carry over from one epoch to the next. */
  readonly epoch: number
  /** Grows by one with every change. */
  readonly version: number
  readonly changedAt: Instant | null
  /** When an independent read last agreed. */
  readonly verifiedAt: Instant | null
  readonly staleReason: StaleReason | null
}

/** The best prices of a followed book and whether they may be believed. */
export type BookTop = {
  readonly bestBid: Price | null
  readonly bestAsk: Price | null
  readonly tickSize: TickSize
  readonly staleReason: StaleReason | null
}

/** A trade as the market channel reported it. */
export type Trade = {
  /** Ours: grows with every trade received since the start. The venue gives trades of others no id. */
  readonly number: number
  readonly price: Price
  readonly size: Micros
  /** The taker's side. */
  readonly side: Side
  readonly at: Instant
}

/** Best bid, or null on an empty side. */
export function bestBid(book: Pick<BookView, 'bids'>): Price | null {
  return book.bids[0]?.[0] ?? null
}

/** Best ask, or null on an empty side. */
export function bestAsk(book: Pick<BookView, 'asks'>): Price | null {
  return book.asks[0]?.[0] ?? null
}
