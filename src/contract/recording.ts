/** Settings of the recording, and a report of it (API-12). */
import { z } from 'zod'
import { MOST_RECORDING, RECORDING_MODES } from '#core/recording/recording-settings.ts'
import { own, read } from './route.ts'

const count = z.number().int().min(1).max(MOST_RECORDING)
const choice = {
  mode: z.enum(RECORDING_MODES).meta({ description: '`armed`: only while ARMED' }),
  gigabytes: count.meta({ description: 'What recordings may take on disk; the oldest go first' }),
  days: count.meta({ description: 'How long they are kept' }),
}

const recordingSettings = z
  .strictObject({
    ...choice,
    defaults: z
      .strictObject(choice)
      .meta({ description: 'Of the environment: in force until a choice is made' }),
  })
  .meta({ id: 'RecordingSettings' })

/** How far back a report of the page goes, in ms. */
export const REPORT_SPANS = { '10m': 600_000, '1h': 3_600_000, '24h': 86_400_000 } as const

export const recordingRoutes = {
  readRecordingSettings: read('What is recorded for replay, and how much of it is kept', {
    answer: recordingSettings,
  }),
  writeRecordingSettings: own(
    'Change what is recorded and kept; in force at once, after its row in the audit log',
    { body: z.strictObject(choice).meta({ id: 'RecordingSettingsBody' }), answer: recordingSettings },
  ),
  makeReport: own(
    'A report as `sesame report` makes it: recording, settings without secrets, system, in one tar',
    { query: z.strictObject({ last: z.enum(['10m', '1h', '24h']) }), file: ['application/x-tar'] },
  ),
} as const
