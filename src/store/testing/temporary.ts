/** A data directory in the system's temporary folder, gone at the end of the test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import type { Log } from '#ports/log.ts'
import { rowHash } from '../audit-chain.ts'
import { createAuditLog, type StoredAuditLog } from '../audit-log.ts'
import { DATABASE_FILE, openDatabase, type Database } from '../database.ts'
import type { HeadKey } from '../head-key.ts'

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

/** Changes a database as an attacker with an editor would: its guards are removed, and put back unchanged. */
export function editDatabase(directory: string, edit: string | ((raw: DatabaseSync) => void)): void {
  const raw = new DatabaseSync(join(directory, DATABASE_FILE), { timeout: 5_000 })
  const guards = raw.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of guards) raw.exec(`DROP TRIGGER ${String(name)}`)
  raw.exec('PRAGMA ignore_check_constraints = ON')
  if (typeof edit === 'string') raw.exec(edit)
  else edit(raw)
  for (const guard of guards) raw.exec(String(guard['sql']))
  raw.close()
}

/** Writes the rows from one on again, each `accepted` as `rejected`, with hashes that follow from each other. */
export function rewriteRows(raw: DatabaseSync, from: number): void {
  const rows = raw.prepare('SELECT * FROM audit WHERE seq >= ? ORDER BY seq').all(from)
  let previous = String(rows[0]?.['previous_hash'])
  const update = raw.prepare('UPDATE audit SET details = ?, previous_hash = ?, hash = ? WHERE seq = ?')
  for (const row of rows) {
    const details = String(row['details']).replace('accepted', 'rejected')
    const hash = rowHash(previous, {
      seq: Number(row['seq']),
      at: Number(row['at']),
      clientOrderId: String(row['client_order_id']),
      kind: String(row['kind']),
      action: String(row['action']),
      details,
    })
    update.run(details, previous, hash, Number(row['seq']))
    previous = hash
  }
}

/** An audit log in a fresh directory, with a clock that grows by one with each reading. */
export function temporaryAuditLog(
  context: TestContext,
  key: HeadKey | null = null,
): {
  readonly directory: string
  readonly database: Database
  readonly audit: StoredAuditLog
  readonly close: () => void
} {
  const directory = temporaryDirectory(context)
  const database = openOrThrow(directory)
  let at = 1_000
  const audit = createAuditLog({ database, now: () => (at += 1), log: silentLog, key })
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
