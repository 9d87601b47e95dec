/**
 * The books that somebody needs, each from the market feed alone. A book that cannot be believed says why; what a
 * feed, an independent read or a clock casts doubt on is asked for again. One that the feed does not give is read over REST
 * to be looked at, marked as that.
 */
import { createHolders } from '#lib/holders.ts'
import { bestPrice, lastBestPrice } from '#core/book/book-levels.ts'
import type { BookTop, BookView, Level, Trade } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { BookSyncEvent } from '#core/machines/book-sync.ts'
import { NO_FACTS } from '#core/market/market-facts.ts'
import type { Market } from '#core/market/market.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import type { RecordedBook } from '#core/recording/records.ts'
import type { Log } from '#ports/log.ts'
import type { BookRead, VenueCatalog } from '#ports/venue-catalog.ts'
import { viewOf, type BookEntry } from './book-entry.ts'
import { applyFeedEvent } from './book-feed.ts'
import { createBookPolls } from './book-polls.ts'
import { createBookVerification } from './book-verification.ts'
import {
  followBook,
  applyEvent,
  applyOutside,
  recordOf,
  createBooksState,
  dropUnused,
  followLater,
  publishBook,
  neededBook,
} from './books-state.ts'
import type { BookWatcher, BooksState } from './books-state.ts'
import type { CatalogActor } from './catalog.ts'
import type { Books } from './contract.ts'
import type { Clock } from '#ports/clock.ts'
import type { MarketFeed } from '#ports/venue-feeds.ts'

const TICK_MS = 1_000
const CLOCK_JUMP_MS = 2_000

type BooksOptions = Pick<BooksState, 'feed' | 'clock' | 'bus'> & {
  readonly catalog: BooksState['catalog'] & Pick<CatalogActor, 'complete' | 'readTick' | 'learnFacts'>
  readonly venue: Pick<VenueCatalog, 'book'>
  readonly log: Log
}

export type BooksActor = ReturnType<typeof createBooks>

/** Builds the actor; the feed is silent until `start`. */
export function createBooks(options: BooksOptions) {
  const { feed, clock } = options
  const state = createBooksState(options)
  const checks = createChecks(state, options)
  let stopTicker: (() => void) | null = null
  return {
    start(): void {
      state.isRunning = true
      const tick = createTick(state, options, checks)
      feed.start((event) => applyFeedEvent(state, event))
      stopTicker = clock.every(TICK_MS, tick)
      if (state.entries.size > 0) followLater(state)
    },
    stop(): void {
      state.isRunning = false
      stopTicker?.()
      feed.stop()
      for (const entry of state.entries.values()) {
        applyEvent(state, entry, { type: 'lost', reason: 'feed_down' })
      }
    },
    hold: createHolders<OutcomeId>((id) => followBook(state, id)).hold,
    view(id: OutcomeId): BookView | null {
      const found = neededBook(state, id)
      return found === null ? null : viewOf(found.entry, found.market)
    },
    peek(id: OutcomeId): BookView | null {
      const known = followedBook(state, id)
      return known === null ? null : viewOf(known.entry, known.market)
    },
    top: (id: OutcomeId): BookTop | null => topOf(state, id),
    lastBest(id: OutcomeId): ReturnType<Books['lastBest']> {
      const sync = state.entries.get(id)?.sync
      return {
        bid: sync === undefined ? null : lastBestPrice(sync.bids),
        ask: sync === undefined ? null : lastBestPrice(sync.asks),
      }
    },
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

type Checks = readonly { check(entries: Iterable<BookEntry>): void }[]

/** The independent read of quiet books, and the reads of books that the feed does not give. */
function createChecks(state: BooksState, { venue, clock, log, feed, catalog }: BooksOptions): Checks {
  const noteFrozen = createFrozenBooks({ feed, clock, log })
  const verification = createBookVerification({
    venue,
    clock,
    log,
    onRead: (entry, read) => noteRead(state, catalog, entry, read),
    onFrozen(entry) {
      applyOutside(state, entry, { type: 'distrusted', reason: 'frozen' })
      noteFrozen(entry.id)
    },
    onVerified(entry) {
      state.watcher?.verified(entry)
      publishBook(state, entry)
    },
  })
  const polls = createBookPolls({
    venue,
    clock,
    onRead(entry, read) {
      const { bids, asks, hash, at } = read
      noteRead(state, catalog, entry, read)
      applyOutside(state, entry, { type: 'polled', bids, asks, hash, venueTime: at })
    },
    onEnd: (entry) => applyOutside(state, entry, { type: 'unpolled' }),
  })
  return [verification, polls]
}

/** Work done once a second, from now on. */
function createTick(state: BooksState, { log, catalog }: BooksOptions, checks: Checks): () => void {
  const { clock, entries } = state
  let last = { wall: clock.now(), monotonic: clock.monotonic() }
  return () => {
    const now = { wall: clock.now(), monotonic: clock.monotonic() }
    const drift = now.wall - last.wall - (now.monotonic - last.monotonic)
    last = now
    dropUnused(state)
    if (Math.abs(drift) > CLOCK_JUMP_MS) {
      log.warn('books.clock_jump', { drift_ms: drift })
      distrustAll(state)
    }
    // Other connections do not affect a book: what its own one carried was published as lost.
    const passed: BookSyncEvent = { type: 'clock', at: now.monotonic }
    for (const entry of entries.values()) {
      applyOutside(state, entry, passed)
      void catalog.complete(entry.id)
      compareTick(state, catalog, entry)
    }
    for (const each of checks) each.check(entries.values())
  }
}

/** A tick size of the catalog, where it is another than the book's, is a doubt once (INV-79). */
function compareTick(state: BooksState, catalog: Pick<CatalogActor, 'readTick'>, entry: BookEntry): void {
  const read = entry.marketId === null ? null : catalog.readTick(entry.marketId)
  const isOther = read !== null && entry.sync.tickSize !== null && read !== entry.sync.tickSize
  if (isOther && read !== entry.doubtedTick) doubtTick(state, entry)
  entry.doubtedTick = isOther ? read : null
}

/** A read of the book carries its tick size and its exchange: what contradicts ours is asked for again, or said before signing. */
function noteRead(
  state: BooksState,
  catalog: Pick<CatalogActor, 'learnFacts'>,
  entry: BookEntry,
  { tickSize = null, negRisk = null, marketId, bids, asks }: BookRead,
): void {
  if (negRisk !== null) catalog.learnFacts(marketId, { ...NO_FACTS, negRisk })
  const own = entry.sync.tickSize
  const isBetween = ([price]: Level): boolean => own !== null && price % own !== 0
  if (
    own !== null &&
    ((tickSize !== null && tickSize !== own) || bids.some(isBetween) || asks.some(isBetween))
  ) {
    doubtTick(state, entry)
  }
}

function doubtTick(state: BooksState, entry: BookEntry): void {
  applyEvent(state, entry, { type: 'tick_doubt', at: state.clock.monotonic() })
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
  const { unreadable, detail, ...status } = feed.status()
  const stale = [...entries.values()].filter(({ sync }) => sync.staleReason !== null).length
  const counted = [
    ...(stale > 0 ? [`${stale} of ${entries.size} books not live`] : []),
    ...(unreadable > 0 ? [`${unreadable} frames unreadable`] : []),
  ]
  return { name: 'market', ...status, detail: detail ?? (counted.length > 0 ? counted.join(', ') : null) }
}

const TOGETHER_MS = 30_000
const SEVERAL = 2

/**
 * Builds the rule; to be called with each book that was found frozen. Several books of one connection that an independent
 * read contradicts mean that the connection itself is frozen: it is replaced, not asked for fresh copies (FEED-1).
 */
function createFrozenBooks(parts: {
  readonly feed: Pick<MarketFeed, 'connectionOf' | 'replaceConnection'>
  readonly clock: Clock
  readonly log: Log
}): (id: OutcomeId) => void {
  const { feed, clock, log } = parts
  const frozenAt = new Map<OutcomeId, number>()

  return (id) => {
    const now = clock.monotonic()
    for (const [other, at] of frozenAt) if (now - at > TOGETHER_MS) frozenAt.delete(other)
    frozenAt.set(id, now)
    const connection = feed.connectionOf(id)
    if (connection === null) return
    const together = [...frozenAt.keys()].filter((other) => feed.connectionOf(other) === connection)
    if (together.length < SEVERAL) return
    for (const other of together) frozenAt.delete(other)
    log.warn('books.connection_replaced', { frozen: together.length })
    feed.replaceConnection(connection)
  }
}
