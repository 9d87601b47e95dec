/** State of a watchlist's row: the outcome with its market and event, found from the outcome's id alone. */
import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ONCE, valueOf } from '../../platform/api/queries.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { useMarketData } from '../../contexts/market-data.ts'
import { usePage } from '../../contexts/page.ts'
import { findSelection } from '../../data/markets/selection.ts'
import type { Selection } from '../../data/markets/selection.ts'

export type WatchRowState =
  | { readonly kind: 'found'; readonly selection: Selection }
  | { readonly kind: 'loading' | 'unknown' }

const NO_EVENT = 'pm:'

/** Looks the outcome up once its row is in view: by its book the market, by that the event. */
export function useWatchRow(outcomeId: string, isShown: boolean): WatchRowState {
  const { client } = usePage()
  const { events } = useMarketData()
  const read = useQuery({
    ...ONCE,
    queryKey: ['market of', outcomeId],
    async queryFn({ signal }) {
      const book = valueOf(await client.call('readBook', { params: { outcomeId: outcomeId } }, { signal }))
      return valueOf(await client.call('readMarket', { params: { marketId: book.marketId } }, { signal }))
    },
    enabled: isShown,
  })
  const eventId = read.data?.eventId ?? NO_EVENT
  useEffect(() => {
    if (eventId !== NO_EVENT) events.want([eventId])
  }, [events, eventId])
  const event = useStore(events.event(eventId))
  if (read.error !== null && read.data === undefined) return { kind: 'unknown' }
  if (event === null) return { kind: 'loading' }
  const selection = findSelection(event, outcomeId)
  return selection === null ? { kind: 'unknown' } : { kind: 'found', selection }
}
