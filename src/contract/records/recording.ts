/** Settings of the recording (API-12). */
import { MOST_RECORDING, RECORDING_MODES } from '#core/recording/recording-settings.ts'
import { part, record, says } from '../codec/codec.ts'
import { bounded, oneOf } from '../codec/fields.ts'

const count = bounded(1, MOST_RECORDING)
const choice = {
  mode: says(oneOf(RECORDING_MODES), '`armed`: only while ARMED'),
  gigabytes: says(count, 'What recordings may take on disk; the oldest go first'),
  days: says(count, 'How long they are kept'),
}

export const recordingChoice = record('RecordingSettingsBody', choice)

export const recordingSettings = record('RecordingSettings', {
  ...choice,
  defaults: part('Of the environment: in force until a choice is made', choice),
})
