/** Shapes of the data service's answers, version 2. Everything but what a row is about may be absent or of another type. */
import { z } from 'zod'
import { figure } from '../figures.ts'

const text = z
  .string()
  .nullish()
  .catch('')
  .transform((value) => value ?? '')
const flag = z
  .boolean()
  .nullish()
  .catch(false)
  .transform((value) => value ?? false)

/** The list envelope. */
export const dataPage = z.object({
  data: z.array(z.unknown()).nullable(),
  pagination: z.object({ has_more: z.boolean().nullish(), next_cursor: z.string().nullish() }),
})

export const wirePosition = z.object({
  token_id: z.string(),
  condition_id: z.string(),
  current_size: figure(),
  avg_price: figure(),
  entry_cost_usdc: figure(),
  entry_fees_usdc: figure(),
  total_size: figure(),
  current_price: figure(),
  current_value: figure(),
  realized_pnl: figure(),
  unrealized_pnl: figure(),
  status: text,
  redeemable: flag,
  title: text,
  event_slug: text,
  outcome: text,
  opposite_token_id: text,
  first_entry_at: figure(),
  last_event_at: figure(),
})

/** Name of an unreadable row. */
export const rowName = z.object({
  token_id: z.string().nullish().catch(null),
  transaction_hash: z.string().nullish().catch(null),
})

export const wireActivity = z.object({
  type: z.string().min(1),
  timestamp: figure(),
  condition_id: text,
  size: figure(),
  usdc_size: figure(),
  price: figure(),
  token_id: text,
  side: text,
  is_combo: flag,
  outcome: text,
  title: text,
  event_slug: text,
  transaction_hash: text,
})

/** `{"data": null}` for a wallet without a line. */
export const pnlAnswer = z.object({ data: z.object({ points: z.array(z.unknown()).nullish() }).nullable() })

export const wirePnlPoint = z.object({
  timestamp: figure(),
  economic_pnl: figure(),
  settled_pnl: figure(),
  position_pnl: figure(),
  realized_pnl: figure(),
})
