/** The recorder of a run over its data directory, and the audit log that tells it each row once the row is on disk. */
import { join } from 'node:path'
import type { Bus } from '#engine/bus.ts'
import { createRecorder, type Recorder } from '#engine/recording/recorder.ts'
import type { StoredAuditLog } from '#store/audit-log.ts'
import { hostDisk } from '#store/recording/segment-file.ts'
import { RECORDING_DIRECTORY } from '#store/recording/segments.ts'
import { createRecordingWriter } from '#store/recording/writer.ts'
import type { RunParts } from '../world.ts'

/** Bytes of the disk that a recording leaves to the audit log and to the rest of the machine. */
const LEAVE_FREE = 500_000_000
/** Bytes that may wait for the disk: a quarter of a minute of 10,000 outcomes. */
const MOST_WAITING = 64_000_000

/** Nothing is recorded before the recorder is started. */
export function openRecorder(parts: RunParts, dataDirectory: string, bus: Bus): Recorder {
  const { configuration, version, clock, log, redactor } = parts
  const { mode, gigabytes, days } = configuration.recording
  const store = createRecordingWriter({
    directory: join(dataDirectory, RECORDING_DIRECTORY),
    clock,
    log,
    redact: (text) => redactor.redact(text),
    disk: hostDisk,
    limits: {
      mostBytes: gigabytes * 1_000_000_000,
      mostAgeMs: days * 86_400_000,
      leaveFree: LEAVE_FREE,
      mostWaiting: MOST_WAITING,
    },
  })
  return createRecorder({
    store,
    mode,
    version,
    paper: configuration.paper !== null,
    clock,
    bus,
  })
}

/** The same log; the recorder gets what was appended, after it was. */
export function recordRows(audit: StoredAuditLog, recorder: Pick<Recorder, 'rows'>): StoredAuditLog {
  return {
    ...audit,
    append(entries) {
      const appended = audit.append(entries)
      if (appended.ok) recorder.rows(appended.value)
      return appended
    },
  }
}
