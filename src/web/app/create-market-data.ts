/** Builds what shows the markets: books, games, events, the last day. */
import type { Client } from '../platform/api/client.ts'
import { createEventCache } from '../platform/api/event-cache.ts'
import { createBookCache } from '../platform/live/book-cache.ts'
import { createGameCache } from '../platform/live/game-cache.ts'
import type { Live } from '../platform/live/socket.ts'
import { createViewBudget } from '../platform/live/view-budget.ts'
import type { Frame } from '../platform/page/frame.ts'
import { createHistorySource } from '../data/markets/history-source.ts'

/** A connection takes 200 topics; ladders, charts and lists need theirs as well. */
const MAX_BOOKS_IN_VIEW = 50
const MAX_GAMES_IN_VIEW = 30

/** Runs a task after some milliseconds, unless it is called off. */
export type After = (ms: number, task: () => void) => () => void

/** The stores of books, games and events. */
export function createMarketData(client: Client, live: Live, frame: Frame, now: () => number, after: After) {
  const books = createBookCache(live, frame, now)
  const games = createGameCache(live, frame)
  return {
    books,
    view: createViewBudget(books, after, MAX_BOOKS_IN_VIEW),
    games,
    gamesInView: createViewBudget(games, after, MAX_GAMES_IN_VIEW),
    events: createEventCache((id) => client.call('readEvent', { params: { eventId: id } })),
    histories: createHistorySource(client),
  }
}
