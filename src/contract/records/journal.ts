/** The journal (API-5): round trips, fills with their measures, and sums. */
import type { GroupId } from '#core/ids.ts'
import type { AmountStatistics } from '#core/journal/statistics.ts'
import { as, type Codec, list, listIfAny, nullable, optional, part, parts } from '../codec/codec.ts'
import { record, says, type WireOf } from '../codec/codec.ts'
import * as f from '../codec/fields.ts'
import { page } from './lists.ts'
import { asOf, clientOrderId, marketId, orderId, place, side, timeInForce } from './shared.ts'

const known = nullable(f.amount)
const knownSigned = nullable(f.signedAmount)
const bestPrices = nullable(
  record(null, {
    bid: says(nullable(f.price), 'Best bid; null for an empty side'),
    ask: says(nullable(f.price), 'Best ask; null for an empty side'),
  }),
)

export const fillMeasure = record(
  'FillMeasure',
  {
    press: says(bestPrices, 'Best prices at the press, as the page showed them'),
    atFill: says(bestPrices, 'Best prices when the fill was received'),
    spreadSide: says(
      nullable(f.oneOf(['bid', 'inside', 'ask'])),
      'A taker at the press, a maker at the fill',
    ),
    slippage_best: says(knownSigned, 'Positive: paid'),
    slippage_mid: says(knownSigned, 'The same against the mid of the press'),
    mark_1s: says(knownSigned, 'Positive: the mid went the way of the fill'),
    mark_10s: says(knownSigned, 'The same after 10 s'),
    mark_1m: says(knownSigned, 'The same after a minute'),
    mark_5m: says(knownSigned, 'The same after 5 minutes'),
    mark_end: says(knownSigned, 'Against what a share paid in the end'),
    pressToWire: as('press_to_wire_ms', says(nullable(f.number), 'From the press until it was sent')),
    wireToAnswer: as('wire_to_answer_ms', says(nullable(f.number), 'Until the venue answered')),
    answerToFill: as('answer_to_fill_ms', says(nullable(f.number), 'Negative: filled before the answer')),
    queueAhead: says(known, 'Shares at its price when its order came to rest; null where it did not rest'),
  },
  'Null: not observed',
)

const league = says(nullable(f.foreignText), 'Code of its league')
const tags = says(list(f.foreignText), 'Tags of the round trip')

const group = optional(f.id<GroupId>())
const template = optional(f.foreignText)
const OWN_OR_OPENER =
  'Of its order; of what closes, where that has none, of the order that opened the round trip'

export const journalRow = record('JournalRow', {
  key: as('id', says(f.text, 'Names the row')),
  tripKey: as('round_trip', says(f.text, 'Id of its round trip')),
  kind: says(f.oneOf(['fill', 'payout']), 'A trade, or what a resolved market paid'),
  at: says(f.instant, 'When it happened'),
  ...place,
  league,
  group: says(group, OWN_OR_OPENER),
  template: says(template, OWN_OR_OPENER),
  tags,
  side: says(nullable(side), 'Null of a payout'),
  price: says(nullable(f.price), 'Price of the fill'),
  size: says(f.amount, 'Shares'),
  fee: says(known, 'Null while it is not known'),
  role: says(nullable(f.oneOf(['maker', 'taker'])), 'Null of a payout'),
  timeInForce: nullable(timeInForce),
  orderId: nullable(orderId),
  clientOrderId: nullable(clientOrderId),
  realisedPnl: says(knownSigned, 'Null of a purchase, and where its cost is not known'),
  isFinal: as('settled', says(f.flag, 'The trade is final')),
  measure: says(fillMeasure, 'Its measures'),
})

export const roundTrip = record('RoundTrip', {
  key: as('id', says(f.text, 'Names the round trip')),
  ...place,
  league,
  group: says(group, 'Of the order that opened it'),
  template: says(template, 'Of the order that opened it'),
  openedAt: says(f.instant, 'Its first purchase'),
  closedAt: says(f.optionalInstant, 'Null while something of it is held'),
  heldMs: says(f.number, 'From its first purchase to its end, or until now'),
  isContinued: as('continued', says(f.flag, 'Held from before the first known trade')),
  entrySize: says(f.amount, 'Shares bought'),
  entryPrice: says(known, 'Average, rounded down'),
  exitSize: says(f.amount, 'Shares sold or paid out'),
  exitPrice: says(known, 'Average of these, rounded down'),
  fees: says(f.amount, 'Of its fills'),
  areFeesKnown: as('fees_known', says(f.flag, 'False when a fee is not known')),
  realisedPnl: says(knownSigned, 'Null where something was sold whose cost is not known'),
  fills: says(f.number, 'How many there are'),
  text: as('note', says(f.foreignText, "The trader's note")),
  tags,
})

export const roundTripList = page(null, roundTrip, {})
export const journalRowList = page(null, journalRow, {})

const sums = record('AmountStatistics', {
  count: says(f.number, 'How many rows have the figure'),
  sum: says(f.signedAmount, 'Exact'),
  mean: says(knownSigned, 'Null of none'),
  median: says(knownSigned, 'Null of none'),
  low: says(knownSigned, "Of Student's 95 % interval of the mean"),
  high: says(knownSigned, 'The upper end of it'),
})

const statistics: Codec<AmountStatistics, WireOf<typeof sums>> = {
  ...sums,
  encode: ({ interval, ...figures }) =>
    sums.encode({ ...figures, low: interval?.low ?? null, high: interval?.high ?? null }),
  decode(wire) {
    const { low, high, ...figures } = sums.decode(wire)
    return { ...figures, interval: low === null || high === null ? null : { low, high } }
  },
}

const times = record('TimeStatistics', {
  count: says(f.number, 'How many fills have the time'),
  median: says(nullable(f.number), 'In milliseconds'),
  p95: says(nullable(f.number), 'In milliseconds'),
})

export const journalSummary = record('JournalSummary', {
  fills: says(f.number, 'Own fills that pass the filters'),
  roundTrips: says(f.number, 'Round trips that they are of'),
  fees: says(f.amount, 'Of the fills'),
  earlier: as('earlier_pnl', says(f.signedAmount, 'Realised before the first known trades; in no filter')),
  profit: says(statistics, 'Realised profit'),
  slippage_best: says(statistics, 'Against the best price of the press; positive: paid'),
  slippage_mid: says(statistics, 'Against the mid of the press'),
  mark_1s: says(statistics, 'Move of the mid after the fill; positive: the way of the fill'),
  mark_10s: says(statistics, 'The same after 10 s'),
  mark_1m: says(statistics, 'The same after a minute'),
  mark_5m: says(statistics, 'The same after 5 minutes'),
  mark_end: says(statistics, 'Against what a share paid in the end'),
  press_to_wire: says(times, 'From the press until it was sent'),
  wire_to_answer: says(times, 'Until the venue answered'),
  answer_to_fill: says(times, 'Until the fill was received'),
  choices: part('What the filters can choose', {
    groups: says(
      listIfAny(
        record(null, {
          group: says(f.id<GroupId>(), 'Names it'),
          name: says(f.foreignText, 'Outcome of its first fill'),
          at: says(f.instant, 'Time of its first fill'),
          fills: says(f.integer, 'How many it has'),
        }),
      ),
      'Scaled orders and baskets that have filled, the latest first',
    ),
    templates: says(
      listIfAny(
        record(null, {
          template: says(f.foreignText, 'Its name'),
          fills: says(f.integer, 'How many there are'),
        }),
      ),
      'Exit templates with fills, the most used first',
    ),
    tags: says(list(f.foreignText), 'Tags in use'),
    leagues: parts('Leagues that were traded', {
      league: says(f.foreignText, 'Code of the league'),
      name: says(f.foreignText, 'Name of the league'),
    }),
    markets: parts('Markets that were traded', { marketId, name: says(f.foreignText, 'Event and market') }),
  }),
  asOf,
})
