/** Costs and effects of orders that are not sent (API-6). Decimals of pUSD or shares unless said otherwise. */
import { as, listIfAny, nullable, partOrNull, parts, record, says } from '../codec/codec.ts'
import { amount, flag, integer, oneOf, price, steps } from '../codec/fields.ts'
import { reject } from './errors.ts'
import { ifWins } from './resolution-pnl.ts'
import { orderId, outcomeId, titles } from './shared.ts'

const known = nullable(amount)

export const previewResult = record('OrderPreview', {
  cost: says(amount, 'A buy pays at most this; a completely filled sale receives at least this'),
  fee: says(known, 'On top of a buy, off a sale; null when unknown'),
  feeState: says(oneOf(['known', 'at_most', 'unknown']), 'How sure the fee is'),
  maxPayout: says(amount, 'What the shares pay if all are bought and the outcome wins; 0 for a sale'),
  averagePrice: says(nullable(price), 'Of what would fill now'),
  worstPrice: says(nullable(price), 'The worst of what would fill now'),
  fillableSize: says(amount, 'What it would trade now; a FAK or FOK buy may get more than its size'),
  slippageSteps: as('slippage', says(nullable(steps), 'Price between the best level and the average')),
  wouldCross: says(flag, 'It would trade at once'),
  roundedAway: says(amount, 'Size lost by rounding down to 2 decimals'),
  nearestSizes: partOrNull(
    'Of a FAK or FOK whose cash at the price is not whole cents, which the venue may refuse: the nearest sizes that it takes',
    {
      down: says(known, 'The next smaller one; null when there is none'),
      up: says(amount, 'The next larger one'),
    },
  ),
  leavesUnsellable: says(known, 'Shares left that only FAK and FOK can sell; null: position not known'),
  after: partOrNull(
    'Once the order has filled whole, or what of it is met now where the rest is dropped; null without outcome or price',
    {
      position: says(known, 'Shares; null when the position is not known'),
      exposure: says(amount, 'As max_position_notional counts it'),
      exposureOutside: says(amount, 'Part of exposure from outside this terminal, by the venue’s list'),
      dailyNotional: says(amount, 'As max_daily_notional counts it'),
      openOrders: says(integer, 'As max_open_orders counts them'),
    },
  ),
  ifWins: parts(
    'Of both outcomes of the market, now and once the order has filled as `after` says, less its highest fee; null for an outcome that cannot win. Empty while positions are read and without outcome or price',
    {
      outcomeId,
      outcomeName: titles.outcomeName,
      before: says(nullable(ifWins), 'Now'),
      after: says(nullable(ifWins), 'Once the order has filled'),
    },
  ),
  bookSequence: as('book_seq', says(nullable(integer), 'Version of the book that it rests on')),
  cancelsFirst: says(listIfAny(orderId), 'Open sells cancelled before it is sent; omitted if none'),
  reject: says(nullable(reject), 'What placing it would answer now'),
})

export const previewBothSidesResult = record('BothSidesPreview', {
  sale: says(previewResult, 'Of the sale'),
  purchase: says(previewResult, 'As if the sale had just been accepted'),
})
