/** The followed books as one state, and what changes it: events of a book, its holders, and when it is dropped. */
import type { OutcomeId } from '#core/ids.ts'
import { createBookSync, stepBook, type BookSyncEvent } from '#core/machines/book-sync.ts'
import type { Instant, Market } from '#core/market/market.ts'
import { recordBook } from '#core/recording/book-state.ts'
import type { RecordedBook } from '#core/recording/records.ts'
import type { Clock } from '#ports/clock.ts'
import type { MarketFeed } from '#ports/venue-feeds.ts'
import { createBookEntry, type BookEntry } from './book-entry.ts'
import type { CatalogActor } from './catalog.ts'
import type { Bus } from '../bus.ts'

const LINGER_MS = 60_000

/** Called after book changes that do not come from the feed. */
export type BookWatcher = {
  /** Followed from now on, or in a state that a read, a doubt or the clock has brought about. */
  changed(entry: BookEntry): void
  /** An independent read agreed. */
  verified(entry: BookEntry): void
  dropped(id: OutcomeId): void
}

export type BooksState = {
  readonly feed: MarketFeed
  readonly catalog: Pick<CatalogActor, 'announce' | 'outcome' | 'market' | 'learnFacts' | 'refresh'>
  readonly clock: Clock
  readonly bus: Bus
  readonly entries: Map<OutcomeId, BookEntry>
  /** Where the counters of outcomes that are no longer followed stood. */
  readonly retired: Map<OutcomeId, { readonly epoch: number; readonly version: number }>
  /** Trades so far, of all outcomes. */
  trades: number
  isRunning: boolean
  isFollowPending: boolean
  /** Null while nobody records. */
  watcher: BookWatcher | null
}

/** No book yet, and the feed not started. */
export function createBooksState(parts: Pick<BooksState, 'feed' | 'catalog' | 'clock' | 'bus'>): BooksState {
  const { feed, catalog, clock, bus } = parts
  const rest = { trades: 0, isRunning: false, isFollowPending: false, watcher: null }
  return { feed, catalog, clock, bus, entries: new Map(), retired: new Map(), ...rest }
}

/** Publishes that a book has changed. */
export function publishBook({ bus }: BooksState, { id, sync }: BookEntry): void {
  bus.publish('book', { outcomeId: id, version: sync.version })
}

/** Applies one event to a book, publishes the change and asks for a fresh copy where the rules say so. */
export function applyEvent(
  state: BooksState,
  entry: BookEntry,
  event: BookSyncEvent,
  now = state.clock.now(),
): void {
  const { version: before } = entry.sync
  const mustResync = stepBook(entry.sync, event)
  if (entry.sync.version !== before) {
    entry.changedAt = now
    publishBook(state, entry)
  }
  if (mustResync && state.isRunning) state.feed.resync(entry.id)
}

/** Applies what is not in the frames: a read, a doubt, the clock. */
export function applyOutside(state: BooksState, entry: BookEntry, event: BookSyncEvent): void {
  const { version } = entry.sync
  applyEvent(state, entry, event)
  if (entry.sync.version !== version) state.watcher?.changed(entry)
}

/** A book as it is now, for a recording. */
export function recordOf(
  { trades }: BooksState,
  { id, sync, marketId, changedAt, verifiedAt, trades: last }: BookEntry,
): RecordedBook {
  const rest = { outcomeId: id, marketId, changedAt, verifiedAt, tradesSoFar: trades, trades: last }
  return recordBook(sync, rest)
}

/**
 * Applies what a frame says of a book.
 *
 * @param at  monotonic
 * @param now  one reading of the clock for all books of a frame
 */
export function applyFrame(
  state: BooksState,
  entry: BookEntry,
  event: BookSyncEvent,
  at: number,
  now: Instant,
): void {
  entry.frameAt = at
  entry.frames += 1
  entry.suspectedAt = null
  applyEvent(state, entry, event, now)
}

function entryOf(state: BooksState, id: OutcomeId): BookEntry {
  const { entries, retired, clock } = state
  const known = entries.get(id)
  if (known !== undefined) return known
  const at = clock.monotonic()
  const entry = createBookEntry(id, createBookSync(retired.get(id)), at)
  retired.delete(id)
  entries.set(id, entry)
  state.watcher?.changed(entry)
  followLater(state)
  return entry
}

/** Has the feed follow the books of now; many holds of one turn make one request. */
export function followLater(state: BooksState): void {
  if (state.isFollowPending) return
  state.isFollowPending = true
  queueMicrotask(() => {
    state.isFollowPending = false
    if (state.isRunning) state.feed.follow([...state.entries.keys()])
  })
}

/** Follows a book until the answered function is called. */
export function followBook(state: BooksState, id: OutcomeId): () => void {
  const entry = entryOf(state, id)
  entry.isHeld = true
  return () => {
    entry.isHeld = false
    entry.usedAt = state.clock.monotonic()
  }
}

/** The entry that readers need now, followed from here on; null for an outcome that the catalog does not know. */
export function neededBook(
  state: BooksState,
  id: OutcomeId,
): { readonly entry: BookEntry; readonly market: Market } | null {
  const market = state.catalog.outcome(id)?.market
  if (market === undefined) return null
  const entry = entryOf(state, id)
  entry.usedAt = state.clock.monotonic()
  entry.marketId = market.id
  return { entry, market }
}

/** Stops following what nobody has held or read for a minute. */
export function dropUnused(state: BooksState): void {
  const { entries, retired } = state
  const now = state.clock.monotonic()
  for (const entry of entries.values()) {
    if (entry.isHeld || now - entry.usedAt < LINGER_MS) continue
    entries.delete(entry.id)
    state.watcher?.dropped(entry.id)
    retired.set(entry.id, { epoch: entry.sync.epoch, version: entry.sync.version })
    followLater(state)
  }
}
