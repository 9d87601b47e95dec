/**
 * The records of a replay, read batch by batch and applied one by one, with turns for everything else: the terminal trades
 * meanwhile. What cannot be read or applied ends it in words.
 */
import type { Instant } from '#core/market/market.ts'
import type { RecordingRecord } from '#core/recording/records.ts'
import { pause } from '#lib/pause.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReplayMachines } from './replay-machines.ts'

/** Records between two looks at the clock. */
const RECORDS_PER_LOOK = 32

/** Longest work without a turn for anything else. */
const SLICE_MS = 5
const PAUSE_MS = 1

/** To be awaited often: gives a turn once a slice is over; false when there is nothing left to work for. */
export function turns(clock: Clock, isGivenUp: () => boolean): () => Promise<boolean> {
  let begun = clock.monotonic()
  return async () => {
    if (clock.monotonic() - begun < SLICE_MS) return !isGivenUp()
    await pause(clock, PAUSE_MS)
    begun = clock.monotonic()
    return !isGivenUp()
  }
}

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
  reader.problem = `The recording cannot be read past this point${why}.`
}
