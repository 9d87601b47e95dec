/**
 * A consistent copy of a data directory, also of one that is in use, and its way back. Invariant: nothing is ever
 * overwritten; what a restore replaces is moved aside once a whole, verified copy lies ready on the same disk.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { err, ok, type Result, wordsOf } from '#lib/result.ts'
import type { AuditVerdict } from '#ports/audit-log.ts'
import { TOKENS_SETTING } from '#ports/stores.ts'
import { HEADS_FILE } from './audit-heads.ts'
import { OTHER_KEY, verifyAudit } from './audit-verify.ts'
import { damageIn, DATABASE_FILE, openDatabaseReadOnly } from './database.ts'
import type { Database, DatabaseFault } from './database.ts'
import type { HeadKey } from './head-key.ts'
import { lockDirectory } from './instance-lock.ts'
import { createPrivateDirectory, createPrivateFile, syncDirectory, syncFile } from './private-files.ts'

/** Copied files; everything else in a data directory is read again or rebuilt. The database is placed last. */
const FILES = [HEADS_FILE, DATABASE_FILE]
/** In this order: a directory without its database is never taken for a new one while heads or a restore directory exist. */
const REPLACED = [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, HEADS_FILE]

export type BackupFault =
  | DatabaseFault
  /** There is something already where the copy should go. */
  | { readonly kind: 'taken' }
  /** The copy cannot be written where it was to go. */
  | { readonly kind: 'not_copied'; readonly detail: string }
  /** The copy, or what a restore was to bring back, does not verify. */
  | { readonly kind: 'broken'; readonly problem: string }
  /** A restore failed, and what it had moved into `aside` could not be moved back. */
  | { readonly kind: 'stranded'; readonly aside: string; readonly detail: string }

/**
 * Copies database and heads into a new or empty directory and verifies the copy.
 *
 * @returns the verdict of the copied audit log
 */
export async function backUp(
  directory: string,
  target: string,
  key: HeadKey | null = null,
): Promise<Result<AuditVerdict, BackupFault>> {
  try {
    if (existsSync(target) && readdirSync(target).length > 0) return err({ kind: 'taken' })
    const source = openDatabaseReadOnly(directory)
    return source.ok ? await copyInto(target, source.value, key) : source
  } catch (error) {
    return err({ kind: 'not_copied', detail: wordsOf(error) })
  }
}

type Restored = {
  readonly verdict: AuditVerdict
  /** Where the files went that were there before; null when there were none. */
  readonly movedTo: string | null
}

type Rename = (from: string, to: string) => void

/**
 * Puts a verified copy of `source` in the place of a data directory's files, which are moved into a directory inside of
 * it. Where that fails they are moved back.
 *
 * Sessions, tokens and attached exits that the copy holds end: some of them may have been ended since it was made. Wrong passwords that were counted
 * in what it replaces stay counted.
 *
 * @param now  wall clock, for the name of that directory
 */
export async function restore(
  source: string,
  directory: string,
  { now, key }: { readonly now: number; readonly key: HeadKey | null },
  rename: Rename = renameSync,
): Promise<Result<Restored, BackupFault>> {
  try {
    const opened = openDatabaseReadOnly(source)
    if (!opened.ok) return err({ kind: 'broken', problem: faultText(opened.error) })
    createPrivateDirectory(directory)
    const lock = lockDirectory(directory)
    if (!lock.ok) {
      opened.value.close()
      return lock
    }
    const ready = join(directory, `restoring-${now}`)
    try {
      const copied = await copyInto(ready, opened.value, key)
      if (!copied.ok) return copied
      endWhatPassed(ready, directory, now)
      const swapped = swap(directory, ready, join(directory, `replaced-${now}`), rename)
      return swapped.ok ? ok({ verdict: copied.value, movedTo: swapped.value }) : swapped
    } finally {
      rmSync(ready, { recursive: true, force: true })
      lock.value.release()
    }
  } catch (error) {
    return unusable(error)
  }
}

/** Copies into a directory, synced, verifies what is there then, and closes the source. */
async function copyInto(
  target: string,
  source: Database,
  key: HeadKey | null,
): Promise<Result<AuditVerdict, BackupFault>> {
  try {
    createPrivateDirectory(target)
    // Heads first: the database is copied later and so holds every row that they note.
    const heads = join(source.directory, HEADS_FILE)
    const asOwner = { mode: 0o600, flag: 'wx', flush: true }
    if (existsSync(heads)) writeFileSync(join(target, HEADS_FILE), readFileSync(heads), asOwner)
    createPrivateFile(join(target, DATABASE_FILE))
    await backup(source.sqlite, join(target, DATABASE_FILE))
    syncFile(join(target, DATABASE_FILE))
    syncDirectory(target)
  } finally {
    source.close()
  }
  return verified(target, key)
}

/**
 * Whoever was logged in when the copy was made is not any more, nor is any program; a restore forgives no wrong password. An
 * attached exit may have sold since: it ends, so that it sells nothing twice (INV-65).
 */
function endWhatPassed(ready: string, replaced: string, now: number): void {
  const sqlite = new DatabaseSync(join(ready, DATABASE_FILE))
  const former = openDatabaseReadOnly(replaced)
  try {
    sqlite.exec('DELETE FROM session')
    sqlite.prepare('DELETE FROM setting WHERE name = ?').run(TOKENS_SETTING)
    endAttachedExits(sqlite, now)
    if (!former.ok) return
    sqlite.exec('DELETE FROM login_failure')
    const add = sqlite.prepare('INSERT INTO login_failure (at, address) VALUES (?, ?)')
    for (const row of former.value.sqlite.prepare('SELECT at, address FROM login_failure').all()) {
      add.run(Number(row['at']), String(row['address']))
    }
  } finally {
    if (former.ok) former.value.close()
    sqlite.close()
    syncFile(join(ready, DATABASE_FILE))
  }
}

/** A copy of a version without them has no such table. */
function endAttachedExits(sqlite: DatabaseSync, now: number): void {
  if (sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'attached_exit'").get() === undefined) return
  sqlite
    .prepare(
      "UPDATE attached_exit SET ended_at = ?, json = json_set(json, '$.end', json_object('how', 'restored', 'at', ?)) WHERE ended_at IS NULL",
    )
    .run(now, now)
}

/** Heads of another key are no fault of a copy: the start reports them and how to go on. */
function verified(directory: string, key: HeadKey | null): Result<AuditVerdict, BackupFault> {
  const opened = openDatabaseReadOnly(directory)
  if (!opened.ok) return err({ kind: 'broken', problem: faultText(opened.error) })
  try {
    const sealed = verifyAudit(opened.value, { key })
    const verdict = sealed.problem === OTHER_KEY ? verifyAudit(opened.value) : sealed
    const problem = verdict.problem ?? damageIn(opened.value)
    return problem === null ? ok(verdict) : err({ kind: 'broken', problem })
  } finally {
    opened.value.close()
  }
}

/** Answers where the former files are, null when there were none. After a failure they are where they were. */
function swap(
  directory: string,
  ready: string,
  aside: string,
  rename: Rename,
): Result<string | null, BackupFault> {
  const former = REPLACED.filter((name) => existsSync(join(directory, name)))
  const moves = [
    ...former.map((name) => [join(directory, name), join(aside, name)] as const),
    ...FILES.filter((name) => existsSync(join(ready, name))).map(
      (name) => [join(ready, name), join(directory, name)] as const,
    ),
  ]
  const done: (typeof moves)[number][] = []
  if (former.length > 0) createPrivateDirectory(aside)
  try {
    for (const move of moves) {
      rename(...move)
      done.push(move)
    }
    for (const changed of former.length > 0 ? [aside, directory] : [directory]) syncDirectory(changed)
    return ok(former.length > 0 ? aside : null)
  } catch (error) {
    try {
      for (const [from, to] of done.toReversed()) rename(to, from)
      if (former.length > 0) rmdirSync(aside)
      return unusable(error)
    } catch {
      return err({ kind: 'stranded', aside, detail: wordsOf(error) })
    }
  }
}

function faultText(fault: DatabaseFault): string {
  if (fault.kind === 'newer_schema') return 'it was written by a newer version'
  return 'detail' in fault ? fault.detail : fault.kind
}

function unusable(error: unknown): { readonly ok: false; readonly error: BackupFault } {
  return err({ kind: 'unusable', detail: wordsOf(error) })
}
