/** The ticket's figures for a component: asks when the order changes, and again when what they rest on has changed. */
import { useEffect, useState } from 'react'
import { after } from '../platform/state/clock.ts'
import { useStore } from '../platform/state/hooks.ts'
import type { BookStore } from '../platform/live/book-store.ts'
import { useAccount, usePage, useTrading } from './contexts.ts'
import { createPreviews } from '../actions/drafts/previews.ts'
import type { PreviewState, PreviewTerms } from '../actions/drafts/previews.ts'

/** The state of the newest question; `book` is the book of the outcome. */
export function usePreview(terms: PreviewTerms | null, book: BookStore): PreviewState {
  const { client, now } = usePage()
  const { trading } = useTrading()
  const { orders } = useAccount()
  const [previews] = useState(() => createPreviews({ client: client, now: now, after }))
  const state = useStore(previews.state)

  useEffect(() => previews.ask(terms))
  useEffect(() => {
    const stops = [book.subscribeTop, trading.subscribe, orders.subscribe].map((subscribe) =>
      subscribe(previews.renew),
    )
    return () => {
      for (const stop of stops) stop()
      previews.stop()
    }
  }, [previews, book, trading, orders])
  return state
}
