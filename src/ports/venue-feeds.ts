/** The venue's live channels, translated. A connection's states are published as events; books belong to their connection. */
import type { EventId, GameId, MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { UnreadAccountRow, VenueOrder, VenueTrade } from '#core/order/account-rows.ts'

export type FeedState = 'connecting' | 'live' | 'stale' | 'down' | 'off'

export type FeedStatus = {
  readonly state: FeedState
  readonly connections: number
  readonly subscriptions: number
  readonly lastMessageAt: Instant | null
  readonly reconnects: number
  /** Frames that could not be read. */
  readonly unreadable: number
  readonly detail: string | null
}

/** Price in steps of 0.0001 and the level's total size. */
export type BookLevel = readonly [price: Price, size: Micros]

export type LevelChange = {
  readonly outcomeId: OutcomeId
  /** BUY is a bid, SELL an ask. */
  readonly side: Side
  readonly price: Price
  /** New total; 0 removes the level. */
  readonly size: Micros
  readonly hash: string
  /** The frame's own best prices after the change: a checksum only. Undefined when the frame does not carry them. */
  readonly bestBid: Price | null | undefined
  readonly bestAsk: Price | null | undefined
}

export type MarketFeedEvent =
  | {
      readonly type: 'snapshot'
      readonly outcomeId: OutcomeId
      readonly marketId: MarketId
      /** In any order. */
      readonly bids: readonly BookLevel[]
      readonly asks: readonly BookLevel[]
      /** Only in the first frame of a subscription. */
      readonly tickSize: TickSize | null
      readonly lastTradePrice: Price | null
      readonly hash: string
      readonly venueTime: Instant
    }
  | { readonly type: 'changes'; readonly changes: readonly LevelChange[]; readonly venueTime: Instant }
  | {
      readonly type: 'trade'
      readonly outcomeId: OutcomeId
      readonly price: Price
      readonly size: Micros
      readonly side: Side
      readonly venueTime: Instant
    }
  | { readonly type: 'tick_size'; readonly outcomeId: OutcomeId; readonly tickSize: TickSize }
  | { readonly type: 'resolved'; readonly marketId: MarketId; readonly winner: OutcomeId | null }
  /** A market of this event is new: to be read from the catalog. Of prices it says nothing. */
  | { readonly type: 'announced'; readonly eventId: EventId }
  /** The connection that carried these outcomes is gone or not trusted any more: their books end here. */
  | {
      readonly type: 'lost'
      readonly outcomeIds: readonly OutcomeId[]
      readonly reason: 'feed_down' | 'no_pong' | 'gap'
    }

export interface MarketFeed {
  /** Exactly these outcomes are followed from now on; the adapter sends the difference. */
  follow(outcomeIds: readonly OutcomeId[]): void
  /** Asks for a fresh snapshot of one outcome: unsubscribe, then subscribe. */
  resync(outcomeId: OutcomeId): void
  /** Names the connection that carries the outcome; null when none is open for it. */
  connectionOf(outcomeId: OutcomeId): number | null
  /** Ends a connection that is not trusted any more; what it carried is lost and asked for on a new one. */
  replaceConnection(connection: number): void
  start(listener: (event: MarketFeedEvent) => void): void
  status(): FeedStatus
  stop(): void
}

export type UserFeedEvent =
  | {
      readonly type: 'order'
      readonly change: 'placement' | 'update' | 'cancellation'
      readonly order: VenueOrder
    }
  | { readonly type: 'trade'; readonly trade: VenueTrade }
  /** An order of which something is not understood. */
  | { readonly type: 'unread_order'; readonly row: UnreadAccountRow }
  /** Subscribed: whatever happened before must be read over REST. */
  | { readonly type: 'connected' }
  | { readonly type: 'disconnected' }

export interface UserFeed {
  /** Connects with the credentials that the adapter holds; without any it stays off. */
  start(listener: (event: UserFeedEvent) => void): void
  /** Connects again, with new credentials. */
  reconnect(): void
  status(): FeedStatus
  stop(): void
}

export type GameUpdate = {
  readonly gameId: GameId
  readonly league: string
  readonly homeTeam: string | null
  readonly awayTeam: string | null
  readonly status: string | null
  readonly score: string
  readonly period: string
  readonly elapsed: string | null
  readonly live: boolean
  readonly ended: boolean
  readonly finishedAt: Instant | null
}

export interface SportsFeed {
  start(listener: (update: GameUpdate) => void): void
  /** Ends a connection that is not trusted any more and makes a new one. */
  reconnect(): void
  status(): FeedStatus
  stop(): void
}
