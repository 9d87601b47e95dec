/** A fault rule in the words of the control API. */
import { z } from 'zod'

import { SERVICES } from '../types.ts'

/** Which requests a rule or a barrier is about. */
export const match = z.strictObject({
  service: z.enum(SERVICES).optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  asset: z.string().optional(),
  order_side: z.enum(['BUY', 'SELL']).optional(),
  body_contains: z.string().optional(),
})
const count = z.number().int().nonnegative()
const when = z.strictObject({
  times: count.optional(),
  every: count.optional(),
  probability: z.number().min(0).max(1).optional(),
  after_ms: count.optional(),
  for_ms: count.optional(),
  after_hits: count.optional(),
})

/** A fault rule as it is posted. */
export const faultRule = z.strictObject({
  name: z.string().regex(/^[a-z_]+\.[a-z0-9_]+$/i),
  match: match.optional(),
  when: when.optional(),
  args: z.record(z.string(), z.unknown()).optional(),
})
