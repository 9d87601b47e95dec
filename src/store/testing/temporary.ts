/** A data directory in the system's temporary folder, gone at the end of the test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Log } from '#ports/log.ts'
import { createAuditLog } from '../audit-log.ts'
import type { StoredAuditLog } from '../audit-log.ts'
import { openDatabase } from '../database.ts'
import type { Database } from '../database.ts'

export const INSTALL_ID = 'ab'.repeat(32)
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** An empty directory of the test's own. */
export function temporaryDirectory(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sesame-'))
  context.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Opens the directory's database or fails the test. */
export function openOrThrow(directory: string): Database {
  const opened = openDatabase({ directory, installId: INSTALL_ID, now: 1_000 })
  if (!opened.ok) throw new Error(`cannot open: ${JSON.stringify(opened.error)}`)
  return opened.value
}

/** An audit log in a fresh directory, with a clock that grows by one with each reading. */
export function temporaryAuditLog(context: TestContext): {
  readonly directory: string
  readonly database: Database
  readonly audit: StoredAuditLog
  readonly close: () => void
} {
  const directory = temporaryDirectory(context)
  const database = openOrThrow(directory)
  let at = 1_000
  const audit = createAuditLog({ database, now: () => (at += 1), log: silentLog })
  let open = true
  const close = (): void => {
    if (!open) return
    open = false
    audit.close()
    database.close()
  }
  context.after(close)
  return { directory, database, audit, close }
}
