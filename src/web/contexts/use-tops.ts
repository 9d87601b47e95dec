/** One value of each of several books, as one array that changes only when one of its values does. */
import { useMemo, useSyncExternalStore } from 'react'
import { clockOf } from '../platform/state/clock.ts'
import type { Readable } from '../platform/state/store.ts'
import { useMarketData } from './contexts.ts'
import type { BookCache } from '../platform/live/book-cache.ts'
import type { BookTop } from '../platform/live/book-store.ts'

/**
 * The values of the books' tops, in the order of the outcomes. It follows none of them.
 *
 * @param key  outcome ids with spaces between them; empty for none
 * @param pick  must be the same function every time
 * @param restMs  how often they are looked at, for values that need no immediate reaction; 0 for every change
 */
export function useTopValues<T>(key: string, pick: (top: BookTop) => T, restMs = 0): readonly T[] {
  const { books } = useMarketData()
  const values = useMemo(() => topValues(books, key, pick), [books, key, pick])
  const { subscribe } = restMs === 0 ? values : clockOf(restMs)
  return useSyncExternalStore(subscribe, values.get)
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
