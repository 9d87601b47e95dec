/** The selected outcome, with its market and event. */
import type { Event, Market, Outcome } from '../../platform/api/client.ts'
import { eventAddress } from '../../platform/page/route.ts'

export type Selection = { readonly event: Event; readonly market: Market; readonly outcome: Outcome }

/** The address of the selected outcome: closing another view goes back to it. */
export function tradeAddress(selected: Selection | null): string {
  return selected === null ? '/' : eventAddress(selected.event.slug, selected.outcome.id)
}

/** Finds an outcome in an event; without an id, the first outcome of the first market that can be traded. */
export function findSelection(event: Event, outcomeId: string | null): Selection | null {
  for (const market of event.markets) {
    for (const outcome of market.outcomes) {
      if (outcome.id === outcomeId) return { event, market, outcome }
    }
  }
  const market = event.markets.find((one) => one.acceptingOrders && one.status === 'open') ?? event.markets[0]
  const outcome = market?.outcomes[0]
  return market === undefined || outcome === undefined ? null : { event, market, outcome }
}

/** The market's name in a list under its event. */
export function marketTitle(event: Event, market: Market): string {
  return market.groupTitle ?? (event.markets.length === 1 ? event.title : market.question)
}

/** The other outcome of a two-outcome market. */
export function otherOutcome(market: Market, outcome: Outcome): Outcome | null {
  return market.outcomes.find((one) => one.id !== outcome.id) ?? null
}
