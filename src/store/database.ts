/**
 * The one SQLite database of a data directory. Every commit is on disk when it returns, one process writes, and a
 * file that cannot be read as ours is refused, never replaced.
 */
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Instant } from '#core/market.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { lockDirectory } from './instance-lock.ts'
import type { LockHeld } from './instance-lock.ts'
import { createPrivateDirectory, createPrivateFile, syncDirectory } from './private-files.ts'

export const DATABASE_FILE = 'sesame.db'

/** Why a data directory cannot be used. `detail` is the system's own words. */
export type DatabaseFault =
  | LockHeld
  | { readonly kind: 'unusable'; readonly detail: string }
  | { readonly kind: 'newer_schema'; readonly found: number; readonly known: number }
  | { readonly kind: 'corrupt'; readonly detail: string }

export type Database = {
  readonly sqlite: DatabaseSync
  readonly directory: string
  /** The installation's id: 32 random bytes in hex, made with the database. */
  readonly installId: string
  close(): void
}

type Migration = { readonly version: number; readonly sql: string }

/** What every connection runs with (reliability.md 1.8); `synchronous` 2 is FULL. */
const PRAGMAS = {
  journal_mode: 'wal',
  synchronous: 2,
  fullfsync: 1,
  checkpoint_fullfsync: 1,
  foreign_keys: 1,
  trusted_schema: 0,
  mmap_size: 0,
} as const

type OpenOptions = {
  readonly directory: string
  readonly installId: string
  readonly now: Instant
  readonly fresh?: boolean
}

/** What a data directory holds, by the beginning of its names. */
const DATA_FILES = [DATABASE_FILE, 'audit-heads.txt', 'catalog.ndjson']

/**
 * Opens or creates the database, takes the directory's lock for the life of the process and migrates forward.
 *
 * @param installId  32 random bytes in hex, used only when the database is new
 * @param now  wall clock, for the creation stamp of a new database
 * @param fresh  once the lock is held, removes what the directory keeps of a world that is no more
 */
export function openDatabase(options: OpenOptions): Result<Database, DatabaseFault> {
  try {
    createPrivateDirectory(options.directory)
    const lock = lockDirectory(options.directory)
    if (!lock.ok) return lock
    if (options.fresh === true) removeData(options.directory)
    const opened = openLocked(options)
    if (!opened.ok) {
      lock.value.release()
      return opened
    }
    const { sqlite, installId } = opened.value
    return ok({
      sqlite,
      directory: options.directory,
      installId,
      close: () => {
        sqlite.close()
        lock.value.release()
      },
    })
  } catch (error) {
    return err(faultOf(error))
  }
}

/**
 * Opens an existing database for reading only, beside a running terminal if need be; takes no lock.
 *
 * @returns `unusable` when there is none
 */
export function openDatabaseReadOnly(directory: string): Result<Database, DatabaseFault> {
  const path = join(directory, DATABASE_FILE)
  if (!existsSync(path)) return err({ kind: 'unusable', detail: 'there is no database in it' })
  try {
    const sqlite = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    const known = migrations().at(-1)?.version ?? 0
    const found = schemaVersion(sqlite)
    if (found > known) {
      sqlite.close()
      return err({ kind: 'newer_schema', found, known })
    }
    return ok({ sqlite, directory, installId: readInstallId(sqlite), close: () => sqlite.close() })
  } catch (error) {
    return err(faultOf(error))
  }
}

/** Runs `action` in one transaction that takes the write lock at once; rolled back when it throws. */
export function transaction<T>(sqlite: DatabaseSync, action: () => T): T {
  sqlite.exec('BEGIN IMMEDIATE')
  try {
    const result = action()
    sqlite.exec('COMMIT')
    return result
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    throw error
  }
}

/** The settings of the connection that differ from what reliability.md 1.8 asks for; empty when all hold. */
export function wrongPragmas(sqlite: DatabaseSync): readonly string[] {
  return Object.entries(PRAGMAS)
    .filter(([name, wanted]) => pragma(sqlite, name) !== wanted)
    .map(([name]) => name)
}

function openLocked(
  options: OpenOptions,
): Result<{ readonly sqlite: DatabaseSync; readonly installId: string }, DatabaseFault> {
  const path = join(options.directory, DATABASE_FILE)
  createPrivateFile(path)
  syncDirectory(options.directory)
  const sqlite = new DatabaseSync(path, { timeout: 5_000 })
  try {
    const known = migrations()
    const newest = known.at(-1)?.version ?? 0
    const found = schemaVersion(sqlite)
    if (found > newest) {
      sqlite.close()
      return err({ kind: 'newer_schema', found, known: newest })
    }
    for (const [name, value] of Object.entries(PRAGMAS)) sqlite.exec(`PRAGMA ${name} = ${value}`)
    for (const migration of known) if (migration.version > found) migrate(sqlite, migration, options)
    // A first write, so that the pragmas are judged as they are in force and an unwritable file shows now.
    transaction(sqlite, () => sqlite.exec(`PRAGMA user_version = ${newest}`))
    const wrong = wrongPragmas(sqlite)
    if (wrong.length > 0) throw new Error(`SQLite does not keep ${wrong.join(', ')}`)
    return ok({ sqlite, installId: readInstallId(sqlite) })
  } catch (error) {
    sqlite.close()
    throw error
  }
}

function removeData(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (DATA_FILES.some((start) => name.startsWith(start))) rmSync(join(directory, name))
  }
}

function migrate(sqlite: DatabaseSync, migration: Migration, options: OpenOptions): void {
  transaction(sqlite, () => {
    sqlite.exec(migration.sql)
    if (migration.version === 1) {
      sqlite
        .prepare('INSERT INTO install (only, id, created_at) VALUES (1, ?, ?)')
        .run(options.installId, options.now)
    }
    sqlite.exec(`PRAGMA user_version = ${migration.version}`)
  })
}

function migrations(): readonly Migration[] {
  const directory = join(import.meta.dirname, 'migrations')
  return readdirSync(directory)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .toSorted()
    .map((name) => ({
      version: Number(name.slice(0, 4)),
      sql: readFileSync(join(directory, name), 'utf8'),
    }))
}

function schemaVersion(sqlite: DatabaseSync): number {
  return Number(pragma(sqlite, 'user_version'))
}

function pragma(sqlite: DatabaseSync, name: string): unknown {
  return Object.values(sqlite.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

function readInstallId(sqlite: DatabaseSync): string {
  const row = sqlite.prepare('SELECT id FROM install').get()
  if (typeof row?.['id'] !== 'string') throw new Error('the database has no installation id')
  return row['id']
}

const CORRUPT_CODES = new Set([11, 26])

function faultOf(error: unknown): DatabaseFault {
  if (!(error instanceof Error)) return { kind: 'unusable', detail: String(error) }
  const corrupt = 'errcode' in error && typeof error.errcode === 'number' && CORRUPT_CODES.has(error.errcode)
  return { kind: corrupt ? 'corrupt' : 'unusable', detail: error.message }
}
