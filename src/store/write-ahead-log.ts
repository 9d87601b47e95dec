/**
 * The database's write-ahead log is as long as it gets before anything waits for it: a commit into a file that grows
 * waits for the file's length as well. What is in it moves to the database when nobody waits (ADR 6).
 */
import { statfsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

/** Slightly below SQLite's own limit, at which it moves the log's pages in the midst of a commit. */
const ROOM_PAGES = 960
const PAGE_BYTES = 4_096
/** The rest is for what is written between two answers of orders. */
const FULL_PAGES = (ROOM_PAGES * 3) / 4
/** With so few pages in memory SQLite writes those of a transaction to the log before its end. */
const SMALL_CACHE = 'PRAGMA cache_size = 10'
/** SQLite's own: KiB, as they are below zero. */
const USUAL_CACHE = 'PRAGMA cache_size = -2000'
/** On a disk that has less, the log's room is better left to rows. */
const MIN_FREE_BYTES = 64 * 1_024 * 1_024

export type DiskSpace = (path: string) => { readonly bavail: number; readonly bsize: number }

/**
 * Gives the log its length by a transaction that is rolled back: no row of it stays, whatever fails. The next commit
 * syncs the length. On a disk that is nearly full the log grows as needed.
 */
export function growLog(sqlite: DatabaseSync, directory: string, diskSpace: DiskSpace = statfsSync): void {
  try {
    const { bavail, bsize } = diskSpace(directory)
    if (bavail * bsize < MIN_FREE_BYTES) return
    emptyLog(sqlite)
    sqlite.exec(SMALL_CACHE)
    sqlite.exec('BEGIN IMMEDIATE')
    const value = `"${'0'.repeat(ROOM_PAGES * PAGE_BYTES)}"`
    sqlite.prepare('INSERT OR REPLACE INTO setting (name, json) VALUES (?, ?)').run('log_room', value)
  } catch {
    // A disk that refuses this shows at the first row that must be kept.
  } finally {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    sqlite.exec(USUAL_CACHE)
  }
}

/**
 * True if so many pages wait in the log that it should be emptied soon. Looks only, in hundredths of a millisecond.
 */
export function isLogFull(sqlite: DatabaseSync): boolean {
  const row = sqlite.prepare('PRAGMA wal_checkpoint(NOOP)').get()
  return Number(row?.['log']) - Number(row?.['checkpointed']) >= FULL_PAGES
}

/** Moves the log's pages to the database: the next commit begins at the log's start again. */
export function emptyLog(sqlite: DatabaseSync): void {
  sqlite.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
}
