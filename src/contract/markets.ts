/** Queries of markets (API-4). */
import { z } from 'zod'
import { amountValue, flag, pageQuery } from './values.ts'

export const searchQuery = z.strictObject({
  q: z.string().max(200).default('').describe('Words of event, market, team or league'),
  tag: z.string().max(100).optional().describe('Slug of a tag'),
  league: z.string().max(50).optional().describe('Code of a league'),
  kind: z.enum(['event', 'market', 'team']).optional().describe('In the name of which the words are'),
  status: z.enum(['open', 'closed', 'all']).default('open'),
  sort: z.enum(['relevance', 'volume', 'liquidity', 'ending', 'newest']).default('relevance'),
  live: flag.optional().describe('Of a game that is on, or of none'),
  closes_within: z.coerce.number().int().min(1).max(525_600).optional().describe('Minutes until the end'),
  min_liquidity: amountValue.optional(),
  combo: flag.optional().describe('With an open market that can be, or none that can be, a leg of a combo'),
  ...pageQuery,
})

export const historyQuery = z.strictObject({
  interval: z.enum(['1h', '6h', '1d', '1w', '1m', 'max']).default('1d').describe('How far back'),
  fidelity: z.coerce.number().int().min(1).max(10_080).optional().describe('Step in minutes'),
})
