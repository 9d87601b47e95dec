/** Where the frames of the market channel are: a step goes from one to the next. */
import type { Instant } from '#core/market/market.ts'
import type { RecordingRecord } from '#core/recording/records.ts'
import type { RecordingSource, Span } from './contract.ts'

export function isMarketFrame(record: RecordingRecord): boolean {
  return record.kind === 'frame' && record.channel === 'market'
}

/**
 * The instant of the last frame before another instant; null when there is none in the span.
 *
 * @param turn  awaited after each batch; false gives the search up
 */
export async function frameBefore(
  source: RecordingSource,
  span: Span,
  at: Instant,
  turn: () => Promise<boolean>,
): Promise<Instant | null> {
  // Records are given from the begin of a segment: one without a frame before `at` sends the search to the one before it.
  for (let from = at - 1; from >= span.from;) {
    let found: Instant | null = null
    let first: Instant | null = null
    for await (const batch of source.records(from, at)) {
      first ??= batch[0]?.at ?? null
      for (const record of batch) if (record.at < at && isMarketFrame(record)) found = record.at
      if (!(await turn())) return null
    }
    if (found !== null) return found >= span.from ? found : null
    if (first === null || first >= from) return null
    from = first - 1
  }
  return null
}
