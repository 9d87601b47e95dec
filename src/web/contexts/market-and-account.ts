/** The stores of markets and of the account, over the live connection or that of a replay. */
import { createEventCache } from '../platform/api/event-cache.ts'
import { createBookCache } from '../platform/live/book-cache.ts'
import { createGameCache } from '../platform/live/game-cache.ts'
import type { Live } from '../platform/live/socket.ts'
import { createViewBudget } from '../platform/live/view-budget.ts'
import { createFrame } from '../platform/page/frame.ts'
import type { Frame } from '../platform/page/frame.ts'
import { after } from '../platform/state/clock.ts'
import type { HistorySource } from '../data/markets/history.ts'
import { createAccountStore } from '../data/account/account-store.ts'
import { createOwnLevels } from '../data/account/own-levels.ts'
import { createOwnLists } from '../data/account/own-lists.ts'

/** A connection takes 200 topics; ladders, charts and lists need theirs as well. */
const MAX_BOOKS_IN_VIEW = 50
const MAX_GAMES_IN_VIEW = 30

/** A frame of this window. */
export function createWindowFrame(): Frame {
  return createFrame(
    (task) => window.requestAnimationFrame(task),
    () => performance.now(),
  )
}

/** Books, games and events, live or of a replay. */
export function createMarkets(parts: {
  readonly live: Live
  readonly frame: Frame
  readonly now: () => number
  readonly readEvent: Parameters<typeof createEventCache>[0]
  readonly histories: HistorySource
}) {
  const { live, frame, now, readEvent, histories } = parts
  const books = createBookCache(live, frame, now)
  const games = createGameCache(live, frame)
  return {
    books,
    /** Books of rows in view. */
    view: createViewBudget(books, after, MAX_BOOKS_IN_VIEW),
    games,
    /** Games of rows in view. */
    gamesInView: createViewBudget(games, after, MAX_GAMES_IN_VIEW),
    events: createEventCache(readEvent),
    histories,
  }
}

/** Orders open and just ended, own levels by price, fills, positions and cash, live or of a replay. */
export function createAccount(
  live: Live,
  intents: Parameters<typeof createOwnLevels>[1],
  options: Parameters<typeof createOwnLists>[0],
) {
  const lists = createOwnLists(options)
  /** Cash, exposure and profit. */
  const account = createAccountStore()
  live.watch('orders', lists.orders)
  live.watch('fills', lists.fills)
  live.watch('positions', lists.positions)
  live.watch('resolution_pnl', lists.resolutionPnl)
  live.watch('account', account)
  return { ...lists, account, own: createOwnLevels(lists.orders, intents) }
}
