/** Positions, with the ways out that the terminal quotes (API-5). */
import type { EventId, GameId, MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import { differenceCause } from '../account.ts'
import { list, nullable, optional, record, says, type CoreOf } from '../codec/codec.ts'
import {
  amount,
  flag,
  foreignText,
  id,
  instant,
  oneOf,
  optionalInstant,
  price,
  signedAmount,
  text,
  tickSize,
} from '../codec/fields.ts'
import { given } from '../codec/schema.ts'
import { priceInText, rejectCode } from './errors.ts'
import { page } from './lists.ts'

const known = { amount: nullable(amount), signed: nullable(signedAmount) }

const limitedBy = says(
  nullable(oneOf(['exit_slippage_ticks', 'exit_slippage_percent'])),
  'The limit that keeps it from the rest, which the book has at a worse price; null for none',
)
const cancelsFirst = says(
  optional(list(id<OrderId>())),
  'Own sales that are cancelled first, as their shares are needed; left out where none is. The venue has to prove them gone before anything is sent',
)
const fee = says(known.amount, 'At most; null when not known')

const exitQuote = record(
  'ExitQuote',
  {
    size: amount,
    limitPrice: price,
    averagePrice: nullable(price),
    proceeds: says(amount, 'Without the fee'),
    fee,
    leaves: says(amount, 'Shares held that it does not sell'),
    complete: says(flag, 'Sells everything that is held'),
    limitedBy,
    cancelsFirst,
  },
  'The order that exit sends in walk mode, at the current book',
)

const joinQuote = record(
  'JoinQuote',
  { size: amount, limitPrice: price, cancelsFirst },
  'The order that exit sends in join mode',
)

const hedgeQuote = record(
  'HedgeQuote',
  {
    outcomeId: id<OutcomeId>(),
    outcomeName: foreignText,
    size: amount,
    limitPrice: price,
    cost: says(amount, 'Without the fee'),
    fee,
    lockedPnl: says(
      known.signed,
      'Result of the hedged part either way, less the known fee; null when its cost is not known',
    ),
    covers: says(
      amount,
      'Shares that it buys at the current book: it spends its cash, so below its limit more than its size',
    ),
    leaves: says(amount, 'Shares held that it does not cover'),
    complete: says(flag, 'Hedges everything that is held'),
    limitedBy,
    cancelsFirst,
  },
  'The order that hedge sends, at the current book',
)

const venuePosition = record(
  'VenuePosition',
  {
    outcomeName: nullable(foreignText),
    size: amount,
    averagePrice: known.amount,
    costBasis: says(known.amount, 'With fees'),
    value: known.amount,
    realisedPnl: says(known.signed, 'Less known fees, as in ours'),
    unrealisedPnl: says(known.signed, 'Value less cost_basis'),
    sizeDifference: says(signedAmount, 'Ours minus the venue’s'),
    costDifference: known.signed,
    pnlDifference: says(known.signed, 'Realised, ours minus the venue’s'),
    differs: flag,
    likelyCause: nullable(given(differenceCause)),
    since: says(optionalInstant, 'Since when they have differed'),
    asOf: instant,
  },
  'The same position in the data service; null what its row does not say',
)

const messagePrices = says(list(priceInText), 'The prices of that message')

/** Sizes in shares, the rest in pUSD. Identified by `outcome_id`, on the topic too. */
export const position = record('Position', {
  outcomeId: id<OutcomeId>(),
  marketId: id<MarketId>(),
  oppositeOutcomeId: nullable(id<OutcomeId>()),
  eventId: nullable(id<EventId>()),
  eventSlug: nullable(text),
  eventTitle: foreignText,
  gameId: says(nullable(id<GameId>()), 'Of an event with a known game'),
  marketTitle: foreignText,
  outcomeName: foreignText,
  tickSize: nullable(tickSize),
  minOrderSize: known.amount,
  status: oneOf(['open', 'redeemable', 'closed']),
  size: says(amount, 'Held, shares of trades that are not final included'),
  settledSize: amount,
  settlingSize: says(signedAmount, 'size less settled_size: negative while a sale settles'),
  overdueSize: says(
    signedAmount,
    'Part of settling_size whose trades have not settled within ten minutes: it may never. Cash or shares of it are counted, not both',
  ),
  reversedSize: says(amount, 'Of trades that failed: bought or sold, then taken back'),
  reservedSize: says(amount, 'What open sells may still take'),
  freeSize: says(
    known.amount,
    'What a sale may have now, as the check of an order counts it; null while shares settle and their balance was never read',
  ),
  sellableSize: says(
    known.amount,
    'The same with own resting sales cancelled first, as exits, hedges and sales that take have them',
  ),
  averagePrice: says(known.amount, 'Cost basis of one share, fees included'),
  costBasis: says(
    known.amount,
    'Of what is held, fees included, at average cost; null while it is not known',
  ),
  fees: says(amount, 'Of all known trades in it'),
  feesKnown: flag,
  basis: says(
    oneOf(['fills', 'venue']),
    'fills: from own trades to the last micro; venue: begins with what the data service said',
  ),
  unexplainedSize: says(amount, 'Sold without being known to be held, or without a known cost: no profit'),
  markPrice: says(known.amount, 'Best bid; the payout once resolved'),
  markSource: says(
    nullable(oneOf(['bid', 'payout', 'venue'])),
    'venue: no book yet, the data service’s price',
  ),
  value: says(known.amount, 'size at mark_price'),
  unrealisedPnl: says(known.signed, 'Null without value or cost_basis'),
  realisedPnl: signedAmount,
  realisedPnlToday: signedAmount,
  settlingPnl: signedAmount,
  exitPrice: says(nullable(price), 'Average of the bids for the whole size'),
  exitComplete: says(flag, 'The bids take the whole size'),
  exitValue: says(known.amount, 'What the bids give, without the fee'),
  exitMissingSize: amount,
  exit: nullable(exitQuote),
  exitUnavailable: nullable(rejectCode),
  exitUnavailableMessage: nullable(foreignText),
  exitUnavailablePrices: messagePrices,
  flat: says(nullable(exitQuote), 'What a flatten sells: the whole position, own offers of it cancelled'),
  join: nullable(joinQuote),
  hedge: nullable(hedgeQuote),
  hedgeUnavailable: nullable(rejectCode),
  hedgeUnavailableMessage: nullable(foreignText),
  hedgeUnavailablePrices: messagePrices,
  stale: says(flag, 'The book behind mark and exit is stale: the figures are its last'),
  staleReason: nullable(text),
  redeemable: flag,
  result: says(
    nullable(oneOf(['won', 'lost', 'part'])),
    'Of a redeemable one. won: pays 1; lost: nothing; part: mark_price a share, as of a market without a winner; null: not known yet',
  ),
  dust: says(flag, 'Less than a hundredth of a share: too small to be sold'),
  firstAt: optionalInstant,
  lastAt: optionalInstant,
  venue: nullable(venuePosition),
  asOf: instant,
})

export const positionList = page('PositionList', position, {
  complete: says(
    flag,
    'False: the venue’s list was not read whole, and what is missing here may still be held',
  ),
  problem: nullable(text),
  asOf: says(optionalInstant, 'When the venue’s list was last read'),
})

export type PositionRow = CoreOf<typeof position>
