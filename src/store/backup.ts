/**
 * A consistent copy of a data directory, also of one that is in use, and its way back. Invariant: nothing is ever
 * overwritten; what a restore replaces is moved aside.
 */
import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { backup } from 'node:sqlite'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { AuditVerdict } from '#ports/audit-log.ts'
import { HEADS_FILE } from './audit-heads.ts'
import { verifyAudit } from './audit-verify.ts'
import { DATABASE_FILE, openDatabaseReadOnly } from './database.ts'
import type { DatabaseFault } from './database.ts'
import { lockDirectory } from './instance-lock.ts'
import { createPrivateDirectory, createPrivateFile, syncDirectory } from './private-files.ts'

/** What is copied; everything else in a data directory is read again or made anew. */
const FILES = [DATABASE_FILE, HEADS_FILE]
const SIDE_FILES = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`]

export type BackupFault =
  | DatabaseFault
  /** There is something already where the copy should go. */
  | { readonly kind: 'taken' }
  /** The copy does not verify. */
  | { readonly kind: 'broken'; readonly verdict: AuditVerdict }

/**
 * Copies database and heads into a new or empty directory and verifies the copy.
 *
 * @returns the verdict of the copied audit log
 */
export async function backUp(directory: string, target: string): Promise<Result<AuditVerdict, BackupFault>> {
  if (existsSync(target) && readdirSync(target).length > 0) return err({ kind: 'taken' })
  const source = openDatabaseReadOnly(directory)
  if (!source.ok) return source
  try {
    createPrivateDirectory(target)
    // Heads first: the database is copied later and so holds every row that they note.
    copyPrivately(directory, target, HEADS_FILE)
    createPrivateFile(join(target, DATABASE_FILE))
    await backup(source.value.sqlite, join(target, DATABASE_FILE))
    syncDirectory(target)
  } catch (error) {
    return err({ kind: 'unusable', detail: error instanceof Error ? error.message : String(error) })
  } finally {
    source.value.close()
  }
  return verified(target)
}

export type Restored = {
  readonly verdict: AuditVerdict
  /** Where the files went that were there before; null when there were none. */
  readonly movedTo: string | null
}

/**
 * Puts a verified backup in the place of a data directory's files, which are moved into a directory inside of it.
 *
 * @param now  wall clock, for the name of that directory
 */
export function restore(source: string, directory: string, now: number): Result<Restored, BackupFault> {
  const good = verified(source)
  if (!good.ok) return good
  try {
    createPrivateDirectory(directory)
    const lock = lockDirectory(directory)
    if (!lock.ok) return lock
    try {
      const movedTo = moveAside(directory, now)
      for (const name of FILES) copyPrivately(source, directory, name)
      syncDirectory(directory)
      return ok({ verdict: good.value, movedTo })
    } finally {
      lock.value.release()
    }
  } catch (error) {
    return err({ kind: 'unusable', detail: error instanceof Error ? error.message : String(error) })
  }
}

function verified(directory: string): Result<AuditVerdict, BackupFault> {
  const opened = openDatabaseReadOnly(directory)
  if (!opened.ok) return opened
  try {
    const verdict = verifyAudit(opened.value)
    return verdict.ok ? ok(verdict) : err({ kind: 'broken', verdict })
  } finally {
    opened.value.close()
  }
}

function moveAside(directory: string, now: number): string | null {
  const present = [...FILES, ...SIDE_FILES].filter((name) => existsSync(join(directory, name)))
  if (present.length === 0) return null
  const aside = join(directory, `replaced-${now}`)
  createPrivateDirectory(aside)
  for (const name of present) renameSync(join(directory, name), join(aside, name))
  return aside
}

function copyPrivately(from: string, to: string, name: string): void {
  if (!existsSync(join(from, name))) return
  createPrivateFile(join(to, name))
  copyFileSync(join(from, name), join(to, name))
  // A copy takes over the mode of what it copies, which may have come by a medium that knows none.
  chmodSync(join(to, name), 0o600)
}
