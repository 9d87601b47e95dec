/** A report of the last minutes for the page. */
import { REPORT_SPANS } from '#contract/recording.ts'
import { instant } from '#contract/codec/fields.ts'
import { ok } from '#lib/result.ts'
import type { Handlers, Services } from './handler.ts'
import { recorded } from './recorded.ts'

export function recordingHandlers({ engine, log, clock }: Services) {
  return {
    async makeReport({ query }, call) {
      log.info('recording.report', { address: call.address, last: query.last })
      const name = `sesame-report-${instant.encode(clock.now()).replaceAll(/[:.]/g, '-')}.tar`
      return recorded(async () => ok({ name, body: await engine.makeReport(REPORT_SPANS[query.last]) }))
    },
  } satisfies Partial<Handlers>
}
