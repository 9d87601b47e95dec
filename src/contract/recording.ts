/** The operations of the recording (API-12). Part of the table in routes.ts. */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import { recordingChoice, recordingSettings } from './records/recording.ts'
import { own, read } from './route.ts'

/** How far back a report of the page goes, in ms. */
export const REPORT_SPANS = { '10m': 600_000, '1h': 3_600_000, '24h': 86_400_000 } as const

export const recordingRoutes = {
  readRecordingSettings: read('What is recorded for replay, and how much of it is kept', {
    answer: recordingSettings,
  }),
  writeRecordingSettings: own(
    'Change what is recorded and kept; in force at once, after its row in the audit log',
    { body: schemaOf(recordingChoice), answer: recordingSettings },
  ),
  makeReport: own(
    'A report as `sesame report` makes it: recording, settings without secrets, system, in one tar',
    { query: z.strictObject({ last: z.enum(['10m', '1h', '24h']) }), file: 'application/x-tar' },
  ),
} as const
