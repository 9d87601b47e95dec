/**
 * The books that somebody needs, each from the market feed alone. A book that cannot be believed says why; what a
 * feed, an independent read or a clock casts doubt on is asked for again.
 */
import { createHolders } from '#lib/holders.ts'
import { bestPrice, lastBestPrice } from '#core/book/book-levels.ts'
import type { BookTop, BookView, Trade } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { BookSyncEvent } from '#core/machines/book-sync.ts'
import { knownFigures, type Market } from '#core/market/market.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import type { RecordedBook } from '#core/recording/records.ts'
import type { Log } from '#ports/log.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import { viewOf, type BookEntry } from './book-entry.ts'
import { applyFeedEvent } from './book-feed.ts'
import { createBookReads, doubtTick } from './book-reads.ts'
import {
  followBook,
  applyEvent,
  applyOutside,
  recordOf,
  createBooksState,
  dropUnused,
  followLater,
  neededBook,
} from './books-state.ts'
import type { BookWatcher, BooksState } from './books-state.ts'
import type { CatalogActor } from './catalog.ts'
import { feedHealth } from './feed-status.ts'

const TICK_MS = 1_000

type BooksOptions = Pick<BooksState, 'feed' | 'clock' | 'bus'> & {
  readonly catalog: BooksState['catalog'] & Pick<CatalogActor, 'complete'>
  readonly venue: Pick<VenueCatalog, 'book'>
  readonly log: Log
}

export type BooksActor = ReturnType<typeof createBooks>

/** As the edges and the rest of the engine see it. */
export type Books = Omit<BooksActor, 'followed' | 'record' | 'watch'>

/** Builds the actor; the feed is silent until `start`. */
export function createBooks(options: BooksOptions) {
  const { feed, clock, bus, catalog } = options
  const state = createBooksState(options)
  const readDue = createBookReads(state, options)
  let ends: readonly (() => void)[] = []

  function tick(): void {
    dropUnused(state)
    // Other connections do not affect a book: what its own one carried was published as lost.
    const passed: BookSyncEvent = { type: 'clock', at: clock.monotonic() }
    for (const entry of state.entries.values()) {
      applyOutside(state, entry, passed)
      void catalog.complete(entry.id)
      compareTick(state, entry)
    }
    readDue()
  }

  return {
    start(): void {
      state.isRunning = true
      feed.start((event) => applyFeedEvent(state, event))
      ends = [clock.every(TICK_MS, tick), bus.subscribe('clock_jumped', () => distrustAll(state))]
      if (state.entries.size > 0) followLater(state)
    },
    stop(): void {
      state.isRunning = false
      for (const end of ends) end()
      feed.stop()
      for (const entry of state.entries.values()) {
        applyEvent(state, entry, { type: 'lost', reason: 'feed_down' })
      }
    },
    /** Keeps the outcome followed until released; the same outcome may be held many times. */
    hold: createHolders<OutcomeId>((id) => followBook(state, id)).hold,
    /** Follows for 60 s when nobody holds it. Null for an outcome that the catalog does not know. */
    view(id: OutcomeId): BookView | null {
      const found = neededBook(state, id)
      return found === null ? null : viewOf(found.entry, found.market)
    },
    /** The book of an outcome that is followed already; null for any other. Following is neither begun nor prolonged. */
    peek(id: OutcomeId): BookView | null {
      const known = followedBook(state, id)
      return known === null ? null : viewOf(known.entry, known.market)
    },
    /** The best prices of an outcome that is followed already, without a copy of the book; null for any other. */
    top: (id: OutcomeId): BookTop | null => topOf(state, id),
    /** The best prices as they were when their sides last had one: what is left to measure from when a side is empty. */
    lastBest(id: OutcomeId) {
      const sync = state.entries.get(id)?.sync
      return {
        bid: sync === undefined ? null : lastBestPrice(sync.bids),
        ask: sync === undefined ? null : lastBestPrice(sync.asks),
      }
    },
    /** The last 50 trades received while followed, newest first; follows like `view`. Null for an outcome that the catalog does not know. */
    trades: (id: OutcomeId): readonly Trade[] | null => neededBook(state, id)?.entry.trades ?? null,
    health: (): FeedHealth => healthOf(state),
    /** Every outcome followed now. */
    followed: (): Iterable<OutcomeId> => state.entries.keys(),
    /** A followed book as it is now; null for any other. */
    record(id: OutcomeId): RecordedBook | null {
      const entry = state.entries.get(id)
      return entry === undefined ? null : recordOf(state, entry)
    },
    /** One watcher, from now on. */
    watch(watcher: BookWatcher): void {
      state.watcher = watcher
    },
  }
}

/** A tick size of the catalog, where it is another than the book's, is a doubt once (INV-79). */
function compareTick(state: BooksState, entry: BookEntry): void {
  const market = state.catalog.outcome(entry.id)?.market
  const read = market === undefined ? null : knownFigures(market).tickSize
  const isOther = read !== null && entry.sync.tickSize !== null && read !== entry.sync.tickSize
  if (isOther && read !== entry.doubtedTick) doubtTick(state, entry)
  entry.doubtedTick = isOther ? read : null
}

/** Events during a stopped or changed clock are unknown: all books end, and come again over new connections. */
function distrustAll(state: BooksState): void {
  const connections = new Set<number>()
  for (const entry of state.entries.values()) {
    const connection = state.feed.connectionOf(entry.id)
    if (connection !== null) connections.add(connection)
    applyOutside(state, entry, { type: 'distrusted', reason: 'gap' })
  }
  for (const connection of connections) state.feed.replaceConnection(connection)
}

function followedBook(
  { entries, catalog }: BooksState,
  id: OutcomeId,
): { readonly entry: BookEntry; readonly market: Market } | null {
  const entry = entries.get(id)
  const market = entry === undefined ? undefined : catalog.outcome(id)?.market
  return entry === undefined || market === undefined ? null : { entry, market }
}

function topOf(state: BooksState, id: OutcomeId): BookTop | null {
  const known = followedBook(state, id)
  if (known === null) return null
  const { bids, asks, tickSize, staleReason } = known.entry.sync
  return {
    bestBid: bestPrice(bids),
    bestAsk: bestPrice(asks),
    tickSize: tickSize ?? known.market.tickSize,
    staleReason,
  }
}

function healthOf({ feed, entries }: BooksState): FeedHealth {
  const stale = [...entries.values()].filter(({ sync }) => sync.staleReason !== null).length
  return feedHealth('market', feed.status(), stale > 0 ? [`${stale} of ${entries.size} books not live`] : [])
}
