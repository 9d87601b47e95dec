/** The books that the page follows: one store per outcome, followed while a view shows it. */
import type { BookDelta, BookSnapshot } from '#contract/live.ts'
import { createHolders } from '#lib/holders.ts'
import type { Frame } from '../page/frame.ts'
import { createBookStore } from './book-store.ts'
import type { BookStore } from './book-store.ts'
import type { Live } from './socket.ts'

export type BookCache = ReturnType<typeof createBookCache>

/** Builds the cache. A book that no view follows is stale until one follows it again. */
export function createBookCache(live: Live, frame: Frame, now: () => number) {
  const books = new Map<string, BookStore>()

  /** The store of an outcome; the same one for every caller. */
  function book(outcomeId: string): BookStore {
    const known = books.get(outcomeId)
    if (known !== undefined) return known
    const made: BookStore = createBookStore(now, () => frame.markShare(made.flush))
    books.set(outcomeId, made)
    return made
  }

  const holders = createHolders<string>((outcomeId) => {
    const store = book(outcomeId)
    const stop = live.watch(`book:${outcomeId}`, {
      snapshot: (data) => store.snapshot(data as BookSnapshot),
      delta: (data) => store.delta(data as BookDelta),
      lost: store.lost,
    })
    return () => {
      stop()
      store.lost('resync')
    }
  })

  /** `follow` follows the outcome until the returned function is called. */
  return { book, follow: holders.hold }
}
