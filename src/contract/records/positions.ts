/** Positions, with the ways out that the terminal quotes (API-5). */
import { as, list, listIfAny, nullable, record, says, type CoreOf } from '../codec/codec.ts'
import * as f from '../codec/fields.ts'
import { differenceCause } from './account.ts'
import { priceInText, rejectCode } from './errors.ts'
import { page } from './lists.ts'
import { asOf, eventId, gameId, marketId, marketTick, orderId, outcomeId, titles } from './shared.ts'

const known = { amount: nullable(f.amount), signed: nullable(f.signedAmount) }

const limitedBy = says(
  nullable(f.oneOf(['exit_slippage_ticks', 'exit_slippage_percent'])),
  'The limit that keeps it from worse prices; null for none',
)
const cancelsFirst = says(
  listIfAny(orderId),
  'Open sells cancelled first for their shares; omitted if none. Nothing is sent until the venue proves them gone',
)
const fee = says(known.amount, 'At most; null when not known')

const exitQuote = record(
  'ExitQuote',
  {
    size: says(f.amount, 'Shares of the order'),
    price: as('limit_price', says(f.price, 'Its limit')),
    averagePrice: says(nullable(f.price), 'Of what it meets'),
    cash: as('proceeds', says(f.amount, 'Without the fee')),
    fee,
    leaves: says(f.amount, 'Shares held that it does not sell'),
    complete: says(f.flag, 'Sells everything that is held'),
    limitedBy,
    cancelsFirst,
  },
  'The order that exit sends in walk mode, at the current book',
)

const joinQuote = record(
  'JoinQuote',
  {
    size: says(f.amount, 'Shares of the order'),
    price: as('limit_price', says(f.price, 'Its limit')),
    cancelsFirst,
  },
  'The order that exit sends in join mode',
)

const hedgeQuote = record(
  'HedgeQuote',
  {
    outcomeId,
    outcomeName: titles.outcomeName,
    size: says(f.amount, 'Shares of the order'),
    price: as('limit_price', says(f.price, 'Its limit')),
    cash: as('cost', says(f.amount, 'Without the fee')),
    fee,
    lockedPnl: says(known.signed, 'Result of the hedged part either way; null while its cost is not known'),
    covers: says(f.amount, 'Shares that it buys now: it spends its cash, so more below its limit'),
    leaves: says(f.amount, 'Shares held that it does not cover'),
    complete: says(f.flag, 'Hedges everything that is held'),
    limitedBy,
    cancelsFirst,
  },
  'The order that hedge sends, at the current book',
)

const venuePosition = record(
  'VenuePosition',
  {
    outcomeName: says(nullable(f.foreignText), 'Its name of the outcome'),
    size: says(f.amount, 'Shares'),
    averagePrice: says(known.amount, 'pUSD of one share'),
    cost: as('cost_basis', says(known.amount, 'With fees')),
    value: says(known.amount, 'At its own mark'),
    realised: as('realised_pnl', says(known.signed, 'Less known fees, as in ours')),
    unrealised: as('unrealised_pnl', says(known.signed, 'Value less cost_basis')),
    sizeDifference: says(f.signedAmount, 'Ours minus the venue’s'),
    costDifference: says(known.signed, 'Ours minus the venue’s'),
    pnlDifference: says(known.signed, 'Realised, ours minus the venue’s'),
    differs: says(f.flag, 'Size or profit differs by a hundredth or more'),
    likelyCause: says(nullable(differenceCause), 'Why they may differ'),
    since: says(f.optionalInstant, 'Since when they have differed'),
    asOf: says(f.instant, 'When its list was read'),
  },
  'The same position in the data service; null what its row does not say',
)

const messagePrices = says(list(priceInText), 'The prices of that message')

/** Sizes in shares, the rest in pUSD. Identified by `outcome_id`, on the topic too. */
export const position = record('Position', {
  outcomeId,
  marketId,
  oppositeOutcomeId: says(nullable(outcomeId), "The market's other outcome"),
  eventId: nullable(eventId),
  eventSlug: says(nullable(f.text), 'Slug of the event'),
  eventTitle: titles.eventTitle,
  gameId: says(nullable(gameId), 'Of an event with a known game'),
  marketTitle: titles.marketTitle,
  outcomeName: titles.outcomeName,
  tickSize: marketTick,
  minOrderSize: says(known.amount, 'Least shares of an order that rests'),
  status: says(f.oneOf(['open', 'redeemable', 'closed']), 'redeemable: its market is resolved'),
  size: says(f.amount, 'Held, shares of trades that are not final included'),
  settledSize: says(f.amount, 'Of trades that are final'),
  settlingSize: says(f.signedAmount, 'size less settled_size: negative while a sale settles'),
  overdue: as(
    'overdue_size',
    says(
      f.signedAmount,
      'Part of settling_size not settled within ten minutes, perhaps never. Either its cash or its shares count, not both',
    ),
  ),
  reversedSize: says(f.amount, 'Shares of failed trades, reversed'),
  reserved: as('reserved_size', says(f.amount, 'Held by open sells')),
  free: as('free_size', says(known.amount, 'Sellable now; null while shares settle and no balance was read')),
  sellable: as('sellable_size', says(known.amount, 'The same with own resting sells cancelled first')),
  averagePrice: says(known.amount, 'Cost basis of one share, fees included'),
  costBasis: says(known.amount, 'Of what is held, with fees, at average cost; null: not known'),
  fees: says(f.amount, 'Of all known trades in it'),
  feesKnown: says(f.flag, 'False when a fee is not known'),
  basis: says(f.oneOf(['fills', 'venue']), 'venue: begins with what the data service said'),
  unexplainedSize: says(f.amount, 'Sold without being known to be held, or without a known cost: no profit'),
  price: as('mark_price', says(known.amount, 'Best bid; the payout once resolved')),
  source: as(
    'mark_source',
    says(nullable(f.oneOf(['bid', 'payout', 'venue'])), 'venue: the data service’s price'),
  ),
  value: says(known.amount, 'size at mark_price'),
  unrealised: as('unrealised_pnl', says(known.signed, 'Null without value or cost_basis')),
  realised: as('realised_pnl', says(f.signedAmount, 'Of shares sold or paid out, less fees')),
  realisedToday: as('realised_pnl_today', says(f.signedAmount, 'Since 00:00 UTC')),
  settlingPnl: says(f.signedAmount, 'Part of realised_pnl that is not final'),
  exitPrice: says(nullable(f.price), 'Average of the bids for the whole size'),
  exitComplete: says(f.flag, 'The bids take the whole size'),
  exitValue: says(known.amount, 'What the bids give, without the fee'),
  exitMissing: as('exit_missing_size', says(f.amount, 'Shares that the bids do not take')),
  exit: says(nullable(exitQuote), 'Null where none is possible'),
  exitUnavailable: says(nullable(rejectCode), 'Why there is no exit'),
  exitUnavailableMessage: says(nullable(f.foreignText), 'The same in words'),
  exitUnavailablePrices: messagePrices,
  flat: says(nullable(exitQuote), 'What a flatten sells: the whole position, its open sells cancelled'),
  join: says(nullable(joinQuote), 'Null where none is possible'),
  hedge: says(nullable(hedgeQuote), 'Null where none is possible'),
  hedgeUnavailable: says(nullable(rejectCode), 'Why there is no hedge'),
  hedgeUnavailableMessage: says(nullable(f.foreignText), 'The same in words'),
  hedgeUnavailablePrices: messagePrices,
  stale: says(f.flag, 'The book behind mark and exit is stale: the figures are its last'),
  staleReason: says(nullable(f.text), 'Why the book is stale'),
  redeemable: says(f.flag, 'It can be redeemed'),
  result: says(
    nullable(f.oneOf(['won', 'lost', 'part'])),
    'Of a redeemable one. won: pays 1; lost: nothing; part: mark_price a share, as of a market without a winner; null: not known yet',
  ),
  dust: says(f.flag, 'Less than a hundredth of a share: too small to be sold'),
  firstAt: says(f.optionalInstant, 'First known trade'),
  lastAt: says(f.optionalInstant, 'Last known trade'),
  venue: says(nullable(venuePosition), 'Null while its list is not read'),
  asOf,
})

export const positionList = page('PositionList', position, {
  complete: says(f.flag, 'False: the venue’s list was not read whole; more may be held'),
  problem: says(nullable(f.text), 'Why it is not complete'),
  asOf: says(f.optionalInstant, 'When the venue’s list was last read'),
})

export type PositionRow = CoreOf<typeof position>
