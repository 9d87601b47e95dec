/**
 * The one SQLite database of a data directory. Every commit is on disk when it returns, one process writes, and a
 * file that cannot be read as ours is refused, never replaced.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { err, ok, type Result, wordsOf } from '#lib/result.ts'
import { readHeads } from './audit-heads.ts'
import { lockDirectory, type InstanceLock, type LockHeld } from './instance-lock.ts'
import { paperStartingCash } from './paper-journal.ts'
import { RECORDING_DIRECTORY } from './recording/segments.ts'
import {
  createPrivateDirectory,
  createPrivateFile,
  isMissing,
  sharedProblem,
  syncDirectory,
} from './private-files.ts'
import {
  migrate,
  newestSchema,
  openMemory,
  pragma,
  readInstallId,
  schemaFault,
  schemaVersion,
  transaction,
} from './schema.ts'
import type { Identity } from './schema.ts'
import { growLog, type DiskSpace } from './write-ahead-log.ts'

export const DATABASE_FILE = 'sesame.db'

/** A directory that cannot be used at all. `detail` is the system's own words. */
type DirectoryFault =
  | LockHeld
  | { readonly kind: 'unusable'; readonly detail: string }
  /** The database is a paper account's and was asked for real orders, or the other way round. */
  | { readonly kind: 'paper_data' }
  | { readonly kind: 'live_data' }

/** A database that cannot be used, in a directory that can: one in memory may replace it. */
export type FileFault =
  | { readonly kind: 'newer_schema'; readonly found: number; readonly known: number }
  | { readonly kind: 'corrupt'; readonly detail: string }
  | { readonly kind: 'unreadable'; readonly detail: string }

/** Why a data directory cannot be used as it is. */
export type DatabaseFault = DirectoryFault | FileFault

export type Database = {
  readonly sqlite: DatabaseSync
  readonly directory: string
  /** The installation's id: 32 random bytes in hex, made with the database. */
  readonly installId: string
  /** In memory only, in place of one that cannot be used: it ends with the process. */
  readonly standsIn: boolean
  /** Whoever had it open last did not close it. */
  readonly wasLeft: boolean
  /** The schema that it was brought forward from; null when it was new or of today. */
  readonly migratedFrom: number | null
  close(): void
}

/** Pragmas of every connection (STO-1); `synchronous` 2 is FULL. */
const PRAGMAS = {
  journal_mode: 'wal',
  synchronous: 2,
  fullfsync: 1,
  checkpoint_fullfsync: 1,
  foreign_keys: 1,
  trusted_schema: 0,
  mmap_size: 0,
} as const

/** While it opens, another process may be reading the files after a crash. */
const OPEN_BUSY_MS = 5_000
/** Afterwards nobody else writes; whatever holds the file all the same must not hold up a cancel for longer. */
const WRITE_BUSY_MS = 100

type OpenOptions = Identity & {
  readonly directory: string
  readonly fresh?: boolean
  /** Space on the directory's disk; default: as the system says. */
  readonly diskSpace?: DiskSpace
}

/** Contents of a data directory, by the beginning of their names. */
const DATA_FILES = [DATABASE_FILE, 'audit-heads.txt', 'catalog.ndjson', RECORDING_DIRECTORY]

/**
 * Opens or creates the database, takes the directory's lock until the process ends and migrates forward.
 *
 * @param installId  32 random bytes in hex, used only when the database is new
 * @param now  wall clock, for the creation stamp of a new database
 * @param fresh  once the lock is held, removes what the directory keeps of a world that is no more
 */
export function openDatabase(options: OpenOptions): Result<Database, DatabaseFault> {
  const lock = takeDirectory(options)
  if (!lock.ok) return lock
  const opened = openFile<Database>(options, false, (sqlite) => {
    const fault = faultIn(sqlite) ?? kindFault(sqlite, options)
    if (fault !== null) return err(fault)
    const found = schemaVersion(sqlite)
    prepare(sqlite, options)
    const migratedFrom = found > 0 && found < schemaVersion(sqlite) ? found : null
    return ok(held(sqlite, options.directory, lock.value, { migratedFrom }))
  })
  if (!opened.ok) lock.value.release()
  return opened
}

/**
 * A database in memory in place of one that cannot be used, under the same lock: sessions and rows of this run live
 * in it, and the file stays as it is (STO-1).
 */
export function openStandIn(options: OpenOptions): Result<Database, DirectoryFault> {
  const lock = takeDirectory({ ...options, fresh: false })
  if (!lock.ok) return lock
  return ok(held(openMemory(options), options.directory, lock.value, null))
}

/**
 * Opens an existing database for reading only, beside a running terminal if need be; takes no lock.
 *
 * @returns `unusable` when there is none
 */
export function openDatabaseReadOnly(directory: string): Result<Database, DatabaseFault> {
  return openFile({ directory }, true, (sqlite) => {
    const strange = newerSchema(sqlite) ?? schemaFault(sqlite)
    if (strange !== null)
      return err(typeof strange === 'string' ? { kind: 'corrupt', detail: strange } : strange)
    const close = (): void => sqlite.close()
    const installId = readInstallId(sqlite)
    return ok({ sqlite, directory, installId, standsIn: false, wasLeft: false, migratedFrom: null, close })
  })
}

/** The settings of the connection that differ from what STO-1 asks for; empty when all hold. */
export function wrongPragmas(sqlite: DatabaseSync): readonly string[] {
  return Object.entries(PRAGMAS)
    .filter(([name, wanted]) => pragma(sqlite, name) !== wanted)
    .map(([name]) => name)
}

/** Damage in the pages or in the form of the audit rows, in words; null when there is none. */
export function damageIn({ sqlite }: Pick<Database, 'sqlite'>): string | null {
  try {
    const pages = pragma(sqlite, 'quick_check(1)')
    if (pages !== 'ok') return String(pages)
    const row = sqlite.prepare('SELECT seq FROM audit WHERE NOT json_valid(details) LIMIT 1').get()
    return row === undefined ? null : `audit row ${String(row['seq'])} is not readable`
  } catch (error) {
    return wordsOf(error)
  }
}

function takeDirectory({ directory, fresh }: OpenOptions): Result<InstanceLock, DirectoryFault> {
  try {
    createPrivateDirectory(directory)
    const shared = sharedProblem(directory)
    if (shared !== null) return err({ kind: 'unusable', detail: shared })
    const lock = lockDirectory(directory)
    if (lock.ok && fresh === true) removeData(directory)
    return lock
  } catch (error) {
    return err({ kind: 'unusable', detail: wordsOf(error) })
  }
}

/** @param file  null: in memory, in place of the file */
function held(
  sqlite: DatabaseSync,
  directory: string,
  lock: InstanceLock,
  file: Pick<Database, 'migratedFrom'> | null,
): Database {
  return {
    sqlite,
    directory,
    installId: readInstallId(sqlite),
    standsIn: file === null,
    wasLeft: lock.wasLeft,
    migratedFrom: file?.migratedFrom ?? null,
    close: () => {
      sqlite.close()
      lock.end()
    },
  }
}

/** The file as `judge` takes it; closed again where it is not taken. */
function openFile<Opened>(
  { directory, fresh }: Pick<OpenOptions, 'directory' | 'fresh'>,
  readOnly: boolean,
  judge: (sqlite: DatabaseSync) => Result<Opened, DatabaseFault>,
): Result<Opened, DatabaseFault> {
  const path = join(directory, DATABASE_FILE)
  let sqlite: DatabaseSync | null = null
  try {
    const lost = fresh === true ? null : lostRows(directory, path)
    if (lost !== null) return err({ kind: 'corrupt', detail: lost })
    if (readOnly && sizeOf(path) === null) {
      return err({ kind: 'unusable', detail: 'there is no database in it' })
    }
    if (!readOnly) {
      createPrivateFile(path)
      syncDirectory(directory)
    }
    sqlite = new DatabaseSync(path, { readOnly, timeout: OPEN_BUSY_MS })
    const judged = judge(sqlite)
    if (!judged.ok) sqlite.close()
    return judged
  } catch (error) {
    sqlite?.close()
    return err(fileFault(error))
  }
}

/** A missing database whose heads still exist must not be created again in silence. */
function lostRows(directory: string, path: string): string | null {
  const size = sizeOf(path)
  if (size !== null && size > 0) return null
  const state = size === null ? 'missing' : 'empty'
  const noted = readHeads(directory)
  if (noted === 'unreadable' || (noted !== 'missing' && noted.length > 0)) {
    return `it is ${state}, though audit-heads.txt notes rows of it`
  }
  const left = size === null ? leftByRestores(directory) : []
  return left.length === 0 ? null : `it is missing, though a restore has left ${left.join(' and ')}`
}

/** The directories of restores: what one moved aside, or what one that was killed had made ready. */
function leftByRestores(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => /^(replaced|restoring)-\d+$/.test(name))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Bytes of the file, null when there is none. @throws when it cannot be read */
function sizeOf(path: string): number | null {
  try {
    return statSync(path).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function newerSchema(sqlite: DatabaseSync): FileFault | null {
  const [found, known] = [schemaVersion(sqlite), newestSchema()]
  return found > known ? { kind: 'newer_schema', found, known } : null
}

/** Fault that keeps a database from being used although it opens. A new one has none. */
function faultIn(sqlite: DatabaseSync): FileFault | null {
  const newer = newerSchema(sqlite)
  if (newer !== null || schemaVersion(sqlite) === 0) return newer
  readInstallId(sqlite)
  const damage = damageIn({ sqlite }) ?? schemaFault(sqlite)
  return damage === null ? null : { kind: 'corrupt', detail: damage }
}

/** Real and paper orders never share a database. */
function kindFault(sqlite: DatabaseSync, { paperCash = null }: OpenOptions): DirectoryFault | null {
  if (schemaVersion(sqlite) === 0) return null
  const isPaper = paperStartingCash(sqlite) !== null
  if (isPaper === (paperCash !== null)) return null
  return { kind: isPaper ? 'paper_data' : 'live_data' }
}

function prepare(sqlite: DatabaseSync, options: OpenOptions): void {
  for (const [name, value] of Object.entries(PRAGMAS)) sqlite.exec(`PRAGMA ${name} = ${value}`)
  migrate(sqlite, schemaVersion(sqlite), options)
  growLog(sqlite, options.directory, options.diskSpace)
  // A first write, so that the pragmas are judged as they are in force and an unwritable file shows now.
  transaction(sqlite, () => sqlite.exec(`PRAGMA user_version = ${newestSchema()}`))
  const wrong = wrongPragmas(sqlite)
  if (wrong.length > 0) throw new Error(`SQLite does not keep ${wrong.join(', ')}`)
  readInstallId(sqlite)
  sqlite.exec(`PRAGMA busy_timeout = ${WRITE_BUSY_MS}`)
}

function removeData(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (DATA_FILES.some((start) => name.startsWith(start))) rmSync(join(directory, name), { recursive: true })
  }
}

/** A malformed file, something else than a database, or one whose tables are not ours. */
const CORRUPT_CODES = new Set([1, 11, 26])

function fileFault(error: unknown): FileFault {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null
  // The low byte is the class of the error.
  const isCorrupt = typeof code === 'number' && CORRUPT_CODES.has(code & 0xff)
  return { kind: isCorrupt ? 'corrupt' : 'unreadable', detail: wordsOf(error) }
}
