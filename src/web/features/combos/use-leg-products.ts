/** Products of the legs' prices that can be traded now. */
import type { Micros } from '#core/money.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { useTopValues } from '../../contexts/use-tops.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { legsProduct } from './reference.ts'

const bid = (top: BookTop) => (top.ready && top.stale === null ? top.bestBid : null)
const ask = (top: BookTop) => (top.ready && top.stale === null ? top.bestAsk : null)

/** Null while a leg has no current price on that side. */
export function useLegProducts(outcomeIds: readonly string[]): {
  readonly bids: Micros | null
  readonly asks: Micros | null
} {
  const key = outcomeIds.join(' ')
  const bids = useTopValues(key, bid)
  const asks = useTopValues(key, ask)
  const isLinkLive = useSelected(usePage().live.link, (link) => link.state === 'live')
  return isLinkLive ? { bids: legsProduct(bids), asks: legsProduct(asks) } : { bids: null, asks: null }
}
