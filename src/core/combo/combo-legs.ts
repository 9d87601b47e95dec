/** Which outcomes may be legs of one combo, and why not. Used while building and again before anything is asked. */
import type { EventId, OutcomeId } from '../ids.ts'
import { isComboEligible, type Market, type Outcome } from '../market/market.ts'

/** Why a market's outcomes cannot be legs (VEN-8). */
type ComboIneligible = 'pending' | 'disabled' | 'no_position_id'

export type LegFault = 'unknown' | ComboIneligible | 'closed' | 'contradictory'

/** One wanted leg, with its place in the catalog when that is known. */
export type WantedLeg = {
  readonly outcomeId: OutcomeId
  readonly place: {
    readonly outcome: Outcome
    readonly market: Market
    /** Its members exclude each other. */
    readonly event: { readonly id: EventId; readonly negRisk: boolean }
  } | null
}

/** Why a market is not combo eligible; null when it is. */
export function comboIneligible(market: Market): ComboIneligible | null {
  if (isComboEligible(market)) return null
  return market.comboStatus === 'enabled' ? 'no_position_id' : market.comboStatus
}

/** Key that no two legs may share: the market, or the event when only one of its members can win. */
function exclusionKey(marketId: string, event: { readonly id: string; readonly negRisk: boolean }): string {
  return event.negRisk ? `event ${event.id}` : `market ${marketId}`
}

/**
 * The first fault of each leg, in the order of the legs. Two outcomes of one market, or of one neg-risk event,
 * contradict each other: both are marked.
 */
export function legFaults(legs: readonly WantedLeg[]): readonly (LegFault | null)[] {
  const counts = new Map<string, number>()
  const keys = legs.map(({ place }) =>
    place === null ? null : exclusionKey(place.market.id, eventOf(place)),
  )
  for (const key of keys) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  return legs.map(({ place }, index) => {
    if (place === null) return 'unknown'
    const ineligible = comboIneligible(place.market)
    if (ineligible !== null) return ineligible
    if (place.market.status !== 'open') return 'closed'
    const key = keys[index] ?? null
    return key !== null && (counts.get(key) ?? 0) > 1 ? 'contradictory' : null
  })
}

/** A neg-risk market belongs to an exclusive event, whatever the event itself says. */
function eventOf(place: NonNullable<WantedLeg['place']>): {
  readonly id: EventId
  readonly negRisk: boolean
} {
  return { id: place.event.id, negRisk: place.event.negRisk || place.market.negRisk }
}
