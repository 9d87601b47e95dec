/** Settings of the recording, and a report of the last minutes for the page. */
import { REPORT_SPANS } from '#contract/recording.ts'
import { instant } from '#contract/codec/fields.ts'
import type { CoreAnswer } from '#contract/routes.ts'
import type { RecordingChoice } from '#engine/recording/recording-settings.ts'
import { err, ok } from '#lib/result.ts'
import { STORAGE_REFUSED } from '../http/replies.ts'
import type { Handlers, Services } from './handler.ts'
import { recorded } from './recorded.ts'

type Operations = 'readRecordingSettings' | 'writeRecordingSettings' | 'makeReport'

export function recordingHandlers({ engine, log, clock }: Services): Pick<Handlers, Operations> {
  const { recording } = engine
  return {
    readRecordingSettings: () => ok(settingsOf(recording)),

    writeRecordingSettings({ body }, call) {
      if (!recording.write(body).ok) return err(STORAGE_REFUSED)
      log.info('recording.settings_changed', { address: call.address, ...body })
      return ok(settingsOf(recording))
    },

    async makeReport({ query }, call) {
      log.info('recording.report', { address: call.address, last: query.last })
      const name = `sesame-report-${instant.encode(clock.now()).replaceAll(/[:.]/g, '-')}.tar`
      return recorded(async () => ok({ name, body: await engine.makeReport(REPORT_SPANS[query.last]) }))
    },
  }
}

function settingsOf(choice: RecordingChoice): CoreAnswer<'readRecordingSettings'> {
  return { ...choice.read(), defaults: choice.defaults }
}
