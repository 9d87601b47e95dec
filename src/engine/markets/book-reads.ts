/**
 * Reads of quiet books over REST, each compared with the book, to find a feed that is frozen although its connection is open
 * (FEED-1): a read never writes a price.
 */
import { hasLevels } from '#core/book/book-levels.ts'
import type { Level } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import { NO_FACTS } from '#core/market/market-facts.ts'
import type { BookRead, VenueCatalog } from '#ports/venue-catalog.ts'
import type { Log } from '#ports/log.ts'
import type { BookEntry } from './book-entry.ts'
import { applyEvent, applyOutside, publishBook, type BooksState } from './books-state.ts'

const QUIET_MS = 10_000
const VERIFY_EVERY_MS = 10_000
const SECOND_LOOK_MS = 2_000
const VERIFIED_AT_ONCE = 4
const TOGETHER_MS = 30_000
const SEVERAL = 2

type ReadsParts = {
  readonly venue: Pick<VenueCatalog, 'book'>
  readonly log: Log
}

/** Answers what starts the reads that are due; to be called every second. */
export function createBookReads(state: BooksState, { venue, log }: ReadsParts): () => void {
  const { clock } = state
  const noteFrozen = createFrozenBooks(state, log)
  const reading = new Set<BookEntry>()

  async function verify(entry: BookEntry): Promise<void> {
    const { frames, sync } = entry
    const { version } = sync
    entry.lastReadAt = clock.monotonic()
    const answer = await venue.book(entry.id)
    if (answer.ok && answer.value !== null) noteRead(state, entry, answer.value)
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
  }

  return () => {
    const now = clock.monotonic()
    const due = [...state.entries.values()].filter(
      (entry) => entry.isHeld && !reading.has(entry) && isQuiet(entry, now),
    )
    // The longest unread books first.
    due.sort((a, b) => a.lastReadAt - b.lastReadAt)
    for (const entry of due.slice(0, Math.max(0, VERIFIED_AT_ONCE - reading.size))) {
      reading.add(entry)
      void verify(entry).finally(() => reading.delete(entry))
    }
  }
}

function isQuiet({ sync, suspectedAt, lastReadAt, frameAt }: BookEntry, now: number): boolean {
  if (sync.phase !== 'live') return false
  if (suspectedAt !== null) return now - lastReadAt >= SECOND_LOOK_MS
  return now - frameAt >= QUIET_MS && now - lastReadAt >= VERIFY_EVERY_MS
}

/** A venue that has no book for a live outcome contradicts it. */
function agrees({ sync }: BookEntry, read: BookRead | null): boolean {
  return read !== null && hasLevels(sync.bids, read.bids) && hasLevels(sync.asks, read.asks)
}

/** A read of the book carries its tick size and its exchange: what contradicts ours is asked for again, or said before signing. */
function noteRead(
  state: BooksState,
  entry: BookEntry,
  { tickSize = null, negRisk = null, marketId, bids, asks }: BookRead,
): void {
  if (negRisk !== null) state.catalog.learnFacts(marketId, { ...NO_FACTS, negRisk })
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
