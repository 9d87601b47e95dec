/** The account: summary, activity, profit by the venue (API-5). Every figure comes from the backend with its time. */
import { ACTIVITY_KINDS } from '#core/position/activity.ts'
import { DIFFERENCE_CAUSES } from '#core/position/position.ts'
import { as, nullable, parts, record, says } from '../codec/codec.ts'
import * as f from '../codec/fields.ts'
import { ownState, page } from './lists.ts'
import { asOf, eventId, marketId, outcomeId, side, titles, txHash } from './shared.ts'

export const differenceCause = {
  ...f.oneOf(DIFFERENCE_CAUSES, 'DifferenceCause'),
  description:
    "indexer_behind: the venue's list is older than our last fill; settling: trades are not final; " +
    'foreign_activity: orders from outside this terminal traded; not_a_trade: shares came or went by split, merge, ' +
    'transfer or payout; history_incomplete: trades from before what the venue still lists; fees_in_basis: the venue ' +
    'does not show which fees belong to shares still held; rounding: less than 0.01; other_mark: the venue values at another price; ' +
    'outcome_name: the venue’s row calls the outcome by another name than its catalog, so that its tokens may be the other way round',
}

const known = nullable(f.amount)
const knownSigned = nullable(f.signedAmount)

const venueAccount = record(
  'VenueAccountView',
  {
    positionsValue: says(known, 'Value of its positions'),
    unrealised: as('unrealised_pnl', says(knownSigned, 'Value less cost of open positions')),
    realised: as('realised_pnl', says(knownSigned, 'Realised profit')),
    valueDifference: says(knownSigned, 'Ours less the venue’s'),
    pnlDifference: says(knownSigned, 'Realised, ours minus the venue’s'),
    differing: as('differing_positions', says(f.integer, 'Positions whose size or profit differs')),
    likelyCause: says(nullable(differenceCause), 'Why they may differ'),
    since: says(f.optionalInstant, 'Since when they have differed'),
    asOf: says(f.instant, 'When its list was read'),
  },
  'Sums are null where one of the positions lacks the figure',
)

/** Decimals of pUSD. Sums leave out what `positions_without_mark` and, of profit, `positions_without_cost` count. */
export const accountSummary = record('AccountSummary', {
  cash: says(known, 'At the venue, with reserved cash, less buys that have not settled; null until read'),
  cashComing: as(
    'settling_cash',
    says(f.amount, 'Of sales that have not settled: in equity, not in cash yet'),
  ),
  reserved: says(f.amount, 'What open buys, and combos that are being accepted, may still take'),
  available: says(known, 'cash less reserved'),
  cashAsOf: says(f.optionalInstant, 'When cash was read'),
  positionsValue: says(f.amount, 'Open positions at their mark, redeemable ones at payout'),
  liquidationValue: says(f.amount, 'What the bids give for all open positions now, and what can be redeemed'),
  liquidationComplete: says(f.flag, 'The bids take everything, and no book is stale'),
  equity: says(known, 'cash, settling_cash and liquidation_value'),
  exposure: says(f.amount, 'positions_cost, open_orders_cost, combo_cost_basis, combos just accepted'),
  positionsCost: says(f.amount, 'Cost basis of open positions; of an unknown one the most it can be'),
  openOrdersCost: says(f.amount, 'What open buys may still cost'),
  comboCostBasis: says(known, 'Open combos at cost; in exposure only. Null while combos are not read'),
  unrealised: as('unrealised_pnl', says(f.signedAmount, 'Value less cost of open positions')),
  realised: as('realised_pnl', says(f.signedAmount, 'Of all known trades and payouts')),
  realisedToday: as('realised_pnl_today', says(f.signedAmount, 'Since 00:00 UTC')),
  settlingPnl: says(f.signedAmount, 'Part of realised_pnl that rests on trades not yet final'),
  fees: says(f.amount, 'Fees of all known trades'),
  feesKnown: says(f.flag, 'False when a trade’s fee is not known'),
  dailyNotional: says(f.amount, 'As max_daily_notional counts it'),
  dailyNotionalLimit: says(f.amount, 'The limit max_daily_notional'),
  allowancesOk: says(nullable(f.flag), 'Null when the venue does not report it'),
  openPositions: says(f.integer, 'Positions that are open'),
  redeemablePositions: says(f.integer, 'Positions of resolved markets'),
  redeemableValue: says(f.amount, 'What they pay'),
  dustPositions: says(f.integer, 'Less than a hundredth of a share: too small to be sold'),
  dustValue: says(f.amount, 'Value of these'),
  stalePositions: says(f.integer, 'Valued from a book that is stale'),
  positionsWithoutMark: says(f.integer, 'Without a price: in no value'),
  positionsWithoutCost: says(f.integer, 'Of unknown cost: in no profit'),
  positionsComplete: says(f.flag, 'Whether the venue’s list was read whole'),
  positionsProblem: says(nullable(f.foreignText), 'Why it was not'),
  positionsAsOf: says(f.optionalInstant, 'When the venue’s list was last read'),
  ordersComplete: ownState.complete,
  ordersProblem: ownState.problem,
  ordersAsOf: ownState.asOf,
  unreadRows: says(f.integer, 'Unreadable rows of the last read'),
  differsFromVenue: says(f.flag, 'A position differs from the venue’s'),
  venue: says(nullable(venueAccount), 'The same in the data service'),
  asOf,
})

const activityKind = f.oneOf(ACTIVITY_KINDS)

export const activity = record('Activity', {
  id: says(f.text, "The terminal's own: made of the row's fields"),
  kind: says(activityKind, 'Kind of movement'),
  venueKind: says(f.foreignText, 'The venue’s own word'),
  outcomeId: nullable(outcomeId),
  marketId: nullable(marketId),
  eventId: nullable(eventId),
  eventSlug: says(nullable(f.foreignText), 'Slug of the event'),
  eventTitle: titles.eventTitle,
  outcomeName: nullable(titles.outcomeName),
  side: says(nullable(side), 'Of a trade'),
  price: says(known, 'pUSD of one share'),
  size: says(known, 'Shares'),
  amount: says(known, 'pUSD; of a taker’s purchase with the fee'),
  combo: says(f.flag, 'It is of a combo'),
  txHash,
  at: says(f.instant, 'When it happened'),
})

export const activityList = page('ActivityList', activity, {
  unreadRows: says(f.integer, 'Unreadable rows of this page'),
  asOf: says(f.instant, 'When it was read'),
})

export const pnlInterval = f.oneOf(['today', '1d', '1w', '1m', 'all'])

/** The venue's figure, from zero at the interval's begin (today: 00:00 UTC); `all` from the wallet's start. */
export const pnlSeries = record('PnlSeries', {
  points: parts('Oldest first', {
    at: as('t', says(f.instant, 'Instant of the point')),
    total: as('pnl', says(f.signedAmount, 'Trading, rewards and rebates')),
    trading: as('trading_pnl', says(f.signedAmount, 'Trading alone')),
  }),
  interval: says(pnlInterval, 'As asked for'),
  unreadRows: says(f.integer, 'Unreadable rows'),
  asOf: says(f.instant, 'When it was read'),
})
