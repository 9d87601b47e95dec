/** Results of each outcome of an event (API-5): figures of the backend, with resting orders and without. */
import { as, list, nullable, parts, record, says } from '../codec/codec.ts'
import { amount, flag, signedAmount } from '../codec/fields.ts'
import { page } from './lists.ts'
import { eventId, marketId, outcomeId } from './shared.ts'

const ends = {
  least: 'The least of all ways in which the outcome can win',
  most: 'The most of them',
  equal: 'Equal where the outcome can win in one way only',
}
const amountRange = record(
  'AmountRange',
  { least: says(amount, ends.least), most: says(amount, ends.most) },
  ends.equal,
)
const profitRange = record(
  'ProfitRange',
  { least: says(signedAmount, ends.least), most: says(signedAmount, ends.most) },
  ends.equal,
)

export const ifWins = record(
  'IfWins',
  {
    payout: says(amountRange, 'What the shares held pay, without their cost'),
    profit: says(
      nullable(profitRange),
      'payout and realised profit, less cost; null where a cost is not known',
    ),
    withOrders: says(
      nullable(profitRange),
      'profit once all open orders have filled; null where they oversell',
    ),
    atWorst: says(nullable(signedAmount), 'profit when, of the open orders, only those fill that lose by it'),
    areFeesKnown: as('fees_known', says(flag, 'False: a fee that is not known counts as none')),
  },
  'Decimals of pUSD, should the outcome win',
)

const marketPnl = record('MarketResolutionPnl', {
  marketId,
  isExclusive: as('exclusive', says(flag, 'One of those of which exactly one wins')),
  outcomes: parts('Both outcomes, in the market’s order', {
    outcomeId,
    size: says(amount, 'Shares held'),
    ifWins: says(nullable(ifWins), 'Null for an outcome that cannot win any more'),
  }),
  paired: as('paired_size', says(amount, 'Shares of both outcomes that cover each other')),
  net: as('net_size', says(signedAmount, 'Shares of the first outcome less those of the second')),
  cost: as('cost_basis', says(amount, 'Of both outcomes, fees included')),
  realised: as('realised_pnl', says(signedAmount, 'Realised profit')),
  isCostKnown: as('cost_known', says(flag, 'False when shares came or went without a known cost')),
  areFeesKnown: as('fees_known', says(flag, 'False when a fee is not known')),
})

/** Results of one event; `id` is the event's. */
export const resolutionPnl = record('ResolutionPnl', {
  eventId: as('id', eventId),
  markets: says(list(marketPnl), 'Those in which something is held, was realised or is ordered'),
  other: says(nullable(ifWins), 'Should any other exclusive market win; null when none can'),
})

export const resolutionPnlList = page('ResolutionPnlList', resolutionPnl, {})
