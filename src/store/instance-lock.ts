/** One process per data directory: an exclusive transaction held until the process ends; the operating system releases it on a kill. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { err, ok, type Result } from '#lib/result.ts'
import { createPrivateFile, writePrivateFile } from './private-files.ts'

export type InstanceLock = {
  /** Whoever held it last did not give it up: it was killed, or the machine went down. */
  readonly wasLeft: boolean
  /** Gives it up at the program's orderly end: the next holder finds nothing left. */
  end(): void
  /** Gives it up where the program did not run: one that was killed before stays noted for the next start. */
  release(): void
}

/** Holder of the lock; `pid` is null when its file cannot be read. */
export type LockHeld = { readonly kind: 'locked'; readonly pid: number | null }

/** Kept here: a connection that nothing else refers to would be collected, and the lock with it. */
const held = new Set<DatabaseSync>()

/**
 * Takes the directory's lock without waiting.
 *
 * @returns `locked` with the holder's process id when another process (or an earlier call) holds it
 * @throws when the lock file itself cannot be opened
 */
export function lockDirectory(directory: string): Result<InstanceLock, LockHeld> {
  const path = join(directory, 'lock.db')
  const pidPath = join(directory, 'lock.pid')
  createPrivateFile(path)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    return err({ kind: 'locked', pid: readPid(pidPath) })
  }
  held.add(database)
  const wasLeft = readPid(pidPath) !== null
  notePid(pidPath)
  const close = (): void => {
    held.delete(database)
    database.close()
  }
  const end = (): void => {
    removePid(pidPath)
    close()
  }
  return ok({ wasLeft, end, release: wasLeft ? close : end })
}

/** The process that has noted itself there and lives; null when none does. Takes no lock. */
export function holderOf(directory: string): number | null {
  const pid = readPid(join(directory, 'lock.pid'))
  try {
    return pid !== null && process.kill(pid, 0) ? pid : null
  } catch {
    return null
  }
}

/** While the lock is held: afterwards the file may be the next holder's. */
function removePid(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A disk that refuses it must not keep the lock from being given up.
  }
}

/** For the message to a second start only: a full disk does not keep anybody from starting. */
function notePid(path: string): void {
  try {
    writePrivateFile(path, `${process.pid}\n`)
  } catch {
    // The lock holds without it.
  }
}

function readPid(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8').trim())
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}
