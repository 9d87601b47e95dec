/** The recording of a schedule's runs: a disk that is slow, full and torn at random, and what must be on it all the same. */
import { join } from 'node:path'
import { createRecorder, type Recorder } from '#engine/recording/recorder.ts'
import type { Bus } from '#engine/bus.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { SimulatorRandom } from '#simulator/types.ts'
import { openRecording } from '#store/recording/reader.ts'
import { hostDisk, type RecordingDisk, type SegmentFile } from '#store/recording/segment-file.ts'
import { RECORDING_DIRECTORY } from '#store/recording/segments.ts'
import { createRecordingWriter } from '#store/recording/writer.ts'

const LIMITS = { mostBytes: 1e9, mostAgeMs: 1e9, leaveFree: 1, mostWaiting: 1e6 }

type ScheduleDisk = RecordingDisk & {
  /** The run is killed: what is under way is cut in half, and nothing comes after it. */
  readonly kill: () => Promise<void>
}

/** @param random  null for a disk that only a kill disturbs */
function createScheduleDisk(
  random: SimulatorRandom | null,
  sleep: (ms: number) => Promise<void>,
): ScheduleDisk {
  let isKilled = false
  // A file that nobody closes ends the program when it is collected as garbage.
  const files = new Set<SegmentFile>()
  const full = (): Error => Object.assign(new Error('no space'), { code: 'ENOSPC' })
  const alive = (): void => {
    if (isKilled) throw new Error('killed')
  }
  return {
    ...hostDisk,
    async kill() {
      isKilled = true
      await Promise.allSettled([...files].map((file) => file.close()))
    },
    async create(directory, name) {
      alive()
      const file = await hostDisk.create(directory, name)
      files.add(file)
      if (isKilled) await file.close()
      return {
        async append(bytes) {
          const dice = random?.next() ?? 1
          if (dice < 0.1) await sleep(random?.integer(500, 5_000) ?? 0)
          if (isKilled || (dice > 0.1 && dice < 0.16)) {
            await file.append(bytes.subarray(0, bytes.length >> 1))
            throw full()
          }
          await file.append(bytes)
        },
        async close() {
          files.delete(file)
          if (!isKilled) await file.close()
        },
        async sync() {
          alive()
          await file.sync()
        },
      }
    },
    async free(directory) {
      alive()
      return random !== null && random.next() < 0.1 ? 0 : hostDisk.free(directory)
    },
    async remove(directory, name) {
      alive()
      await hostDisk.remove(directory, name)
    },
    async cut(directory, name, length) {
      alive()
      await hostDisk.cut(directory, name, length)
    },
  }
}

/** The recorder of a run that follows no market: rows, orders, fills and modes. */
export function createScheduleRecorder(parts: {
  readonly directory: string
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus
  readonly disk: RecordingDisk
}): Recorder {
  const { directory, clock, log, bus, disk } = parts
  const store = createRecordingWriter({
    directory: join(directory, RECORDING_DIRECTORY),
    clock,
    log,
    redact: (text) => text,
    disk,
    limits: LIMITS,
  })
  return createRecorder({ store, mode: 'on', version: 'test', paper: false, clock, bus })
}

/**
 * INV-68: what can be read is what the audit log has, in its order and once; of whole runs all of it. A run that goes on adds
 * rows meanwhile: a row is recorded once it is in the log, so the log is read after the recording.
 */
export async function recordingBroken(
  directory: string,
  audit: Pick<AuditLog, 'since'>,
  wholeRuns: readonly { readonly after: number; readonly last: number }[],
): Promise<readonly string[]> {
  const broken: string[] = []
  const recorded = new Map<number, string>()
  const all = openRecording(join(directory, RECORDING_DIRECTORY)).records(0, Number.MAX_SAFE_INTEGER)
  let before = 0
  for await (const batch of all)
    for (const record of batch) {
      if (record.kind !== 'row') continue
      const { seq, hash } = record.row
      if (seq <= before) broken.push(`INV-68 row ${seq} is recorded after ${before}`)
      before = seq
      recorded.set(seq, hash)
    }
  const rows = audit.since(0)
  const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]))
  for (const [seq, hash] of recorded)
    if (hashes.get(seq) !== hash) broken.push(`INV-68 row ${seq} is not that of the audit log`)
  for (const { after, last } of wholeRuns)
    for (const { seq } of rows)
      if (seq > after && seq <= last && !recorded.has(seq))
        broken.push(`INV-68 row ${seq} of a run that stopped is not recorded`)
  return broken
}

export type ScheduleRecording = {
  /** For the run that begins. */
  readonly diskOfRun: () => ScheduleDisk
  /** The run is up, with these rows before it. */
  readonly begun: (audit: AuditLog) => void
  /** It has stopped, and its log ends here. */
  readonly stopped: (audit: AuditLog) => void
  readonly killed: () => Promise<void>
  /** Every rule that was broken, in words. */
  readonly broken: (audit: AuditLog) => Promise<readonly string[]>
}

/** One schedule in three has a disk that is sound: of its runs that stopped, every row is there. */
export function createScheduleRecording(
  directory: string,
  random: SimulatorRandom,
  sleep: (ms: number) => Promise<void>,
): ScheduleRecording {
  const faults = random.next() < 0.33 ? null : random
  const wholeRuns: { readonly after: number; readonly last: number }[] = []
  let disk = createScheduleDisk(faults, sleep)
  let after = 0
  const end = (audit: AuditLog): number => audit.since(0).at(-1)?.seq ?? 0
  return {
    diskOfRun: () => (disk = createScheduleDisk(faults, sleep)),
    begun: (audit) => void (after = end(audit)),
    stopped(audit) {
      if (faults === null) wholeRuns.push({ after, last: end(audit) })
    },
    killed: () => disk.kill(),
    broken: (audit) => recordingBroken(directory, audit, wholeRuns),
  }
}
