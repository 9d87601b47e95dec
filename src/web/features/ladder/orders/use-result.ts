/** What an outcome pays once its market has been resolved: from the market as it was read, or read again when it happens. */
import { useEffect, useState } from 'react'
import type { Market, Outcome } from '../../../platform/api/wire.ts'
import type { StaleCause } from '../../../platform/live/book-store.ts'
import { usePage } from '../../../model/contexts/page.ts'
import { resultText } from '../ladder-message-text.ts'

/** In words; empty while nothing is known. */
export function useResult(market: Market, outcome: Outcome, stale: StaleCause | null): string {
  const { client } = usePage()
  const [read, setRead] = useState<Market | null>(null)
  const known = market.winning_outcome_id === null && read?.id === market.id ? read : market
  const isAsked = stale === 'resolved' && known.winning_outcome_id === null
  useEffect(() => {
    if (!isAsked) return undefined
    let isOver = false
    void client.call('readMarket', { params: { market_id: market.id } }).then((answer) => {
      if (!isOver && answer.ok) setRead(answer.value)
    })
    return () => {
      isOver = true
    }
  }, [client, market.id, isAsked])
  return resultText(known, outcome, stale === 'resolved')
}
