/** Requests for the journal (API-5). */
import { z } from 'zod'
import { MEASURES } from '#core/journal/journal-rows.ts'
import * as records from './records/journal.ts'
import { own, read } from './route.ts'
import { groupId, marketId, pageQuery } from './values.ts'

const day = z.iso.date().transform((text) => Date.parse(`${text}T00:00:00.000Z`))

/** Filters of fills and payouts. */
const filters = {
  group: groupId.optional().describe('Of a scaled order or basket'),
  template: z.string().max(40).optional().describe('Of the exits that came with the order'),
  tag: z.string().max(40).optional().describe('A tag of the round trip'),
  league: z.string().max(100).optional().describe('Code of a league'),
  market_id: marketId.optional(),
  day: day.optional().describe('In UTC'),
  hour: z.coerce.number().int().min(0).max(23).optional().describe('In UTC'),
  role: z.enum(['maker', 'taker', 'payout']).optional(),
  time_in_force: z.enum(['GTC', 'GTD', 'FOK', 'FAK']).optional(),
  measure: z.enum(MEASURES).optional().describe('Those of which it is known'),
  round_trip: z.string().max(300).optional().describe('Id of a round trip'),
}

const journalQuery = z.strictObject(filters)
const journalPageQuery = z.strictObject({ ...filters, ...pageQuery })

const journalNoteBody = z
  .strictObject({
    id: z.string().min(1).max(300).meta({ description: 'Of the round trip, or of one of its fills' }),
    note: z.string().max(4_000).describe('Your words'),
    tags: z.array(z.string().trim().min(1).max(40)).max(20).describe('Your tags'),
  })
  .meta({ id: 'JournalNoteBody' })

const exportQuery = z.strictObject({ what: z.enum(['fills', 'round_trips']).default('fills'), ...filters })

export const journalRoutes = {
  readJournal: read('Figures of own fills and payouts that match the filters', {
    query: journalQuery,
    answer: records.journalSummary,
  }),
  listRoundTrips: read('Round trips with a fill or payout that matches the filters, latest opened first', {
    query: journalPageQuery,
    answer: records.roundTripList,
  }),
  listJournalRows: read('Own fills and payouts with their measures, latest first', {
    query: journalPageQuery,
    answer: records.journalRowList,
  }),
  writeJournalNote: own('Note and tags of a round trip; both empty removes them', {
    body: journalNoteBody,
    answer: z.strictObject({}),
  }),
  exportJournal: read('Fills with their measures, or round trips, as CSV, oldest first', {
    query: exportQuery,
    file: 'text/csv',
  }),
} as const
