/** Combos: quotes, their acceptance, positions and activity (API-6, VEN-8). */
import { z } from 'zod'
import * as records from './records/combos.ts'
import { read, trade } from './route.ts'
import { empty } from './session.ts'
import { amountValue, clientOrderId, outcomeId, pagesQuery } from './values.ts'

const side = z.enum(['BUY', 'SELL'])
const venueId = z
  .string()
  .regex(/^[\w.:-]{1,100}$/, 'must be an id as a quote named it')
  .meta({ id: 'ComboVenueId', description: 'As the quote has it' })

/** The limit in force is max_combo_legs, whatever its ceiling; this only bounds the input. */
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
    size: amountValue.meta({ description: 'A buy: the total pUSD budget including the fee; a sale: shares' }),
  })
  .meta({ id: 'ComboQuoteBody' })

const comboAcceptBody = z
  .strictObject({ client_order_id: clientOrderId, rfq_id: venueId, quote_id: venueId })
  .meta({ id: 'ComboAcceptBody' })

const comboRfqParams = z.strictObject({ rfq_id: venueId })

/** The operations of combos: part of the table in routes.ts. All answer 503 `combos_unavailable` without a combos venue. */
export const comboRoutes = {
  quoteCombo: trade('Request a quote; no commitment', {
    body: comboQuoteBody,
    answer: records.comboQuoteResult,
  }),
  acceptCombo: trade('Accept a live quote, once', {
    body: comboAcceptBody,
    answer: records.comboAcceptResult,
  }),
  dismissCombo: trade('Decline a quote; known to this server only', {
    params: comboRfqParams,
    body: empty,
    answer: records.comboRfq,
  }),
  listComboRfqs: read('Quote requests of the last 10 minutes, newest first', {
    query: pagesQuery,
    answer: records.comboRfqList,
  }),
  listComboPositions: read('Combo positions, valued at cost', {
    query: pagesQuery,
    answer: records.comboPositionList,
  }),
  listComboActivity: read('Combo activity of the wallet, newest first', {
    query: pagesQuery,
    answer: records.comboActivityList,
  }),
} as const
