/** Names and tick of an outcome, for whatever names an outcome. */
import type { EventId, MarketId, OutcomeId } from '#core/ids.ts'
import { knownFigures, marketTitle } from '#core/market/market.ts'
import type { TickSize } from '#core/price.ts'
import type { OutcomePlace } from './catalog-index.ts'

export type Names = {
  readonly eventTitle: string
  readonly marketTitle: string
  readonly outcomeName: string
}

export type Titles = Names & { readonly eventId: EventId | null; readonly tickSize: TickSize | null }

type Outcomes = { readonly outcome: (id: OutcomeId) => OutcomePlace | null }

/** Names of a place in the catalog. */
export function namesOf({ event, market, outcome }: OutcomePlace): Names {
  return { eventTitle: event.title, marketTitle: marketTitle(market), outcomeName: outcome.name }
}

/** Names and tick of an outcome; its ids where the catalog does not know it. */
export function titlesOf(
  catalog: Outcomes,
  { outcomeId, marketId }: { readonly outcomeId: OutcomeId; readonly marketId: MarketId },
): Titles {
  const known = catalog.outcome(outcomeId)
  return known === null
    ? { eventId: null, eventTitle: marketId, marketTitle: marketId, outcomeName: outcomeId, tickSize: null }
    : { eventId: known.event.id, ...namesOf(known), tickSize: knownFigures(known.market).tickSize }
}
