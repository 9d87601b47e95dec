/** Queries of the account (API-5). */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import { activityKind, pnlInterval } from './records/account.ts'
import { flag, marketId, pageQuery } from './values.ts'

/** Pages are the venue's: a page may be shorter than asked for, also while more follow. */
export const activityQuery = z.strictObject({
  kind: schemaOf(activityKind).optional(),
  market_id: marketId.optional(),
  side: z.enum(['BUY', 'SELL']).optional(),
  combo: flag.optional().describe('Of combos, or of all else'),
  ...pageQuery,
})

export const pnlQuery = z.strictObject({
  interval: schemaOf(pnlInterval).default('1w').describe('How far back'),
})
