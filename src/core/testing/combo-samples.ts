/** Markets that may be legs of a combo, for tests. */
import type { WantedLeg } from '../combo/combo-legs.ts'
import { parseEventId, parseMarketId, parseOutcomeId, type EventId, type OutcomeId } from '../ids.ts'
import type { Market } from '../market/market.ts'
import { PLAIN_MARKET } from './plain-market.ts'

function known<T>(value: T | null): T {
  if (value === null) throw new Error('a sample is wrong')
  return value
}

/** The outcome `index` of market `number`. */
export function comboOutcome(number: number, index: 0 | 1 = 0): OutcomeId {
  return known(parseOutcomeId(`pm:${number * 10 + index}`))
}

/** Position id of that outcome. */
export function comboPositionOf(number: number, index: 0 | 1 = 0): string {
  return String(1_000_000 + number * 10 + index)
}

/** An eligible market in event `event`. */
export function comboMarket(number: number, event: EventId = eventOf(number)): Market {
  const id = known(parseMarketId(`pm:0x${number.toString(16).padStart(64, '0')}`))
  return {
    ...PLAIN_MARKET,
    id,
    eventId: event,
    slug: `market-${number}`,
    question: `Market ${number}?`,
    comboStatus: 'enabled',
    outcomes: [
      { id: comboOutcome(number, 0), marketId: id, name: 'Yes', positionId: comboPositionOf(number, 0) },
      { id: comboOutcome(number, 1), marketId: id, name: 'No', positionId: comboPositionOf(number, 1) },
    ],
  }
}

function eventOf(number: number): EventId {
  return known(parseEventId(`pm:${number}`))
}

/** A wanted leg: outcome `index` of market `number`, in an event of its own unless said otherwise. */
export function leg(
  number: number,
  index: 0 | 1 = 0,
  options: { readonly event?: number; readonly negRisk?: boolean; readonly market?: Partial<Market> } = {},
): WantedLeg {
  const event = eventOf(options.event ?? number)
  const market = { ...comboMarket(number, event), ...options.market }
  const outcome = market.outcomes[index]
  return {
    outcomeId: outcome.id,
    place: { outcome, market, event: { id: event, negRisk: options.negRisk ?? false } },
  }
}
