/** One value of each of several books, as one array that changes only when one of its values does. */
import { useMemo, useSyncExternalStore } from 'react'
import { after } from '../platform/state/clock.ts'
import { createListeners } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'
import { useMarketData } from './contexts.ts'
import type { BookCache } from '../platform/live/book-cache.ts'
import type { BookTop } from '../platform/live/book-store.ts'

/**
 * The values of the books' tops, in the order of the outcomes. It follows none of them.
 *
 * @param key  outcome ids with spaces between them; empty for none
 * @param pick  must be the same function every time
 * @param restMs  the least time between two published changes, for values that need no immediate reaction
 */
export function useTopValues<T>(key: string, pick: (top: BookTop) => T, restMs = 0): readonly T[] {
  const { books } = useMarketData()
  const values = useMemo(() => {
    const all = topValues(books, key, pick)
    return restMs === 0 ? all : rested(all, restMs, after)
  }, [books, key, pick, restMs])
  return useSyncExternalStore(values.subscribe, values.get)
}

/** The first change is published at once, those within `restMs` together after that time. */
export function rested<T>(source: Readable<T>, restMs: number, later: typeof after): Readable<T> {
  const listeners = createListeners()
  let held = source.get()
  let stop: (() => void) | null = null
  let cancel: (() => void) | null = null
  let isOwed = false

  function publish(): void {
    held = source.get()
    isOwed = false
    cancel = later(restMs, () => {
      cancel = null
      if (isOwed) publish()
    })
    listeners.tell()
  }

  return {
    get() {
      if (cancel === null) held = source.get()
      return held
    },
    subscribe(listener) {
      const remove = listeners.add(listener)
      stop ??= source.subscribe(() => {
        if (cancel === null) publish()
        else isOwed = true
      })
      return () => {
        remove()
        if (listeners.size() > 0) return
        stop?.()
        cancel?.()
        stop = null
        cancel = null
      }
    },
  }
}

/** The store behind it. */
export function topValues<T>(
  books: Pick<BookCache, 'book'>,
  key: string,
  pick: (top: BookTop) => T,
): Readable<readonly T[]> {
  const stores = key === '' ? [] : key.split(' ').map((id) => books.book(id))
  let last: readonly T[] = stores.map((book) => pick(book.top()))
  return {
    get() {
      const now = stores.map((book) => pick(book.top()))
      if (now.some((value, at) => !Object.is(value, last[at]))) last = now
      return last
    },
    subscribe(listener) {
      const stops = stores.map((book) => book.subscribeTop(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** Follows the books while mounted: for an effect. */
export function followAll(books: Pick<BookCache, 'follow'>, key: string): () => void {
  const stops = key === '' ? [] : key.split(' ').map((id) => books.follow(id))
  return () => {
    for (const stop of stops) stop()
  }
}
