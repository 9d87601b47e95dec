/**
 * Reads of books over REST. A quiet book is compared with one, to find a feed that is frozen although its connection is open
 * (FEED-1): it never writes a price. A book that is wanted and that the feed has not given by its first deadline is read once a
 * second to be looked at, marked, and never taken for live (assumptions.md).
 */
import { hasLevels } from '#core/book/book-levels.ts'
import type { Level } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import { NO_FACTS } from '#core/market/market-facts.ts'
import type { BookRead, VenueCatalog } from '#ports/venue-catalog.ts'
import type { Log } from '#ports/log.ts'
import type { BookEntry } from './book-entry.ts'
import { applyEvent, applyOutside, publishBook, type BooksState } from './books-state.ts'
import type { CatalogActor } from './catalog.ts'

const QUIET_MS = 10_000
const VERIFY_EVERY_MS = 10_000
const SECOND_LOOK_MS = 2_000
const VERIFIED_AT_ONCE = 4
/** As long as the feed has for a first book. */
const DEADLINE_MS = 5_000
/** A book unread for so long is no longer shown. */
const OLD_MS = 5_000
/** At once, per second, and the number of books shown at most; the venue takes six times as many. */
const POLLED_AT_ONCE = 24
const TOGETHER_MS = 30_000
const SEVERAL = 2

type ReadsParts = {
  readonly venue: Pick<VenueCatalog, 'book'>
  readonly catalog: Pick<CatalogActor, 'learnFacts'>
  readonly log: Log
}

/** Answers what starts the reads that are due; to be called every second. */
export function createBookReads(state: BooksState, { venue, catalog, log }: ReadsParts): () => void {
  const { clock } = state
  const noteFrozen = createFrozenBooks(state, log)
  const verify = createLane(VERIFIED_AT_ONCE, async (entry) => {
    const { frames, sync } = entry
    const { version } = sync
    entry.lastReadAt = clock.monotonic()
    const answer = await venue.book(entry.id)
    if (answer.ok && answer.value !== null) noteRead(state, catalog, entry, answer.value)
    const isOvertaken = entry.frames !== frames || sync.version !== version || sync.phase !== 'live'
    if (isOvertaken || !answer.ok) return
    if (agrees(entry, answer.value)) {
      entry.suspectedAt = null
      entry.verifiedAt = clock.now()
      state.watcher?.verified(entry)
      publishBook(state, entry)
    } else if (entry.suspectedAt === null) {
      entry.suspectedAt = clock.monotonic()
    } else {
      log.warn('books.frozen', { outcome: entry.id })
      entry.suspectedAt = null
      applyOutside(state, entry, { type: 'distrusted', reason: 'frozen' })
      noteFrozen(entry.id)
    }
  })
  const poll = createLane(POLLED_AT_ONCE, async (entry) => {
    entry.polledAt.asked = clock.monotonic()
    const answer = await venue.book(entry.id)
    if (!answer.ok || answer.value === null) return
    const { bids, asks, hash, at } = answer.value
    entry.polledAt.read = entry.polledAt.asked
    noteRead(state, catalog, entry, answer.value)
    applyOutside(state, entry, { type: 'polled', bids, asks, hash, venueTime: at })
  })

  return () => {
    const now = clock.monotonic()
    const held = [...state.entries.values()].filter(({ isHeld }) => isHeld)
    // The longest unread books first.
    verify(held.filter((entry) => isQuiet(entry, now)).sort((a, b) => a.lastReadAt - b.lastReadAt))
    for (const entry of state.entries.values())
      if (isShown(entry) && now - entry.polledAt.read > OLD_MS)
        applyOutside(state, entry, { type: 'unpolled' })
    // Shown books are read before new ones: each of them is one second old.
    poll(
      held
        .filter((entry) => isMissing(entry, now))
        .sort((a, b) => Number(isShown(b)) - Number(isShown(a)) || a.polledAt.asked - b.polledAt.asked),
    )
  }
}

/** Starts reads, so many at once and one of each book. */
function createLane(most: number, read: (entry: BookEntry) => Promise<void>) {
  const reading = new Set<BookEntry>()
  return (due: readonly BookEntry[]): void => {
    const waiting = due.filter((entry) => !reading.has(entry))
    for (const entry of waiting.slice(0, Math.max(0, most - reading.size))) {
      reading.add(entry)
      void read(entry).finally(() => reading.delete(entry))
    }
  }
}

function isQuiet({ sync, suspectedAt, lastReadAt, frameAt }: BookEntry, now: number): boolean {
  if (sync.phase !== 'live') return false
  if (suspectedAt !== null) return now - lastReadAt >= SECOND_LOOK_MS
  return now - frameAt >= QUIET_MS && now - lastReadAt >= VERIFY_EVERY_MS
}

function isMissing({ sync: { phase }, waitingSince }: BookEntry, now: number): boolean {
  return (phase === 'awaiting' || phase === 'resyncing') && now - waitingSince >= DEADLINE_MS
}

function isShown({ sync }: BookEntry): boolean {
  return sync.polledOver !== null
}

/** A venue that has no book for a live outcome contradicts it. */
function agrees({ sync }: BookEntry, read: BookRead | null): boolean {
  return read !== null && hasLevels(sync.bids, read.bids) && hasLevels(sync.asks, read.asks)
}

/** A read of the book carries its tick size and its exchange: what contradicts ours is asked for again, or said before signing. */
function noteRead(
  state: BooksState,
  catalog: ReadsParts['catalog'],
  entry: BookEntry,
  { tickSize = null, negRisk = null, marketId, bids, asks }: BookRead,
): void {
  if (negRisk !== null) catalog.learnFacts(marketId, { ...NO_FACTS, negRisk })
  const own = entry.sync.tickSize
  if (own === null) return
  const isBetween = ([price]: Level): boolean => price % own !== 0
  if ((tickSize !== null && tickSize !== own) || bids.some(isBetween) || asks.some(isBetween))
    doubtTick(state, entry)
}

/** Has the book asked for again, as its tick size may be another. */
export function doubtTick(state: BooksState, entry: BookEntry): void {
  applyEvent(state, entry, { type: 'tick_doubt', at: state.clock.monotonic() })
}

/**
 * To be called with each book that was found frozen. Several books of one connection that an independent read contradicts mean
 * that the connection itself is frozen: it is replaced, not asked for fresh copies (FEED-1).
 */
function createFrozenBooks({ feed, clock }: BooksState, log: Log): (id: OutcomeId) => void {
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
