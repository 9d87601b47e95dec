/**
 * Compares quiet books with an independent read, to find a feed that is frozen although its connection is open. A read
 * never writes a price: it confirms a book or casts doubt on it (FEED-1).
 */
import { hasLevels } from '#core/book/book-levels.ts'
import type { BookRead, VenueCatalog } from '#ports/venue-catalog.ts'
import type { Tools } from '../tools.ts'
import type { BookEntry } from './book-entry.ts'

const QUIET_MS = 10_000
const READ_EVERY_MS = 10_000
const SECOND_LOOK_MS = 2_000
const READS_AT_ONCE = 4

type VerificationOptions = Pick<Tools, 'clock' | 'log'> & {
  readonly venue: Pick<VenueCatalog, 'book'>
  /** Called with each read, before it is judged. */
  readonly onRead: (entry: BookEntry, read: BookRead) => void
  /** Called with a book that differed twice in a row. */
  readonly onFrozen: (entry: BookEntry) => void
  /** Called with a book that an independent read confirmed. */
  readonly onVerified: (entry: BookEntry) => void
}

/** Builds the verification; `check` is to be called every second. */
export function createBookVerification(options: VerificationOptions) {
  const { venue, clock, log } = options
  const reading = new Set<BookEntry>()

  function isDue(entry: BookEntry): boolean {
    if (!entry.isHeld || entry.sync.phase !== 'live' || reading.has(entry)) return false
    const now = clock.monotonic()
    if (entry.suspectedAt !== null) return now - entry.lastReadAt >= SECOND_LOOK_MS
    return now - entry.frameAt >= QUIET_MS && now - entry.lastReadAt >= READ_EVERY_MS
  }

  async function read(entry: BookEntry): Promise<void> {
    const { frames, sync } = entry
    const version = sync.version
    entry.lastReadAt = clock.monotonic()
    const answer = await venue.book(entry.id)
    if (answer.ok && answer.value !== null) options.onRead(entry, answer.value)
    const isOvertaken = entry.frames !== frames || sync.version !== version || sync.phase !== 'live'
    if (isOvertaken || !answer.ok) return
    if (agrees(entry, answer.value)) {
      entry.suspectedAt = null
      entry.verifiedAt = clock.now()
      options.onVerified(entry)
    } else if (entry.suspectedAt === null) {
      entry.suspectedAt = clock.monotonic()
    } else {
      log.warn('books.frozen', { outcome: entry.id })
      entry.suspectedAt = null
      options.onFrozen(entry)
    }
  }

  return {
    /** Starts the reads that are due, the longest unread books first. */
    check(entries: Iterable<BookEntry>): void {
      const due = [...entries].filter(isDue).toSorted((a, b) => a.lastReadAt - b.lastReadAt)
      for (const entry of due.slice(0, READS_AT_ONCE - reading.size)) {
        reading.add(entry)
        void read(entry).finally(() => reading.delete(entry))
      }
    },
  }
}

/** A venue that has no book for a live outcome contradicts it. */
function agrees({ sync }: BookEntry, read: BookRead | null): boolean {
  return read !== null && hasLevels(sync.bids, read.bids) && hasLevels(sync.asks, read.asks)
}
