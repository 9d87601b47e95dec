/** The records of a replay, read batch by batch and applied one by one; what cannot be read or applied ends it in words. */
import type { Instant } from '#core/market/market.ts'
import type { RecordingRecord } from '#core/recording/records.ts'
import type { ReplayMachines } from './replay-machines.ts'

/** Records between two looks at the clock. */
const RECORDS_PER_LOOK = 32

export type Reading = {
  readonly batches: AsyncIterator<readonly RecordingRecord[]>
  batch: readonly RecordingRecord[]
  next: number
  isOver: boolean
}

/** State of a replay that reading changes. */
type Reader = {
  readonly machines: ReplayMachines
  /** Time of the last record that the machines have taken. */
  readAt: Instant
  isPlaying: boolean
  problem: string | null
}

/** The next batch. Files may be pruned or damaged meanwhile: records read so far are kept. */
export async function readOn(reader: Reader, reading: Reading): Promise<void> {
  reading.batch = []
  reading.next = 0
  try {
    const read = await reading.batches.next()
    if (read.done === true) reading.isOver = true
    else reading.batch = read.value
  } catch (error) {
    const why = error instanceof Error && !('syscall' in error) ? `: ${error.message}` : ''
    giveUp(reader, reading, why)
  }
}

/** Answers whether the next record is of later. */
export function applySome(reader: Reader, reading: Reading, until: Instant): boolean {
  for (let count = 0; count < RECORDS_PER_LOOK; count += 1) {
    const record = reading.batch[reading.next]
    if (record === undefined) return false
    if (record.at > until) return true
    applyNext(reader, reading, record)
  }
  return false
}

function applyNext(reader: Reader, reading: Reading, record: RecordingRecord): void {
  reading.next += 1
  reader.readAt = Math.max(reader.readAt, record.at)
  try {
    reader.machines.apply(record)
  } catch {
    // Whoever wrote it is not trusted, and this program may be the one that trades.
    giveUp(reader, reading, `: a record of ${record.kind} at ${record.at} cannot be shown`)
  }
}

function giveUp(reader: Reader, reading: Reading, why: string): void {
  reading.batch = []
  reading.isOver = true
  reader.isPlaying = false
  reader.problem = `The recording cannot be read beyond here${why}.`
}
