/** Events, markets and their outcomes (API-4). */
import type { EventId, GameId, MarketId, OutcomeId } from '#core/ids.ts'
import { list, nullable, record, says, type CoreOf } from '../codec/codec.ts'
import {
  amount,
  flag,
  foreignText,
  id,
  integer,
  oneOf,
  optionalInstant,
  price,
  signedAmount,
  text,
  tickSize,
} from '../codec/fields.ts'
import { page } from './lists.ts'

const unsaid = 'Null where the venue does not say'
const statistic = says(nullable(amount), unsaid)
const status = oneOf(['open', 'closed', 'resolved'])
const bestPrice = nullable(price)

export const team = record('Team', {
  id: text,
  name: foreignText,
  league: text,
  abbreviation: foreignText,
  alias: nullable(foreignText),
  record: nullable(foreignText),
  color: nullable(text),
})

export const tag = record('Tag', { id: text, label: foreignText, slug: foreignText })

export const league = record('League', {
  code: foreignText,
  name: foreignText,
  ordering: oneOf(['home', 'away']),
})

export const outcome = record('Outcome', {
  id: id<OutcomeId>(),
  marketId: id<MarketId>(),
  name: foreignText,
  positionId: nullable(text),
  bestBid: bestPrice,
  bestAsk: bestPrice,
  lastTradePrice: bestPrice,
  team: nullable(team),
})

export const market = record('Market', {
  id: id<MarketId>(),
  eventId: id<EventId>(),
  slug: foreignText,
  question: foreignText,
  groupTitle: nullable(foreignText),
  status,
  acceptingOrders: flag,
  notTradable: says(nullable(text), 'Why the market cannot be traded here at all; null for one that can'),
  negRisk: flag,
  tickSize: says(nullable(tickSize), unsaid),
  minOrderSize: statistic,
  secondsDelay: says(nullable(integer), 'Null until the venue says it'),
  sportsMarketType: nullable(foreignText),
  line: nullable(signedAmount),
  endTime: optionalInstant,
  gameStartTime: optionalInstant,
  volume: statistic,
  liquidity: statistic,
  fees: nullable(record(null, { rate: amount, exponent: integer, known: flag })),
  comboEligible: flag,
  comboStatus: oneOf(['enabled', 'pending', 'disabled']),
  winningOutcomeId: nullable(id<OutcomeId>()),
  cancelsAtStart: flag,
  outcomes: list(outcome),
})

export const event = record('Event', {
  id: id<EventId>(),
  slug: foreignText,
  title: foreignText,
  description: foreignText,
  image: nullable(text),
  icon: nullable(text),
  tags: list(tag),
  status,
  startTime: optionalInstant,
  endTime: optionalInstant,
  negRisk: flag,
  volume: statistic,
  liquidity: statistic,
  gameId: nullable(id<GameId>()),
  live: flag,
  markets: list(market),
})

export const searchAnswer = page('SearchAnswer', event, {
  note: says(nullable(text), 'Why the list may lack closed events; null where it lacks none.'),
})

export type MarketRow = CoreOf<typeof market>
export type EventRow = CoreOf<typeof event>
