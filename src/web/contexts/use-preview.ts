/** The ticket's figures for a component: asked for when the order changes, and again when what they rest on has changed. */
import { useEffect, useId } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createRenewal, DEBOUNCE_MS, previewOf, questionOf } from '../actions/drafts/previews.ts'
import type { PreviewTerms } from '../actions/drafts/previews.ts'
import { faultText } from '../platform/api/client.ts'
import type { BookStore } from '../platform/live/book-store.ts'
import { after } from '../platform/state/clock.ts'
import { useLater } from '../platform/state/hooks.ts'
import { useAccount, usePage, useTrading } from './contexts.ts'

export type PreviewState = ReturnType<typeof usePreview>

/** `terms` is null while it is not a whole order; `book` is the book of the outcome. */
export function usePreview(terms: PreviewTerms | null, book: BookStore) {
  const page = usePage()
  const { trading } = useTrading()
  const { orders } = useAccount()
  const queries = useQueryClient()
  const asker = useId()
  const question = questionOf(terms)
  const isAsked = useLater(question, DEBOUNCE_MS) === question
  const { data, error } = useQuery({ ...previewOf(page, asker, terms), enabled: isAsked })

  // An older question is dropped.
  useEffect(
    () => (isAsked ? () => void queries.cancelQueries({ queryKey: ['preview', asker] }) : undefined),
    [queries, asker, isAsked],
  )
  useEffect(() => {
    const { renew, stop } = createRenewal(queries, ['preview', asker], after)
    const stops = [book.subscribeTop, trading.subscribe, orders.subscribe].map((subscribe) =>
      subscribe(renew),
    )
    return () => {
      stop()
      for (const unsubscribe of stops) unsubscribe()
    }
  }, [queries, asker, book, trading, orders])
  return {
    /** The last answer for the outcome; null before the first. */
    last: data?.last ?? null,
    /** The answer to the purchase of the same question; null where it has none. */
    purchase: data?.purchase ?? null,
    /** True if it answers the order as it is in the ticket now. */
    isCurrent: error === null && data?.question === question,
    /** Why there are no newer figures, as text; empty when there are. */
    fault: error === null || !isAsked ? '' : faultText(error.fault),
  }
}
