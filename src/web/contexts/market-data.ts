/** The markets: books, games, events, search, and watched outcomes. */
import { createContext } from 'react'
import type { EventCache } from '../platform/api/event-cache.ts'
import type { FeedHealth } from '../platform/api/wire.ts'
import type { BookCache } from '../platform/live/book-cache.ts'
import type { GameCache } from '../platform/live/game-cache.ts'
import type { ViewBudget } from '../platform/live/view-budget.ts'
import type { Readable } from '../platform/state/store.ts'
import { useRequired } from '../platform/state/use-required.ts'
import type { Alerts } from '../data/alerts/alerts.ts'
import type { HistorySource } from '../data/markets/history-source.ts'
import type { VolumeAndQueueCache } from '../data/account/volume-and-queue-cache.ts'
import type { Search } from '../data/markets/search.ts'
import type { Watch } from '../data/markets/watchlist.ts'

export type MarketData = {
  readonly books: BookCache
  /** Books of rows in view. */
  readonly view: ViewBudget
  /** Volume by price, own fills and queues of the ladders that are shown. */
  readonly volumeAndQueue: VolumeAndQueueCache
  readonly games: GameCache
  /** Games of rows in view. */
  readonly gamesInView: ViewBudget
  readonly events: EventCache
  readonly histories: HistorySource
  readonly search: Search
  readonly watch: Watch
  readonly alerts: Alerts
  readonly feeds: Readable<readonly FeedHealth[]>
}

export const MarketDataContext = createContext<MarketData | null>(null)

/** The market data of this tab. */
export function useMarketData(): MarketData {
  return useRequired(MarketDataContext)
}
