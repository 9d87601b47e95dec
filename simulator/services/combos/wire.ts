/** Bodies that the combos requester takes, and its errors. */
import { z } from 'zod'

import { jsonOf } from '../../answers.ts'
import { Refusal, type VenueRequest } from '../../http-server.ts'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const uint = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/)
  .refine((text) => BigInt(text) < 2n ** 256n)
const bytes32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/)

/** Body of a quote request. @see venue reference, section 5.1 */
export const quoteRequest = z.object({
  signer_address: address,
  maker_address: address,
  signature_type: z.number(),
  leg_position_ids: z.array(uint).min(2).max(50),
  direction: z.enum(['BUY', 'SELL']),
  side: z.literal('YES'),
  requested_size: z.object({ unit: z.enum(['notional', 'shares']), value_e6: uint }),
})

export type QuoteRequest = z.infer<typeof quoteRequest>

/** Body of an acceptance. @see venue reference, section 5.2 */
export const acceptance = z.object({
  quote_id: z.string().min(1),
  signed_order: z.object({
    salt: uint,
    maker: address,
    signer: address,
    tokenId: uint,
    makerAmount: uint,
    takerAmount: uint,
    side: z.union([z.literal(0), z.literal(1)]),
    signatureType: z.number(),
    timestamp: uint,
    metadata: bytes32,
    builder: bytes32,
    expiration: z.literal('0').optional(),
    signature: z.string().regex(/^0x[0-9a-fA-F]*$/),
  }),
})

export type SignedOrder = z.infer<typeof acceptance>['signed_order']

const STATUS = {
  INVALID_JSON: 400,
  INVALID_MESSAGE: 400,
  INVALID_RFQ: 400,
  INVALID_IDENTITY: 400,
  INVALID_ACCEPTANCE: 400,
  INVALID_SIGNATURE: 400,
  UNSUPPORTED_REQUESTER_SIGNATURE_TYPE: 400,
  BUILDER_ATTRIBUTION_NOT_ALLOWED: 400,
  CONTRADICTORY_LEGS: 400,
  BALANCE_VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  ADDRESS_MISMATCH: 403,
  UNAUTHORIZED_ROLE: 403,
  UNKNOWN_RFQ: 404,
  INVALID_RFQ_STATE: 409,
  QUOTE_MISMATCH: 409,
  EXPIRED_RFQ: 409,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
  LEG_METADATA_UNAVAILABLE: 503,
} as const

export type ComboError = keyof typeof STATUS

/** A refusal; the text is the code in words. */
export function comboError(code: ComboError, text = code.toLowerCase().replaceAll('_', ' ')): Refusal {
  return new Refusal(STATUS[code], text, { code })
}

/** The request's body in that shape. */
export function bodyOf<T extends z.ZodType>(
  request: VenueRequest,
  shape: T,
  code: ComboError,
  name: string,
): z.infer<T> {
  const body = jsonOf(request.body) ?? null
  if (body === null) throw comboError('INVALID_JSON')
  const checked = shape.safeParse(body)
  if (checked.success) return checked.data
  throw comboError(code, `invalid ${name}: ${checked.error.issues[0]?.path.join('.') ?? ''}`)
}

/** The body of errors that are not the handler's: unknown paths, unreadable requests. */
export function comboErrorBody(status: number, text: string): object {
  return {
    error: text,
    code: status === 404 ? 'UNKNOWN_RFQ' : status >= 500 ? 'SERVICE_UNAVAILABLE' : 'INVALID_MESSAGE',
  }
}
