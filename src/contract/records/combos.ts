/** Combos: quotes, their acceptance, positions and activity (API-6, VEN-8). */
import { COMBO_ACTIVITY_KINDS, COMBO_RFQ_STATES } from '#core/combo/combo.ts'
import type { ComboMarketId, ComboPositionId } from '#core/ids.ts'
import { as, list, nullable, record, says, type CoreOf } from '../codec/codec.ts'
import {
  amount,
  baseUnits,
  bounded,
  flag,
  id,
  instant,
  oneOf,
  optionalInstant,
  text,
  foreignText,
} from '../codec/fields.ts'
import { reject } from './errors.ts'
import { page } from './lists.ts'
import { clientOrderId, eventId, marketId, outcomeId, side, titles } from './shared.ts'

const known = nullable(amount)
const txHash = says(nullable(text), 'Transaction on the chain; null until there is one')

const comboLeg = record(
  'ComboLeg',
  { outcomeId, marketId: nullable(marketId), eventId: nullable(eventId), ...titles },
  'Ids are null where the catalog does not know the outcome',
)

const comboQuote = record('ComboQuote', {
  rfqId: says(text, "The venue's id of the request"),
  quoteId: says(text, "The venue's id of the quote"),
  side,
  price: says(amount, 'pUSD of one share'),
  shares: says(amount, 'Each pays 1 pUSD when every leg wins'),
  total: says(amount, 'pUSD: a buy costs it with the fee, a sale brings it after the fee'),
  fee: says(known, 'Inside total; null when the venue does not say'),
  makerAmount: as('maker_amount_e6', says(baseUnits, 'What the wallet gives: a buy pUSD, a sale shares')),
  takerAmount: as('taker_amount_e6', says(baseUnits, 'What the wallet gets')),
  totalRequired: as('total_required_e6', says(baseUnits, 'A buy: pUSD with the fee; a sale: shares')),
  netReceive: as('net_receive_e6', says(nullable(baseUnits), 'A sale: pUSD after the fee')),
  expiresInMs: says(bounded(0), 'Computed at each send: count down from the arrival of the message'),
  expiresAt: says(instant, "The venue's deadline on the server's clock: display and audit"),
})

export type ComboQuoteRow = CoreOf<typeof comboQuote>

export const comboRfq = record('ComboRfq', {
  clientOrderId: as('id', says(clientOrderId, "The quote's client_order_id")),
  legs: says(list(comboLeg), 'All must win'),
  side,
  size: says(amount, 'A buy: the whole pUSD budget with the fee; a sale: shares'),
  state: says(oneOf(COMBO_RFQ_STATES), 'live: it can be accepted; unknown: accepted without a clear answer'),
  quote: says(nullable(comboQuote), 'Null until there is one'),
  acceptClientOrderId: says(nullable(clientOrderId), 'Of its acceptance'),
  reject: says(nullable(reject), 'Why there is no quote, or no fill'),
  txHash,
  askedAt: says(instant, 'When it was asked for'),
  endedAt: says(optionalInstant, 'When it ended'),
})

export type ComboRfqRow = CoreOf<typeof comboRfq>

export const comboRfqList = page(null, comboRfq, {})

const replayed = says(flag, 'The first answer again: nothing was sent')

export const comboQuoteResult = record('ComboQuoteResult', {
  clientOrderId,
  result: says(oneOf(['quoted', 'rejected']), 'rejected: `reject` says why'),
  quote: says(nullable(comboQuote), 'Null when rejected'),
  reject: says(nullable(reject), 'Null when quoted'),
  replayed,
})

export const comboAcceptResult = record('ComboAcceptResult', {
  clientOrderId,
  result: says(
    oneOf(['accepting', 'filled', 'not_filled', 'rejected', 'unknown']),
    'unknown: it counts as open until it has been found out',
  ),
  reject: says(nullable(reject), 'Why it did not fill'),
  txHash,
  replayed,
})

const comboMarket = says(id<ComboMarketId>(), 'pmc:<combo_condition_id>')
const comboPositionId = says(id<ComboPositionId>(), 'pmc:<combo_position_id>')

export const comboPosition = record('ComboPosition', {
  id: comboPositionId,
  marketId: comboMarket,
  outcomeName: says(foreignText, 'Its side: Yes or No of the whole'),
  size: says(amount, 'Shares'),
  averagePrice: says(known, 'pUSD of one share'),
  costBasis: says(
    known,
    'Fees apart; the only valuation of a combo. Null where the venue does not say, as beside it',
  ),
  payout: says(known, 'What it pays when every leg wins'),
  status: says(oneOf(['open', 'won', 'lost', 'partial']), 'State of the whole'),
  redeemable: says(flag, 'It can be redeemed'),
  ended: says(flag, 'All legs are resolved: in no exposure any more'),
  legs: says(
    list(
      record('ComboPositionLeg', {
        outcomeId: nullable(outcomeId),
        eventId: nullable(eventId),
        ...titles,
        status: says(oneOf(['open', 'won', 'lost']), 'State of the leg'),
      }),
    ),
    'All must win',
  ),
  openedAt: says(optionalInstant, 'When it was bought'),
  updatedAt: says(optionalInstant, 'When the venue last changed it'),
})

const asOf = says(optionalInstant, 'When the venue’s list was last read')

export const comboPositionList = page('ComboPositionList', comboPosition, { asOf })

export const comboActivity = record('ComboActivity', {
  id: says(text, "The terminal's own"),
  kind: says(oneOf(COMBO_ACTIVITY_KINDS), 'Kind of movement'),
  marketId: comboMarket,
  positionId: nullable(comboPositionId),
  title: says(foreignText, 'Its legs in words'),
  side: says(nullable(side), 'Of a trade'),
  size: says(known, 'Shares'),
  amount: says(known, 'pUSD paid or received'),
  price: says(known, 'pUSD of one share'),
  txHash,
  at: says(instant, 'When it happened'),
})

export const comboActivityList = page('ComboActivityList', comboActivity, {
  complete: says(flag, 'False: the venue has older rows, which are not listed'),
  asOf,
})
