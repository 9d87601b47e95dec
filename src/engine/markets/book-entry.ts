/** One followed book: its state, who needs it, and the view that readers get. */
import { copyLevels } from '#core/book/book-levels.ts'
import type { BookView, Trade } from '#core/book/book.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { BookSync } from '#core/machines/book-sync.ts'
import type { TickSize } from '#core/price.ts'
import type { Instant, Market } from '#core/market/market.ts'

const TRADES_KEPT = 50

export type BookEntry = {
  readonly id: OutcomeId
  readonly sync: BookSync
  /** From the catalog or the feed, whichever reported first. */
  marketId: MarketId | null
  /** Somebody needs it now. */
  isHeld: boolean
  /** Monotonic; when it was last needed. */
  usedAt: number
  changedAt: Instant | null
  /** Monotonic; the last frame about this outcome. */
  frameAt: number
  /** Frames about this outcome. */
  frames: number
  verifiedAt: Instant | null
  /** Monotonic; the last independent read, and the first of a row that differed. */
  lastReadAt: number
  suspectedAt: number | null
  /** A tick size of the catalog that a full book was asked for because of; null when it has the book's. */
  doubtedTick: TickSize | null
  view: BookView | null
  /** Newest first; a new list with each trade. */
  trades: readonly Trade[]
}

/** A book nobody holds yet. */
export function createBookEntry(id: OutcomeId, sync: BookSync, at: number): BookEntry {
  return {
    id,
    sync,
    marketId: null,
    isHeld: false,
    usedAt: at,
    changedAt: null,
    frameAt: at,
    frames: 0,
    verifiedAt: null,
    lastReadAt: at,
    suspectedAt: null,
    doubtedTick: null,
    view: null,
    trades: [],
  }
}

/** Notes a trade as the newest of the last fifty. */
export function addTrade(entry: BookEntry, trade: Trade): void {
  entry.trades = [trade, ...entry.trades.slice(0, TRADES_KEPT - 1)]
}

/** The book as readers see it: made once for each version, then shared. */
export function viewOf(entry: BookEntry, market: Market): BookView {
  const { sync, view } = entry
  const tickSize = sync.tickSize ?? market.tickSize
  const isCurrent =
    view !== null &&
    view.version === sync.version &&
    view.verifiedAt === entry.verifiedAt &&
    view.tickSize === tickSize &&
    view.minOrderSize === market.minOrderSize
  if (isCurrent) return view
  entry.view = {
    outcomeId: entry.id,
    marketId: market.id,
    bids: copyLevels(sync.bids),
    asks: copyLevels(sync.asks),
    tickSize,
    minOrderSize: market.minOrderSize,
    lastTradePrice: sync.lastTradePrice,
    lastTradeSide: sync.lastTradeSide,
    hash: sync.hash,
    venueTime: sync.venueTime,
    epoch: sync.epoch,
    version: sync.version,
    changedAt: entry.changedAt,
    verifiedAt: entry.verifiedAt,
    staleReason: sync.staleReason,
  }
  return entry.view
}
