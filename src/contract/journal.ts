/** Queries and notes of the journal (API-5). */
import { z } from 'zod'
import { LATENCIES, MEASURES } from '#core/journal/journal-rows.ts'
import { instantValue, marketId, outcomeId, pageQuery } from './values.ts'

const day = z.iso.date().transform((text) => Date.parse(`${text}T00:00:00.000Z`))

/** Filters of fills and payouts. */
const filters = {
  tag: z.string().max(40).optional().describe('Your tag of the round trip'),
  league: z.string().max(100).optional().describe('Code of a league'),
  market_id: marketId.optional(),
  day: day.optional().describe('In UTC'),
  hour: z.coerce.number().int().min(0).max(23).optional().describe('In UTC'),
  role: z.enum(['maker', 'taker', 'payout']).optional(),
  time_in_force: z.enum(['GTC', 'GTD', 'FOK', 'FAK']).optional(),
  measure: z.enum(MEASURES).optional().describe('Those of which it is known'),
  latency: z.enum(LATENCIES).optional().describe('Those of which it is known'),
  latency_class: z.coerce.number().int().min(0).max(10).optional().describe('Its class'),
  round_trip: z.string().max(300).optional().describe('Id of a round trip'),
}

export const journalQuery = z.strictObject(filters)
export const journalPageQuery = z.strictObject({ ...filters, ...pageQuery })

export const journalNoteBody = z
  .strictObject({
    id: z.string().min(1).max(300).meta({ description: 'Of the round trip, or of one of its fills' }),
    note: z.string().max(4_000).describe('Your words'),
    tags: z.array(z.string().trim().min(1).max(40)).max(20).describe('Your tags'),
  })
  .meta({ id: 'JournalNoteBody' })

export const exportQuery = z.strictObject({
  what: z.enum(['fills', 'round_trips', 'book_tops', 'trades']).default('fills').meta({
    description:
      'book_tops and trades are of the recording, between `from` and `to`, a day at most: all, or of `market_id` or `outcome_id`',
  }),
  format: z.enum(['csv', 'parquet']).default('csv'),
  from: instantValue.optional(),
  to: instantValue.optional(),
  outcome_id: outcomeId.optional(),
  ...filters,
})
