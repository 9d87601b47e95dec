/** Events, markets and their outcomes (API-4). */
import { list, nullable, optional, record, says, type CoreOf } from '../codec/codec.ts'
import * as f from '../codec/fields.ts'
import { page } from './lists.ts'
import { eventId, gameId, marketId, outcomeId } from './shared.ts'

const unsaid = 'Null where the venue does not say'
const statistic = says(nullable(f.amount), unsaid)
const status = says(f.oneOf(['open', 'closed', 'resolved']), 'resolved: its winner is known')
const slug = says(f.foreignText, "The venue's short name in its addresses")

const team = record('Team', {
  id: says(f.text, "The venue's id"),
  name: says(f.foreignText, 'Full name'),
  league: says(f.text, 'Code of its league'),
  abbreviation: says(f.foreignText, 'Short name'),
  alias: says(nullable(f.foreignText), 'Another name'),
  record: says(nullable(f.foreignText), 'Wins and losses'),
  color: says(nullable(f.text), 'Colour as #rrggbb'),
})

const tag = record('Tag', {
  id: says(f.text, "The venue's id"),
  label: says(f.foreignText, 'Name of the tag'),
  slug,
})

const league = record('League', {
  code: says(f.foreignText, 'Names it in filters'),
  name: says(f.foreignText, 'Full name'),
  ordering: says(f.oneOf(['home', 'away']), 'The team that the venue lists first'),
})

export const outcome = record('Outcome', {
  id: outcomeId,
  marketId,
  name: says(f.foreignText, 'Name of the outcome'),
  positionId: says(nullable(f.text), 'Id of its shares in combos'),
  bestBid: says(nullable(f.price), 'Of a followed book that is not stale'),
  bestAsk: says(nullable(f.price), 'Of a followed book that is not stale'),
  lastTradePrice: says(nullable(f.price), 'Of a followed book that is not stale'),
  team: says(nullable(team), 'The team that it is named after'),
})

const fees = record(null, {
  rate: says(f.amount, 'Of rate × shares × (p(1-p))^exponent'),
  exponent: says(f.integer, 'See rate'),
  known: says(f.flag, 'False: the venue names a fee in a form that is not understood'),
})

export const market = record('Market', {
  id: marketId,
  eventId,
  slug,
  question: says(f.foreignText, 'The question that it asks'),
  groupTitle: says(nullable(f.foreignText), 'Its title within the event'),
  status,
  acceptingOrders: says(f.flag, 'The venue takes orders now'),
  notTradable: says(nullable(f.text), 'Why the market cannot be traded here at all; null for one that can'),
  negRisk: says(f.flag, 'One of several of which exactly one wins'),
  tickSize: says(nullable(f.tickSize), unsaid),
  minOrderSize: statistic,
  secondsDelay: says(nullable(f.integer), 'Null until the venue says it'),
  sportsMarketType: says(nullable(f.foreignText), "The venue's kind of sports market"),
  line: says(nullable(f.signedAmount), 'Line of a spread or a total'),
  endTime: says(f.optionalInstant, 'When it is planned to end'),
  gameStartTime: says(f.optionalInstant, 'When its game starts'),
  volume: statistic,
  liquidity: statistic,
  fees: says(nullable(fees), 'Of a taker; null: none'),
  comboEligible: says(f.flag, 'It can be a leg of a combo'),
  comboStatus: says(f.oneOf(['enabled', 'pending', 'disabled']), "The venue's word on combos"),
  winningOutcomeId: says(nullable(outcomeId), 'Once resolved, unless it has no winner'),
  cancelsAtStart: says(f.flag, 'The venue cancels resting orders when the game starts'),
  outcomes: says(list(outcome), 'Both of them'),
})

export const event = record('Event', {
  id: eventId,
  slug,
  title: says(f.foreignText, 'Title of the event'),
  description: says(f.foreignText, 'Rules in words'),
  image: says(nullable(f.text), 'Always null: no picture from outside is shown'),
  icon: says(nullable(f.text), 'Always null: no picture from outside is shown'),
  tags: says(list(tag), 'Tags of the venue'),
  status,
  startTime: says(f.optionalInstant, 'When it starts'),
  endTime: says(f.optionalInstant, 'When it is planned to end'),
  negRisk: says(f.flag, 'Exactly one of its markets wins'),
  unlistedMayWin: says(optional(f.flag), 'Or one that is not listed here; left out where none can'),
  volume: statistic,
  liquidity: statistic,
  gameId: nullable(gameId),
  live: says(f.flag, 'Its game is being played'),
  markets: says(list(market), 'Its markets'),
})

export const tagList = page(null, tag, {})
export const teamList = page(null, team, {})
export const leagueList = page(null, league, {})

export const searchAnswer = page('SearchAnswer', event, {
  note: says(nullable(f.text), 'Why the list may lack closed events; null where it lacks none.'),
})

export type MarketRow = CoreOf<typeof market>
export type EventRow = CoreOf<typeof event>
