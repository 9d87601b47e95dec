/** The operations of the journal. Part of the table in routes.ts. */
import { z } from 'zod'
import { exportQuery, journalNoteBody, journalPageQuery, journalQuery } from './journal.ts'
import { journalRowList, journalSummary, roundTripList } from './records/journal.ts'
import { own, read } from './route.ts'

export const journalRoutes = {
  readJournal: read('Sums and series of own fills and payouts that pass the filters', {
    query: journalQuery,
    answer: journalSummary,
  }),
  listRoundTrips: read('Round trips of which a fill or payout passes the filters, the latest opened first', {
    query: journalPageQuery,
    answer: roundTripList,
  }),
  listJournalRows: read('Own fills and payouts with what was seen of each, the latest first', {
    query: journalPageQuery,
    answer: journalRowList,
  }),
  writeJournalNote: own('Note and tags of a round trip; both empty removes them', {
    body: journalNoteBody,
    answer: z.strictObject({}),
  }),
  exportJournal: read(
    'Fills with their measures, round trips, recorded best prices or recorded trades, as CSV or Parquet, oldest first',
    { query: exportQuery, file: ['text/csv', 'application/vnd.apache.parquet'] },
  ),
} as const
