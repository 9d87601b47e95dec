/** The top of a book for rows of lists: followed while the row is in view, within the budget of the page. */
import { useEffect, useSyncExternalStore } from 'react'
import { useMarketData } from './contexts.ts'
import type { BookStore, BookTop } from '../platform/live/book-store.ts'

/** Follows the outcome while `isShown`; the top is of the last flush and says itself whether it is current. */
export function useShownTop(outcomeId: string, isShown: boolean): BookTop {
  const { books, view } = useMarketData()
  useEffect(() => (isShown ? view.show(outcomeId) : undefined), [view, outcomeId, isShown])
  const book = books.book(outcomeId)
  return useSyncExternalStore(book.subscribeTop, book.top)
}

/** One part of a book's top; renders again only when that part changes. `pick` answers the same reference for the same part. */
export function useTopPart<Part>(book: BookStore, pick: (top: BookTop) => Part): Part {
  return useSyncExternalStore(book.subscribeTop, () => pick(book.top()))
}
