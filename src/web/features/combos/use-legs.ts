/** The legs of the combo draft as they are: what is wrong with each, and the products of their prices that can be traded now. */
import { useSyncExternalStore } from 'react'
import type { Micros } from '#core/money.ts'
import type { Event } from '../../platform/api/client.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { useTopValues } from '../../contexts/use-tops.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { useMarketData, usePage } from '../../contexts/contexts.ts'
import { legFaults, legsProduct } from './reference.ts'
import type { DraftLeg } from '../../actions/drafts/combo-draft.ts'

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

/** Facts behind the faults of a leg. */
function stateOf(leg: DraftLeg, event: Event | null): string {
  const market = event?.markets.find(({ id }) => id === leg.marketId)
  return market === undefined ? '' : `${market.status} ${market.comboEligible} ${market.comboStatus}`
}

/** Faults in the order of the legs; renewed when an event of theirs is. */
export function useLegFaults(legs: readonly DraftLeg[]): readonly (string | null)[] {
  const { events } = useMarketData()
  useSyncExternalStore(
    (listener) => {
      const stops = legs.map(({ eventId }) => events.event(eventId).subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    () => legs.map((leg) => stateOf(leg, events.event(leg.eventId).get())).join(),
  )
  return legFaults(legs, (eventId) => events.event(eventId).get())
}
