/** Shapes of the order-book service's answers, as lenient as their use allows: unknown keys are ignored. */
import { z } from 'zod'
import { figure } from '../figures.ts'

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

export const placeAnswer = z.object({
  success: z.boolean(),
  errorMsg: optionalText,
  orderID: optionalText,
  status: optionalText,
})

export const cancelAnswer = z.object({
  canceled: z
    .array(z.string())
    .nullish()
    .transform((ids) => ids ?? []),
  not_canceled: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((reasons) => reasons ?? {}),
})

export const heartbeatAnswer = z.object({ heartbeat_id: z.string().max(200) })

/** Anything that a header can carry. */
const credential = z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/)

export const keyAnswer = z.object({ apiKey: credential, secret: credential, passphrase: credential })

/** A page of rows; the rows themselves are read one by one. */
export const page = z.object({
  data: z
    .array(z.unknown())
    .nullish()
    .transform((rows) => rows ?? []),
  next_cursor: z.string(),
  count: figure(),
})

/** Text in a row: a word of the wrong type is absent, and costs nothing else. */
const rowText = optionalText.catch('')

export const wireOrder = z.object({
  id: z.string(),
  status: rowText,
  market: rowText,
  asset_id: rowText,
  side: rowText,
  original_size: figure(),
  size_matched: figure(),
  price: figure(),
  order_type: rowText,
  created_at: figure(),
  expiration: figure(),
})

export type WireOrder = z.infer<typeof wireOrder>

export const wireTrade = z.object({
  id: z.string(),
  taker_order_id: z.unknown().optional(),
  market: rowText,
  asset_id: rowText,
  side: rowText,
  size: figure(),
  price: figure(),
  status: rowText,
  match_time: figure(),
  matchtime: figure(),
  last_update: figure(),
  timestamp: figure(),
  transaction_hash: rowText,
  maker_orders: z
    .unknown()
    .transform((makers): readonly unknown[] =>
      Array.isArray(makers) ? [...makers] : makers ? [makers] : [],
    ),
})

/** One side of a trade, its owner not known yet. */
export const wireMaker = z.object({
  order_id: z.unknown().optional(),
  matched_amount: figure(),
  price: figure(),
  asset_id: rowText,
  side: rowText,
})

export type WireTrade = z.infer<typeof wireTrade>

export const balanceAnswer = z.object({
  balance: figure(),
  allowances: z.record(z.string(), figure()).nullish(),
})

export const closedOnlyAnswer = z.object({ closed_only: z.boolean() })

export const signersAnswer = z.object({
  wallet: optionalText,
  signers: z
    .array(
      z.object({
        address: z.string(),
        scopes: z
          .array(z.string())
          .nullish()
          .transform((scopes) => scopes ?? []),
        valid_until: figure(),
      }),
    )
    .nullish()
    .transform((signers) => signers ?? []),
})
