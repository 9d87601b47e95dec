/** The schema of the database: its numbered migrations, applied forward only. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'

const PAPER_SCHEMA = 3

type Migration = { readonly version: number; readonly sql: string }

/** Stamp of a new database: 32 random bytes in hex, and the wall clock. */
export type Identity = {
  readonly installId: string
  readonly now: Instant
  /** Starting cash of a new paper account; null or omitted: the database is for real orders. */
  readonly paperCash?: Micros | null
  /** Named moments at which a crash test may stop the program (ORD-6). */
  readonly point?: (name: string) => void
}

/** The newest schema that this version knows. */
export function newestSchema(): number {
  return migrations().at(-1)?.version ?? 0
}

/** The schema of an opened database; 0 when it is new. */
export function schemaVersion(sqlite: DatabaseSync): number {
  return Number(pragma(sqlite, 'user_version'))
}

/** Brings the schema from version `from` to the newest, or to `to`, each step whole or not at all. */
export function migrate(
  sqlite: DatabaseSync,
  from: number,
  identity: Identity,
  to = Number.POSITIVE_INFINITY,
): void {
  for (const migration of migrations()) {
    if (migration.version > from && migration.version <= to)
      transaction(sqlite, () => apply(sqlite, migration, identity))
  }
}

/**
 * Difference between the database's schema and the one its migrations make, in words; null when there is none. A
 * foreign trigger would run with our rights.
 */
export function schemaFault(sqlite: DatabaseSync): string | null {
  const made = new DatabaseSync(':memory:')
  migrate(made, 0, { installId: '', now: 0 }, schemaVersion(sqlite))
  const [wanted, found] = [schemaParts(made), schemaParts(sqlite)]
  made.close()
  for (const [name, sql] of found) {
    if (!wanted.has(name)) return `it holds the ${name}, which Sesame does not make`
    if (wanted.get(name) !== sql) return `its ${name} is not as Sesame makes it`
  }
  const missing = [...wanted.keys()].find((name) => !found.has(name))
  return missing === undefined ? null : `it lacks the ${missing}`
}

/** Tables, indexes, triggers and views, with the text that made them. */
function schemaParts(sqlite: DatabaseSync): ReadonlyMap<string, string> {
  const rows = sqlite.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()
  return new Map(
    rows.map((row) => [
      `${String(row['type'])} ${String(row['name'])}`,
      `${String(row['tbl_name'])} ${String(row['sql'])}`,
    ]),
  )
}

/** A new database in memory: it ends with the process. */
export function openMemory(identity: Identity): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:')
  migrate(sqlite, 0, identity)
  return sqlite
}

/** The installation's id of a database. @throws when it has none */
export function readInstallId(sqlite: DatabaseSync): string {
  const row = sqlite.prepare('SELECT id FROM install').get()
  if (typeof row?.['id'] !== 'string') throw new Error('the database has no installation id')
  return row['id']
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

/** The value of a pragma. */
export function pragma(sqlite: DatabaseSync, name: string): unknown {
  return Object.values(sqlite.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

function apply(sqlite: DatabaseSync, migration: Migration, identity: Identity): void {
  sqlite.exec(migration.sql)
  if (migration.version === 1) {
    sqlite
      .prepare('INSERT INTO install (only, id, created_at) VALUES (1, ?, ?)')
      .run(identity.installId, identity.now)
  }
  if (migration.version === PAPER_SCHEMA && (identity.paperCash ?? null) !== null) {
    sqlite
      .prepare('INSERT INTO paper_account (only, starting_cash, created_at) VALUES (1, ?, ?)')
      .run(String(identity.paperCash), identity.now)
  }
  sqlite.exec(`PRAGMA user_version = ${migration.version}`)
  identity.point?.('migrate.step')
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
