/** Input of an alert's judgement: the best prices of a live book, or the sports channel's state of a game. */
import type { AlertTarget, BlockedReason } from './alert.ts'
import type { BookTop } from '../book/book.ts'
import type { Game, GameStatus } from '../market/game.ts'

/** One look. Everything but `blocked` may be believed. */
export type AlertReading =
  | { readonly type: 'blocked'; readonly reason: BlockedReason }
  /** Price and spread in steps of 0.0001, points of a score; `tick` in the same unit. */
  | { readonly type: 'value'; readonly value: number; readonly tick: number }
  | { readonly type: 'score'; readonly score: string }
  | { readonly type: 'game'; readonly status: GameStatus }

const NO_BID = 0
const NO_ASK = 10_000

type BookTarget = Extract<AlertTarget, { readonly kind: 'price' | 'spread' }>
type GameTarget = Exclude<AlertTarget, BookTarget>

const blocked = (reason: BlockedReason): AlertReading => ({ type: 'blocked', reason })

/** Reads a book. Where nobody bids the best bid is worth 0, where nobody asks the best ask is worth 1. */
export function readBook(target: BookTarget, top: BookTop | null): AlertReading {
  if (top === null) return blocked('unknown_outcome')
  if (top.staleReason !== null) return blocked(top.staleReason)
  const { bestBid, bestAsk, tickSize: tick } = top
  if (target.kind === 'price') {
    const value = target.direction === 'above' ? (bestBid ?? NO_BID) : (bestAsk ?? NO_ASK)
    return { type: 'value', value, tick }
  }
  if (bestBid === null || bestAsk === null) return blocked('one_sided')
  // A match in progress: the levels it took are not removed yet (INV-86).
  if (bestBid >= bestAsk) return blocked('crossed')
  return { type: 'value', value: bestAsk - bestBid, tick }
}

/** Reads a game. `isFeedLive`: the sports channel is connected now. */
export function readGame(target: GameTarget, game: Game | null, isFeedLive: boolean): AlertReading {
  if (!isFeedLive) return blocked('feed_down')
  if (game === null) return blocked('unknown_game')
  if (game.stale) return blocked('game_stale')
  if (target.kind !== 'score') return { type: 'game', status: game.status }
  if (game.score === null) return blocked('no_score')
  const { home, away } = game.score
  if (target.threshold === null) return { type: 'score', score: `${home}-${away}` }
  return { type: 'value', value: home + away, tick: 1 }
}

/** How far `value` must still move to reach the threshold; 0 or less when it is reached. */
export function distanceTo(target: AlertTarget, value: number): number | null {
  if (!('threshold' in target) || target.threshold === null) return null
  const isBelow = target.kind !== 'score' && target.direction === 'below'
  return isBelow ? value - target.threshold : target.threshold - value
}
