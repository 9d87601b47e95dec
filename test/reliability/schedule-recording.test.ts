// The judge of a schedule's recording judges runs that go on: rows come into log and recording while it reads.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AuditRow } from '#ports/audit-log.ts'
import { createManualClock, silentLog } from '#engine/testing/market-fakes.ts'
import { createMemoryAudit } from '#engine/testing/memory-audit.ts'
import { hostDisk } from '#store/recording/segment-file.ts'
import { RECORDING_DIRECTORY } from '#store/recording/segments.ts'
import { createRecordingWriter } from '#store/recording/writer.ts'
import { temporaryDirectory } from '../harness.ts'
import { recordingBroken } from './schedule-recording.ts'

const LIMITS = { mostBytes: 1e9, mostAgeMs: 1e9, leaveFree: 0, mostWaiting: 1e8 }

const START = 1_790_000_000_000

async function record(directory: string, rows: readonly AuditRow[], at = START): Promise<void> {
  const clock = createManualClock(at)
  const store = createRecordingWriter({
    directory: join(directory, RECORDING_DIRECTORY),
    clock,
    log: silentLog,
    redact: (text) => text,
    disk: hostDisk,
    limits: LIMITS,
  })
  store.begin(clock.now())
  for (const row of rows) store.add({ kind: 'row', at: row.at, row })
  await store.close()
}

test('INV-68 a row that comes while the recording is read breaks nothing; one that the log never had does', async (context) => {
  const directory = temporaryDirectory(context)
  const audit = createMemoryAudit(() => START)
  const append = (log: typeof audit, clientOrderId: string): AuditRow => {
    const appended = log.append([{ clientOrderId, kind: 'intent', action: 'cancel', details: {} }])
    const row = appended.ok ? appended.value[0] : undefined
    assert.ok(row)
    return row
  }
  // The same log a moment later, of which the recording has both rows.
  const later = createMemoryAudit(() => START)
  append(audit, 'first')
  await record(directory, [append(later, 'first'), append(later, 'second')])

  const judged = recordingBroken(directory, audit, [{ after: 0, last: 1 }])
  append(audit, 'second')
  assert.deepEqual(await judged, [])

  await record(directory, [append(later, 'third')], START + 1)
  assert.deepEqual(await recordingBroken(directory, audit, [{ after: 0, last: 2 }]), [
    'INV-68 row 3 is not that of the audit log',
  ])
})
