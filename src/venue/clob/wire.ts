/** Shapes of the order-book service's answers, as lenient as their use allows: unknown keys are ignored. */
import { z } from 'zod'

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
  count: z.number().nullish(),
})

/** A row's own fields; figures are read one by one, so that what is wrong can be named. */
export const wireOrder = z.object({
  id: z.string(),
  status: optionalText,
  market: optionalText,
  asset_id: optionalText,
  side: optionalText,
  original_size: z.unknown().optional(),
  size_matched: z.unknown().optional(),
  price: z.unknown().optional(),
  order_type: optionalText,
  created_at: z.union([z.number(), z.string()]).nullish(),
  expiration: z.union([z.number(), z.string()]).nullish(),
})

export const wireTrade = z.object({
  id: z.string(),
  taker_order_id: z.unknown().optional(),
  market: optionalText,
  asset_id: z.unknown().optional(),
  side: optionalText,
  size: z.unknown().optional(),
  price: z.unknown().optional(),
  status: optionalText,
  match_time: z.union([z.number(), z.string()]).nullish(),
  matchtime: z.union([z.number(), z.string()]).nullish(),
  last_update: z.union([z.number(), z.string()]).nullish(),
  timestamp: z.union([z.number(), z.string()]).nullish(),
  transaction_hash: optionalText,
  maker_orders: z
    .array(z.unknown())
    .nullish()
    .transform((makers) => makers ?? []),
})

/** One side of a trade, its owner not known yet. */
export const wireMaker = z.object({
  order_id: z.unknown().optional(),
  matched_amount: z.unknown().optional(),
  price: z.unknown().optional(),
  asset_id: z.unknown().optional(),
  side: z.unknown().optional(),
})

export type WireTrade = z.infer<typeof wireTrade>

export const balanceAnswer = z.object({
  balance: z.string(),
  allowances: z.record(z.string(), z.string()).nullish(),
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
        valid_until: z.number().nullish(),
      }),
    )
    .nullish()
    .transform((signers) => signers ?? []),
})

const bookLevel = z.object({ price: z.string(), size: z.string() })

export const bookAnswer = z.object({
  market: z.string(),
  asset_id: z.string(),
  timestamp: z.string(),
  hash: optionalText,
  bids: z.array(bookLevel).nullish(),
  asks: z.array(bookLevel).nullish(),
})

export const historyAnswer = z.object({
  history: z
    .array(z.object({ t: z.number(), p: z.number() }))
    .nullish()
    .transform((points) => points ?? []),
})
