/**
 * Records of a recording, in the order in which they happened: the feeds' frames as received, and facts that are not
 * in the frames and yet changed the picture. A book is a function of the records alone: any other change of it than
 * by a frame or a lost connection is followed by its new state. Nothing in it is a secret (INV-69).
 */
import type { Level, StaleReason, Trade } from '../book/book.ts'
import type { EventId, MarketId, OutcomeId } from '../ids.ts'
import type { BookPhase } from '../machines/book-sync.ts'
import type { Game } from '../market/game.ts'
import type { Instant, MarketEvent } from '../market/market.ts'
import type { AttachedExit } from '../order/attached-exit.ts'
import type { Fill, Order, Side } from '../order/order.ts'
import type { Holdings } from '../position/position.ts'
import type { EventPnl } from '../position/resolution-pnl.ts'
import type { Price, TickSize } from '../price.ts'
import type { TradingState } from '../trading-state.ts'

/** The user channel is not recorded: own facts come from the audit log and from what the terminal made of them. */
export type RecordedChannel = 'market' | 'sports'

/** All that the state of a followed book is; crossed for too long is a change of its own, so no clock is in it. */
export type RecordedBook = {
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId | null
  readonly phase: BookPhase
  readonly staleReason: StaleReason | null
  readonly isAsked: boolean
  readonly mismatches: number
  /** Best first. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly tickSize: TickSize | null
  readonly lastTradePrice: Price | null
  readonly lastTradeSide: Side | null
  readonly hash: string | null
  readonly venueTime: Instant | null
  readonly epoch: number
  readonly version: number
  readonly changedAt: Instant | null
  readonly verifiedAt: Instant | null
  /** Trades of all outcomes so far: the number of the next one is one more. */
  readonly tradesSoFar: number
  /** The last ones, newest first; null where they are as they were. */
  readonly trades: readonly Trade[] | null
}

/** A row of the audit log, as it was appended. */
export type RecordedRow = {
  readonly seq: number
  readonly at: Instant
  readonly clientOrderId: string
  readonly kind: string
  readonly action: string
  readonly details: Readonly<Record<string, unknown>>
  readonly previousHash: string
  readonly hash: string
}

/**
 * Facts that can be read without the frames: few and small, kept a second time beside them so that a day is searched
 * at once.
 */
export type Mark =
  /** The first of each segment. */
  | { readonly kind: 'begin'; readonly at: Instant; readonly version: string; readonly paper: boolean }
  | {
      readonly kind: 'opened' | 'closed'
      readonly at: Instant
      readonly channel: RecordedChannel
      readonly connection: number
    }
  /** Nothing was recorded in between: the disk did not keep up or was full, or recording was off. Books are sent again. */
  | { readonly kind: 'gap'; readonly at: Instant; readonly since: Instant }
  /** Every followed book, market and game of the segment has been given: from here on nothing is missing. */
  | { readonly kind: 'complete'; readonly at: Instant }
  | { readonly kind: 'row'; readonly at: Instant; readonly row: RecordedRow }
  | { readonly kind: 'order'; readonly at: Instant; readonly order: Order }
  | { readonly kind: 'fill'; readonly at: Instant; readonly fill: Fill }
  /** An attached exit, at each change; those in force also at the begin of a segment. */
  | { readonly kind: 'exit'; readonly at: Instant; readonly exit: AttachedExit }
  /** SAFE or ARMED and the venue's own mode. */
  | { readonly kind: 'trading'; readonly at: Instant; readonly trading: TradingState }
  /** Cash and positions: complete at the start of a segment, then changes, except those of a price. */
  | {
      readonly kind: 'account'
      readonly at: Instant
      readonly isWhole: boolean
      readonly account: Holdings
      /** No longer held. */
      readonly gone: readonly OutcomeId[]
      /** Results of each event's outcomes, whole or as changes. */
      readonly ifWins: readonly EventPnl[]
      /** Events in which there is nothing any more. */
      readonly over: readonly EventId[]
    }
  /** As the terminal shows it, at the begin of a segment and at each change. */
  | { readonly kind: 'game'; readonly at: Instant; readonly game: Game }

export type RecordingRecord =
  | Mark
  /** A text frame, or a part of a long list of frames that was read in turns, as a list of its own. */
  | {
      readonly kind: 'frame'
      readonly at: Instant
      readonly channel: RecordedChannel
      /** Connection of the market channel, whose assets are in `carried`; 0 for sports. */
      readonly connection: number
      /** UTF-8. */
      readonly bytes: Uint8Array
    }
  /** From now on the connection carries these outcomes too, and not those; frames of others are skipped. */
  | {
      readonly kind: 'carried'
      readonly at: Instant
      readonly connection: number
      readonly added: readonly OutcomeId[]
      readonly removed: readonly OutcomeId[]
    }
  /** The feed's own event: these books end here. A frame that cannot be read is followed by it. */
  | {
      readonly kind: 'lost'
      readonly at: Instant
      readonly outcomeIds: readonly OutcomeId[]
      readonly reason: 'feed_down' | 'no_pong' | 'gap'
    }
  /** A full book: at the start of a segment, when following starts, and after changes that no frame has. */
  | { readonly kind: 'book'; readonly at: Instant; readonly book: RecordedBook }
  /** An independent read agreed with the book. */
  | { readonly kind: 'verified'; readonly at: Instant; readonly outcomeId: OutcomeId }
  /** No longer followed. */
  | { readonly kind: 'dropped'; readonly at: Instant; readonly outcomeId: OutcomeId }
  /** An event with those of its markets that are followed; more of its markets may come in later records. */
  | { readonly kind: 'market'; readonly at: Instant; readonly event: MarketEvent }
