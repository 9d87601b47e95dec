/** The report of the recording (API-12). Part of the table in routes.ts. */
import { z } from 'zod'
import { own } from './route.ts'

/** How far back a report of the page goes, in ms. */
export const REPORT_SPANS = { '10m': 600_000, '1h': 3_600_000, '24h': 86_400_000 } as const

export const recordingRoutes = {
  makeReport: own('A report: recording, settings without secrets, system, in one tar', {
    query: z.strictObject({ last: z.enum(['10m', '1h', '24h']) }),
    file: 'application/x-tar',
  }),
} as const
