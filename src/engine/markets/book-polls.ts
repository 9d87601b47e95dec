/**
 * Reads the books that are wanted and that the feed has not given by its first deadline: to be looked at, marked, and never
 * taken for live (assumptions.md). One read a second for each, and a limit for all together.
 */
import type { Clock } from '#ports/clock.ts'
import type { BookRead, VenueCatalog } from '#ports/venue-catalog.ts'
import type { BookEntry } from './book-entry.ts'

/** As long as the feed has for a first book. */
const DEADLINE_MS = 5_000
/** A book unread for so long is no longer shown. */
const OLD_MS = 5_000
/** At once, per second, and the number of books shown at most; the venue takes six times as many. */
const READS_AT_ONCE = 24

/** Reads nothing before the first `check`. */
export function createBookPolls(options: {
  readonly venue: Pick<VenueCatalog, 'book'>
  readonly clock: Clock
  readonly onRead: (entry: BookEntry, read: BookRead) => void
  readonly onEnd: (entry: BookEntry) => void
}) {
  const { venue, clock } = options
  const reading = new Set<BookEntry>()

  function isDue(entry: BookEntry): boolean {
    const { phase } = entry.sync
    const isWaiting = phase === 'awaiting' || phase === 'resyncing'
    return (
      isWaiting &&
      entry.isHeld &&
      !reading.has(entry) &&
      clock.monotonic() - entry.waitingSince >= DEADLINE_MS
    )
  }

  function isShown({ sync }: BookEntry): boolean {
    return sync.polledOver !== null
  }

  async function read(entry: BookEntry): Promise<void> {
    entry.polledAt.asked = clock.monotonic()
    const answer = await venue.book(entry.id)
    if (!answer.ok || answer.value === null) return
    entry.polledAt.read = entry.polledAt.asked
    options.onRead(entry, answer.value)
  }

  return {
    /** Starts the reads that are due; to be called every second. */
    check(entries: Iterable<BookEntry>): void {
      const now = clock.monotonic()
      const due: BookEntry[] = []
      for (const entry of entries) {
        if (isShown(entry) && now - entry.polledAt.read > OLD_MS) options.onEnd(entry)
        if (isDue(entry)) due.push(entry)
      }
      // Shown books are read before new ones: each of them is one second old.
      due.sort((a, b) => Number(isShown(b)) - Number(isShown(a)) || a.polledAt.asked - b.polledAt.asked)
      for (const entry of due.slice(0, Math.max(0, READS_AT_ONCE - reading.size))) {
        reading.add(entry)
        void read(entry).finally(() => reading.delete(entry))
      }
    },
  }
}
