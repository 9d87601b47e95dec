/**
 * State of one outcome's book: awaiting a full book, live, crossed, resyncing, resolved. Changes count only after a
 * full book of the same epoch (INV-23); levels never outlive their epoch; a book that is not live says why (INV-22). The
 * state is changed in place by its one writer; time comes with the events.
 */
import { unreachable } from '#lib/never.ts'
import type { Level, StaleReason } from '../book/book.ts'
import {
  bestBeyond,
  bestPrice,
  clearLevels,
  createSide,
  replaceLevels,
  setLevel,
} from '../book/book-levels.ts'
import type { BookSide } from '../book/book-levels.ts'
import type { Instant } from '../market/market.ts'
import type { Micros } from '../money.ts'
import type { Side } from '../order/order.ts'
import type { Price, TickSize } from '../price.ts'

/** How long a book may be crossed, or a frame ahead of it by a match, before it is asked for again (INV-86). */
const PATIENCE_MS = 2_000
const MISMATCH_LIMIT = 2
/** Earliest repeat of a full-book request that did not resolve a doubt about the tick. */
const TICK_PAUSE_MS = 60_000

/** `crossed` still follows the feed; `awaiting` and `resyncing` wait for a full book and take no changes. */
export type BookPhase = 'awaiting' | 'live' | 'crossed' | 'resyncing' | 'resolved'

export type BookSync = {
  phase: BookPhase
  /** Null exactly while live. */
  staleReason: StaleReason | null
  readonly bids: BookSide
  readonly asks: BookSide
  /** Newest streamed tick size; null until a frame has reported one. */
  tickSize: TickSize | null
  lastTradePrice: Price | null
  lastTradeSide: Side | null
  hash: string | null
  venueTime: Instant | null
  /** Grows when levels are dropped: connection lost, tick size changed. */
  epoch: number
  /** Grows by one with each event that changed something. */
  version: number
  /** Frames in a row whose best prices were not ours. */
  mismatches: number
  /** Monotonic; since when the best bid is at or above the best ask, null when it is not. */
  crossedSince: number | null
  /** Monotonic; since when the frames are ahead of the book by a match whose own frames have not come; null when they are not. */
  aheadSince: number | null
  /** Monotonic; the last full-book request over a doubt about the tick size. */
  tickAskedAt: number | null
  /** A full book was requested and has not arrived; the feed chases it. */
  isAsked: boolean
}

/** One level's new total and the frame's own best prices, undefined where the frame does not carry them. */
export type BookChange = {
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  readonly hash: string
  readonly bestBid: Price | null | undefined
  readonly bestAsk: Price | null | undefined
}

/** `at` is monotonic milliseconds. */
export type BookSyncEvent =
  | {
      readonly type: 'snapshot'
      readonly bids: readonly Level[]
      readonly asks: readonly Level[]
      readonly tickSize: TickSize | null
      readonly lastTradePrice: Price | null
      readonly hash: string
      readonly venueTime: Instant
      readonly at: number
    }
  /** The changes of one frame for this outcome, in order. */
  | {
      readonly type: 'changes'
      readonly changes: readonly BookChange[]
      readonly venueTime: Instant
      readonly at: number
    }
  | { readonly type: 'trade'; readonly price: Price; readonly side: Side }
  | { readonly type: 'tick_size'; readonly tickSize: TickSize }
  | { readonly type: 'lost'; readonly reason: 'feed_down' | 'no_pong' | 'gap' }
  /** Something outside the feed says that the book is not right. */
  | { readonly type: 'distrusted'; readonly reason: 'frozen' | 'gap' }
  /** Something outside the feed has another tick size, or a level between the ticks. */
  | { readonly type: 'tick_doubt'; readonly at: number }
  | { readonly type: 'resolved' }
  | { readonly type: 'clock'; readonly at: number }

/**
 * The book of an outcome that has just been subscribed.
 *
 * @param before  epoch and version of the same outcome's former subscription: both only grow
 */
export function createBookSync(
  before: { readonly epoch: number; readonly version: number } = { epoch: 0, version: 0 },
): BookSync {
  return {
    phase: 'awaiting',
    staleReason: 'no_snapshot',
    bids: createSide('bids'),
    asks: createSide('asks'),
    tickSize: null,
    lastTradePrice: null,
    lastTradeSide: null,
    hash: null,
    venueTime: null,
    epoch: before.epoch + 1,
    version: before.version + 1,
    mismatches: 0,
    crossedSince: null,
    aheadSince: null,
    isAsked: false,
    tickAskedAt: null,
  }
}

/**
 * Applies one event (FEED-1).
 *
 * @returns whether to request a fresh full book now
 */
export function stepBook(book: BookSync, event: BookSyncEvent): boolean {
  if (book.phase === 'resolved') return false
  switch (event.type) {
    case 'snapshot':
      return takeSnapshot(book, event)
    case 'changes':
      return takeChanges(book, event)
    case 'trade':
      book.lastTradePrice = event.price
      book.lastTradeSide = event.side
      book.version += 1
      return false
    case 'tick_size':
      if (event.tickSize === book.tickSize) return false
      book.tickSize = event.tickSize
      book.tickAskedAt = null
      startEpoch(book, 'tick_change')
      return ask(book)
    case 'lost':
      startEpoch(book, event.reason)
      return false
    case 'distrusted':
      return isFollowing(book) && resync(book, event.reason)
    case 'tick_doubt':
      return isFollowing(book) && askForTick(book, event.at)
    case 'resolved':
      dropLevels(book)
      book.phase = 'resolved'
      book.staleReason = 'resolved'
      book.version += 1
      return false
    case 'clock':
      if (isTooLong(book.crossedSince, event.at)) return resync(book, 'crossed')
      return isTooLong(book.aheadSince, event.at) && resync(book, 'gap')
    default:
      return unreachable(event)
  }
}

/** True if changes are applied: this epoch has a full book and no newer one is requested. */
function isFollowing(book: BookSync): boolean {
  return book.phase === 'live' || book.phase === 'crossed'
}

function takeSnapshot(book: BookSync, event: Extract<BookSyncEvent, { type: 'snapshot' }>): boolean {
  if (event.tickSize !== null && event.tickSize !== book.tickSize) {
    if (book.tickSize !== null) book.epoch += 1
    book.tickSize = event.tickSize
    book.tickAskedAt = null
  }
  replaceLevels(book.bids, event.bids)
  replaceLevels(book.asks, event.asks)
  book.lastTradePrice = event.lastTradePrice ?? book.lastTradePrice
  book.hash = event.hash
  book.venueTime = event.venueTime
  book.mismatches = 0
  book.aheadSince = null
  book.isAsked = false
  book.version += 1
  judgeCrossing(book, event.at, null)
  // Only the first book of a subscription has a tick size: one without it may be finer than we know (INV-79).
  const isFiner = event.tickSize === null && (isOffTick(book, event.bids) || isOffTick(book, event.asks))
  return isFiner && askForTick(book, event.at)
}

function isOffTick({ tickSize }: BookSync, levels: readonly Level[]): boolean {
  return tickSize !== null && levels.some(([price, size]) => size > 0n && price % tickSize !== 0)
}

/** The book stays valid meanwhile: its levels and whole ticks are right. */
function askForTick(book: BookSync, at: number): boolean {
  if (book.tickAskedAt !== null && at - book.tickAskedAt < TICK_PAUSE_MS) return false
  book.tickAskedAt = at
  return true
}

function takeChanges(book: BookSync, event: Extract<BookSyncEvent, { type: 'changes' }>): boolean {
  const last = event.changes.at(-1)
  if (last === undefined) return false
  if (!isFollowing(book)) return !book.isAsked && ask(book)
  let changed = false
  let isFiner = false
  const tick = book.tickSize ?? 1
  for (const change of event.changes) {
    const side = change.side === 'BUY' ? book.bids : book.asks
    if (setLevel(side, change.price, change.size)) changed = true
    if (change.price % tick !== 0 && change.size > 0n) isFiner = true
  }
  book.hash = last.hash
  book.venueTime = event.venueTime
  const fit = fitOf(book, last)
  const { staleReason } = book
  judgeCrossing(book, event.at, fit === 'same' ? last : null)
  if (fit === 'other') book.mismatches += 1
  if (fit === 'same') book.mismatches = 0
  book.aheadSince = fit === 'ahead' ? (book.aheadSince ?? event.at) : null
  if (book.mismatches >= MISMATCH_LIMIT) return resync(book, 'gap')
  if (changed || book.staleReason !== staleReason) book.version += 1
  return isFiner && askForTick(book, event.at)
}

function carries({ bestBid, bestAsk }: BookChange, bid: Price | null, ask: Price | null): boolean {
  return (bestBid === undefined || bestBid === bid) && (bestAsk === undefined || bestAsk === ask)
}

/**
 * How the frame's own best prices fit the book. A match comes in several frames: `same` while the levels that it takes out
 * are all that the book has beyond them, `ahead` while the book has not seen the match at all.
 */
function fitOf({ bids, asks }: BookSync, change: BookChange): 'same' | 'ahead' | 'other' {
  const bid = bestPrice(bids)
  const ask = bestPrice(asks)
  if (carries(change, bid, ask)) return 'same'
  if (bid === null || ask === null) return 'other'
  if (bid >= ask) {
    const isSettled =
      carries(change, bid, bestBeyond(asks, bid)) || carries(change, bestBeyond(bids, ask), ask)
    return isSettled ? 'same' : 'other'
  }
  const { bestBid, bestAsk } = change
  const isAskTaken = isPrice(bestBid) && bestBid >= ask && bestAsk === bestBeyond(asks, bestBid)
  const isBidTaken = isPrice(bestAsk) && bestAsk <= bid && bestBid === bestBeyond(bids, bestAsk)
  return isAskTaken || isBidTaken ? 'ahead' : 'other'
}

function isPrice(best: Price | null | undefined): best is Price {
  return best !== null && best !== undefined
}

/**
 * True if the best prices are a sound book's, or merely meet; a frame without them changes nothing of the former
 * state.
 */
function isSoundPair({ bestBid, bestAsk }: BookChange, { phase, crossedSince }: BookSync): boolean {
  if (bestBid === undefined || bestAsk === undefined) return phase === 'live' && crossedSince !== null
  return bestBid === null || bestAsk === null || bestBid <= bestAsk
}

/** @param match  a change that fits: where its best prices say which levels a match has taken out, the book stays live (INV-22, INV-86) */
function judgeCrossing(book: BookSync, at: number, match: BookChange | null): void {
  const bid = bestPrice(book.bids)
  const ask = bestPrice(book.asks)
  const isCrossed = bid !== null && ask !== null && bid >= ask
  const isLive = !isCrossed || (match !== null && isSoundPair(match, book))
  book.crossedSince = isCrossed ? (book.crossedSince ?? at) : null
  book.phase = isLive ? 'live' : 'crossed'
  book.staleReason = isLive ? null : 'crossed'
}

function isTooLong(since: number | null, at: number): boolean {
  return since !== null && at - since >= PATIENCE_MS
}

/** The levels stay visible, marked stale, until the full book replaces them. */
function resync(book: BookSync, reason: 'gap' | 'crossed' | 'frozen'): boolean {
  book.phase = 'resyncing'
  book.staleReason = reason
  book.mismatches = 0
  book.crossedSince = null
  book.aheadSince = null
  book.version += 1
  return ask(book)
}

function ask(book: BookSync): true {
  book.isAsked = true
  return true
}

function startEpoch(book: BookSync, reason: StaleReason): void {
  dropLevels(book)
  book.phase = 'awaiting'
  book.staleReason = reason
  book.epoch += 1
  book.version += 1
  book.isAsked = false
}

function dropLevels(book: BookSync): void {
  clearLevels(book.bids)
  clearLevels(book.asks)
  book.mismatches = 0
  book.crossedSince = null
  book.aheadSince = null
}
