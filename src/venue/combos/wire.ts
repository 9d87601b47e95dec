/** Shapes of the requester's answers and of combo rows, as lenient as their use allows: unknown keys are ignored. */
import { z } from 'zod'
import { figure } from '../figures.ts'

const text = z
  .string()
  .nullish()
  .catch('')
  .transform((value) => value ?? '')
/** Goes into paths and audit rows. */
const venueId = z.string().regex(/^[\w.:-]{1,100}$/)

/** Errors that both a quote and a status may report. */
const fault = z.object({ code: text, message: text }).nullish().catch(null)

export const quoteAnswer = z.object({
  rfq_id: venueId,
  expires_at: figure(),
  request: z.object({
    maker_address: z.string(),
    leg_position_ids: z.array(z.string()).max(1_000),
    condition_id: z.string(),
    yes_position_id: z.string(),
    no_position_id: z.string(),
    direction: z.string(),
    side: z.string(),
    requested_size: z.object({ unit: z.string(), value_e6: figure() }),
    created_at: figure(),
  }),
  quote: z.object({
    quote_id: venueId,
    maker_amount_e6: figure(),
    taker_amount_e6: figure(),
    total_required_e6: figure(),
    net_receive_e6: figure(),
  }),
})

export type QuoteAnswer = z.infer<typeof quoteAnswer>

export const statusAnswer = z.object({
  rfq_id: venueId.nullable().catch(null),
  status: z.string(),
  tx_hash: text,
  error: fault,
})

export const errorAnswer = z.object({ code: text, error: text })

export const wireCombo = z.object({
  combo_condition_id: z.string(),
  combo_position_id: z.string(),
  outcome_label: text,
  current_size: figure(),
  entry_avg_price_usdc: figure(),
  entry_cost_usdc: figure(),
  gross_entry_cost_usdc: figure(),
  realized_payout_usdc: figure(),
  status: z.string(),
  redeemable: z
    .boolean()
    .nullish()
    .catch(false)
    .transform((value) => value ?? false),
  first_entry_at: figure(),
  updated_at: figure(),
  legs_pending: figure(),
  legs: z.array(z.unknown()).nullish(),
})

export const wireLeg = z.object({
  leg_position_id: text,
  leg_outcome_label: text,
  leg_status: text,
  market: z
    .object({
      title: text,
      question: text,
      outcome: text,
      event: z.object({ event_id: text, event_title: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})

export const wireComboEvent = z.object({
  id: z.string().min(1).max(200),
  type: z.string(),
  combo_condition_id: z.string(),
  combo_position_id: text,
  amount_usdc: figure(),
  payout_usdc: figure(),
  timestamp: figure(),
  transaction_hash: text,
  legs: z.array(z.unknown()).nullish(),
})

export const wireComboTrade = z.object({
  type: z.literal('TRADE'),
  is_combo: z.literal(true),
  condition_id: z.string(),
  token_id: text,
  side: z.enum(['BUY', 'SELL']),
  size: figure(),
  usdc_size: figure(),
  price: figure(),
  title: text,
  transaction_hash: text,
  timestamp: figure(),
})
