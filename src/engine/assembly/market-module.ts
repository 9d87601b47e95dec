/** Builds the market module of the engine: catalog, books, games and price history. */
import type { OutcomeId } from '#core/ids.ts'
import type { CatalogStore } from '#ports/stores.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import type { MarketFeed, SportsFeed } from '#ports/venue-feeds.ts'
import type { Tools } from '../tools.ts'
import { createBooks } from '../markets/books.ts'
import { createCatalog } from '../markets/catalog.ts'
import { createGames } from '../markets/games.ts'
import { createHistory } from '../markets/history.ts'

type MarketModuleOptions = Pick<Tools, 'clock' | 'bus' | 'log'> & {
  readonly venue: VenueCatalog
  readonly marketFeed: MarketFeed
  readonly sportsFeed: SportsFeed
  readonly store: CatalogStore
}

export type MarketModule = ReturnType<typeof createMarketModule>

/** Builds the market module; nothing is read and no feed is opened before `start`. */
export function createMarketModule(options: MarketModuleOptions) {
  const { venue, marketFeed, sportsFeed, store, clock, bus, log } = options
  const sources: (() => Iterable<OutcomeId>)[] = []
  const watched = (): readonly OutcomeId[] => sources.flatMap((outcomes) => [...outcomes()])
  const catalog = createCatalog({ venue, store, clock, bus, log, watched })
  const books = createBooks({ feed: marketFeed, venue, catalog, clock, bus, log })
  sources.push(() => books.followed())
  const games = createGames({ feed: sportsFeed, catalog, clock, bus })
  return {
    catalog,
    books,
    games,
    history: createHistory({ venue, catalog, clock }),
    /** Adds outcomes whose events are read more often. */
    watch: (outcomes: () => Iterable<OutcomeId>): void => void sources.push(outcomes),
    /** Resolves once the catalog is searchable, however long the venue is away; books and games work from the first turn. */
    start: async (): Promise<void> => {
      books.start()
      games.start()
      await catalog.start()
    },
    stop: (): void => {
      books.stop()
      games.stop()
      catalog.stop()
    },
  }
}
