/** Combos: quotes, their acceptance, positions and activity (API-6, VEN-8). */
import { COMBO_ACTIVITY_KINDS, COMBO_RFQ_STATES } from '#core/combo/combo.ts'
import type { ComboMarketId, ComboPositionId } from '#core/ids.ts'
import { as, list, nullable, record, says, type CoreOf } from '../codec/codec.ts'
import * as f from '../codec/fields.ts'
import { reject } from './errors.ts'
import { page } from './lists.ts'
import { clientOrderId, eventId, marketId, outcomeId, side, titles } from './shared.ts'

const known = nullable(f.amount)
const txHash = says(nullable(f.text), 'Transaction on the chain; null until there is one')

const comboLeg = record(
  'ComboLeg',
  { outcomeId, marketId: nullable(marketId), eventId: nullable(eventId), ...titles },
  'Ids are null where the catalog does not know the outcome',
)

const comboQuote = record('ComboQuote', {
  rfqId: says(f.text, "The venue's id of the request"),
  quoteId: says(f.text, "The venue's id of the quote"),
  side,
  price: says(f.amount, 'pUSD of one share'),
  shares: says(f.amount, 'Each pays 1 pUSD when every leg wins'),
  total: says(f.amount, 'pUSD: a buy costs it with the fee, a sale brings it after the fee'),
  fee: says(known, 'Inside total; null when the venue does not say'),
  makerAmount: as('maker_amount_e6', says(f.baseUnits, 'What the wallet gives: a buy pUSD, a sale shares')),
  takerAmount: as('taker_amount_e6', says(f.baseUnits, 'What the wallet gets')),
  totalRequired: as('total_required_e6', says(f.baseUnits, 'A buy: pUSD with the fee; a sale: shares')),
  netReceive: as('net_receive_e6', says(nullable(f.baseUnits), 'A sale: pUSD after the fee')),
  expiresInMs: says(f.bounded(0), 'Computed at each send: count down from the arrival of the message'),
  expiresAt: says(f.instant, "The venue's deadline on the server's clock: display and audit"),
})

export type ComboQuoteRow = CoreOf<typeof comboQuote>

export const comboRfq = record('ComboRfq', {
  clientOrderId: as('id', says(clientOrderId, "The quote's client_order_id")),
  legs: says(list(comboLeg), 'All must win'),
  side,
  size: says(f.amount, 'A buy: the whole pUSD budget with the fee; a sale: shares'),
  state: says(f.oneOf(COMBO_RFQ_STATES), 'live: it can be accepted; unknown: accepted, no clear answer'),
  quote: says(nullable(comboQuote), 'Null until there is one'),
  acceptClientOrderId: says(nullable(clientOrderId), 'Of its acceptance'),
  reject: says(nullable(reject), 'Why there is no quote, or no fill'),
  txHash,
  askedAt: says(f.instant, 'When it was asked for'),
  endedAt: says(f.optionalInstant, 'When it ended'),
})

export type ComboRfqRow = CoreOf<typeof comboRfq>

export const comboRfqList = page(null, comboRfq, {})

const replayed = says(f.flag, 'The first answer again: nothing was sent')

export const comboQuoteResult = record('ComboQuoteResult', {
  clientOrderId,
  result: says(f.oneOf(['quoted', 'rejected']), 'rejected: `reject` says why'),
  quote: says(nullable(comboQuote), 'Null when rejected'),
  reject: says(nullable(reject), 'Null when quoted'),
  replayed,
})

export const comboAcceptResult = record('ComboAcceptResult', {
  clientOrderId,
  result: says(
    f.oneOf(['accepting', 'filled', 'not_filled', 'rejected', 'unknown']),
    'unknown: it counts as open',
  ),
  reject: says(nullable(reject), 'Why it did not fill'),
  txHash,
  replayed,
})

const comboMarket = says(f.id<ComboMarketId>(), 'pmc:<combo_condition_id>')
const comboPositionId = says(f.id<ComboPositionId>(), 'pmc:<combo_position_id>')

export const comboPosition = record('ComboPosition', {
  id: comboPositionId,
  marketId: comboMarket,
  outcomeName: says(f.foreignText, 'Its side: Yes or No of the whole'),
  size: says(f.amount, 'Shares'),
  averagePrice: says(known, 'pUSD of one share'),
  costBasis: says(known, 'Without fees; the only valuation of a combo. Null where not known'),
  payout: says(known, 'What it pays when every leg wins'),
  status: says(f.oneOf(['open', 'won', 'lost', 'partial']), 'State of the whole'),
  redeemable: says(f.flag, 'It can be redeemed'),
  ended: says(f.flag, 'All legs are resolved: in no exposure any more'),
  legs: says(
    list(
      record('ComboPositionLeg', {
        outcomeId: nullable(outcomeId),
        eventId: nullable(eventId),
        ...titles,
        status: says(f.oneOf(['open', 'won', 'lost']), 'State of the leg'),
      }),
    ),
    'All must win',
  ),
  openedAt: says(f.optionalInstant, 'When it was bought'),
  updatedAt: says(f.optionalInstant, 'When the venue last changed it'),
})

const asOf = says(f.optionalInstant, 'When the venue’s list was last read')

export const comboPositionList = page('ComboPositionList', comboPosition, { asOf })

const comboActivity = record('ComboActivity', {
  id: says(f.text, "The terminal's own"),
  kind: says(f.oneOf(COMBO_ACTIVITY_KINDS), 'Kind of movement'),
  marketId: comboMarket,
  positionId: nullable(comboPositionId),
  title: says(f.foreignText, 'Its legs in words'),
  side: says(nullable(side), 'Of a trade'),
  size: says(known, 'Shares'),
  amount: says(known, 'pUSD paid or received'),
  price: says(known, 'pUSD of one share'),
  txHash,
  at: says(f.instant, 'When it happened'),
})

export const comboActivityList = page('ComboActivityList', comboActivity, {
  complete: says(f.flag, 'False: the venue has older rows, which are not listed'),
  asOf,
})
