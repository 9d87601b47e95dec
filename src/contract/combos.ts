/** Combos: quotes, their acceptance, positions and activity (API-6, VEN-8). */
import { z } from 'zod'
import { reject } from './errors.ts'
import { read, trade } from './route.ts'
import { empty } from './session.ts'
import { amountValue, clientOrderId, decimal, listOf, outcomeId, pagesQuery, time } from './values.ts'

const side = z.enum(['BUY', 'SELL'])
const baseUnits = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/)
  .meta({ id: 'BaseUnits', description: 'Integer in 6-decimal base units', examples: ['1000000'] })
const venueId = z
  .string()
  .regex(/^[\w.:-]{1,100}$/, 'must be an id as a quote named it')
  .meta({ id: 'ComboVenueId', description: 'As the quote has it' })

const comboLeg = z
  .strictObject({
    outcome_id: z.string(),
    market_id: z.string().nullable(),
    event_id: z.string().nullable(),
    event_title: z.string(),
    market_title: z.string(),
    outcome_name: z.string(),
  })
  .meta({ id: 'ComboLeg', description: 'Ids are null where the catalog does not know the outcome' })

const comboQuote = z
  .strictObject({
    rfq_id: z.string(),
    quote_id: z.string(),
    side,
    price: decimal.meta({ description: 'pUSD of one share' }),
    shares: decimal.meta({ description: 'Each pays 1 pUSD when every leg wins' }),
    total: decimal.meta({ description: 'pUSD: a buy costs it with the fee, a sale brings it after the fee' }),
    fee: decimal.nullable().meta({ description: 'Inside total; null when the venue does not say' }),
    maker_amount_e6: baseUnits,
    taker_amount_e6: baseUnits,
    total_required_e6: baseUnits.meta({ description: 'A buy: pUSD with the fee; a sale: shares' }),
    net_receive_e6: baseUnits.nullable(),
    expires_in_ms: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'Computed at each send: count down from the arrival of the message' }),
    expires_at: time.meta({ description: "The venue's deadline on the server's clock: display and audit" }),
  })
  .meta({ id: 'ComboQuote' })

export const comboRfq = z
  .strictObject({
    id: z.string().meta({ description: "The quote's client_order_id" }),
    legs: z.array(comboLeg),
    side,
    size: decimal.meta({ description: 'A buy: the whole pUSD budget with the fee; a sale: shares' }),
    state: z.enum([
      'waiting',
      'no_quote',
      'live',
      'dismissed',
      'expired',
      'accepting',
      'unknown',
      'filled',
      'not_filled',
    ]),
    quote: comboQuote.nullable(),
    accept_client_order_id: z.string().nullable(),
    reject: reject.nullable(),
    tx_hash: z.string().nullable(),
    asked_at: time,
    ended_at: time.nullable(),
  })
  .meta({ id: 'ComboRfq' })

/** The limit in force is max_combo_legs, whatever its ceiling; this only bounds what is looked at. */
const MOST_LEGS = 1_000

const comboQuoteBody = z
  .strictObject({
    client_order_id: clientOrderId,
    legs: z
      .array(outcomeId)
      .min(2)
      .max(MOST_LEGS)
      .meta({ description: 'Outcomes, each once; the server maps them to position ids' }),
    side,
    size: amountValue.meta({ description: 'A buy: the whole pUSD budget with the fee; a sale: shares' }),
  })
  .meta({ id: 'ComboQuoteBody' })

export const comboQuoteResult = z
  .strictObject({
    client_order_id: z.string(),
    result: z.enum(['quoted', 'rejected']),
    quote: comboQuote.nullable(),
    reject: reject.nullable(),
    replayed: z.boolean(),
  })
  .meta({ id: 'ComboQuoteResult' })

const comboAcceptBody = z
  .strictObject({ client_order_id: clientOrderId, rfq_id: venueId, quote_id: venueId })
  .meta({ id: 'ComboAcceptBody' })

export const comboAcceptResult = z
  .strictObject({
    client_order_id: z.string(),
    result: z.enum(['accepting', 'filled', 'not_filled', 'rejected', 'unknown']),
    reject: reject.nullable(),
    tx_hash: z.string().nullable(),
    replayed: z.boolean(),
  })
  .meta({ id: 'ComboAcceptResult' })

const comboRfqParams = z.strictObject({ rfq_id: venueId })

export const comboPosition = z
  .strictObject({
    id: z.string().meta({ description: 'pmc:<combo_position_id>' }),
    market_id: z.string().meta({ description: 'pmc:<combo_condition_id>' }),
    outcome_name: z.string(),
    size: decimal,
    average_price: decimal.nullable(),
    cost_basis: decimal.nullable().meta({
      description:
        'Fees apart; the only valuation of a combo. Null where the venue does not say, as beside it',
    }),
    payout: decimal.nullable(),
    status: z.enum(['open', 'won', 'lost', 'partial']),
    redeemable: z.boolean(),
    ended: z.boolean().meta({ description: 'All legs are resolved: in no exposure any more' }),
    legs: z.array(
      z
        .strictObject({
          outcome_id: z.string().nullable(),
          event_id: z.string().nullable(),
          event_title: z.string(),
          market_title: z.string(),
          outcome_name: z.string(),
          status: z.enum(['open', 'won', 'lost']),
        })
        .meta({ id: 'ComboPositionLeg' }),
    ),
    opened_at: time.nullable(),
    updated_at: time.nullable(),
  })
  .meta({ id: 'ComboPosition' })

const asOf = time.nullable().meta({ description: 'When the venue’s list was last read' })
const comboPositionList = listOf(comboPosition).extend({ as_of: asOf }).meta({ id: 'ComboPositionList' })

export const comboActivity = z
  .strictObject({
    id: z.string(),
    kind: z.enum(['trade', 'split', 'merge', 'convert', 'compress', 'wrap', 'unwrap', 'redeem', 'other']),
    market_id: z.string().meta({ description: 'pmc:<combo_condition_id>' }),
    position_id: z.string().nullable().meta({ description: 'pmc:<combo_position_id>' }),
    title: z.string(),
    side: side.nullable(),
    size: decimal.nullable(),
    amount: decimal.nullable().meta({ description: 'pUSD paid or received' }),
    price: decimal.nullable(),
    tx_hash: z.string().nullable(),
    at: time,
  })
  .meta({ id: 'ComboActivity' })

const comboActivityList = listOf(comboActivity)
  .extend({
    complete: z.boolean().meta({ description: 'False: the venue has older rows, which are not listed' }),
    as_of: asOf,
  })
  .meta({ id: 'ComboActivityList' })

/** The operations of combos: part of the table in routes.ts. All answer 503 `combos_unavailable` without a combos venue. */
export const comboRoutes = {
  quoteCombo: trade('Ask for a quote; commits nothing', { body: comboQuoteBody, answer: comboQuoteResult }),
  acceptCombo: trade('Accept a live quote, once', { body: comboAcceptBody, answer: comboAcceptResult }),
  dismissCombo: trade('Decline a quote; known to this server only', {
    params: comboRfqParams,
    body: empty,
    answer: comboRfq,
  }),
  listComboRfqs: read('Quote requests of the last 10 minutes, newest first', {
    query: pagesQuery,
    answer: listOf(comboRfq),
  }),
  listComboPositions: read('Combo positions, valued at cost', {
    query: pagesQuery,
    answer: comboPositionList,
  }),
  listComboActivity: read('What happened to combos of the wallet, newest first', {
    query: pagesQuery,
    answer: comboActivityList,
  }),
} as const
