/** A recording in memory: one segment, whose records are given in the order of time. */
import { nativeId, type OutcomeId } from '#core/ids.ts'
import type { Mark, RecordedBook, RecordingRecord } from '#core/recording/records.ts'
import type { MarketFeedEvent } from '#ports/venue-feeds.ts'
import type { ReadRecordedFrame, RecordingSource } from '../replay/contract.ts'

const BATCH = 10

/** A recording of these records; reads from its beginning are counted. */
export function createMemoryRecording(records: readonly RecordingRecord[]): RecordingSource & {
  readonly reads: () => number
  /** Begun and neither read to their end nor let go. */
  readonly open: () => number
} {
  let reads = 0
  let open = 0
  async function* batchesOf<Item extends RecordingRecord>(
    items: readonly Item[],
    until: number,
  ): AsyncGenerator<readonly Item[]> {
    const shown = items.filter(({ at }) => at <= until)
    open += 1
    try {
      for (let at = 0; at < shown.length; at += BATCH)
        yield await Promise.resolve(shown.slice(at, at + BATCH))
    } finally {
      open -= 1
    }
  }
  return {
    reads: () => reads,
    open: () => open,
    async range() {
      const [first, last] = [records[0], records.at(-1)]
      return first === undefined || last === undefined ? null : { from: first.at, to: last.at }
    },
    async spans() {
      const [first, last] = [records[0], records.at(-1)]
      return first === undefined || last === undefined ? [] : [{ from: first.at, to: last.at }]
    },
    records(_, until) {
      reads += 1
      return batchesOf(records, until)
    },
    marks: (_, until) => batchesOf(records.filter(isMark), until),
  }
}

const NO_MARKS: ReadonlySet<RecordingRecord['kind']> = new Set([
  'frame',
  'carried',
  'lost',
  'book',
  'verified',
  'dropped',
  'market',
])

function isMark(record: RecordingRecord): record is Mark {
  return !NO_MARKS.has(record.kind)
}

/** A frame of the feed that is the event itself as JSON. */
export function frameOf(at: number, event: MarketFeedEvent, connection = 1): RecordingRecord {
  const text = JSON.stringify(event, (_, value: unknown) =>
    typeof value === 'bigint' ? { micros: String(value) } : value,
  )
  return { kind: 'frame', at, channel: 'market', connection, bytes: Buffer.from(text) }
}

/** Reads what `frameOf` makes; frames about outcomes that the connection does not carry are passed over. */
export const readFrameOf: ReadRecordedFrame = (bytes, followed, emit) => {
  const event = JSON.parse(Buffer.from(bytes).toString(), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'micros' in value ? BigInt(String(value.micros)) : value,
  ) as MarketFeedEvent
  const outcomeId = 'outcomeId' in event ? event.outcomeId : null
  if (outcomeId === null || followed.has(nativeId(outcomeId))) emit(event)
}

/** A book as it is recorded, live and empty if not said otherwise. */
export function recordedBook(outcomeId: OutcomeId, changes: Partial<RecordedBook> = {}): RecordedBook {
  return {
    outcomeId,
    marketId: null,
    phase: 'live',
    staleReason: null,
    isAsked: false,
    mismatches: 0,
    bids: [],
    asks: [],
    tickSize: 100,
    lastTradePrice: null,
    lastTradeSide: null,
    hash: null,
    venueTime: null,
    epoch: 1,
    version: 1,
    changedAt: null,
    verifiedAt: null,
    tradesSoFar: 0,
    trades: [],
    ...changes,
  }
}
