/** Outcomes of one event that are chosen to be bought together. */
import type { Event } from '../../platform/api/client.ts'

export type BasketChoice = {
  readonly eventId: string
  /** Markets whose first outcome is chosen. */
  readonly markets: readonly string[]
  /** The one chosen or left last: a range begins there. */
  readonly last: string | null
}

export function emptyBasket(event: Pick<Event, 'id'>): BasketChoice {
  return { eventId: event.id, markets: [], last: null }
}

/** Markets that can be chosen. */
export function basketMarkets(event: Pick<Event, 'markets'>) {
  return event.markets.filter((market) => market.status === 'open' && market.notTradable === null)
}

/** One more market or one fewer; as a range all from the last one to this. */
export function chooseMarket(
  choice: BasketChoice,
  event: Pick<Event, 'markets'>,
  id: string,
  isRange: boolean,
): BasketChoice {
  const all: readonly string[] = basketMarkets(event).map((market) => market.id)
  const isWanted = !choice.markets.includes(id)
  const [from, to] = [choice.last === null || !isRange ? id : choice.last, id].map((one) => all.indexOf(one))
  const range = all.slice(Math.min(from ?? 0, to ?? 0), Math.max(from ?? 0, to ?? 0) + 1)
  const markets = all.filter((one) => (range.includes(one) ? isWanted : choice.markets.includes(one)))
  return { ...choice, markets, last: id }
}

/** All that can be chosen, or none. */
export function chooseAll(choice: BasketChoice, event: Pick<Event, 'markets'>): BasketChoice {
  const all = basketMarkets(event).map((market) => market.id)
  return { ...choice, markets: choice.markets.length < all.length ? all : [], last: null }
}
