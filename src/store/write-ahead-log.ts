/**
 * The database's write-ahead log is as long as it gets before anything waits for it: a commit into a file that grows
 * waits for the file's length as well. What is in it moves to the database when nobody waits (ADR 105).
 */
import type { DatabaseSync } from 'node:sqlite'

/** A little less than what makes SQLite move the log's pages by itself, in the midst of a commit. */
const ROOM_PAGES = 960
const PAGE_BYTES = 4_096
const FILLING = 'log_room'

/** Writes and removes as many pages as the log will hold. Without room on the disk the log stays as it is, and grows as needed. */
export function growLog(sqlite: DatabaseSync): void {
  try {
    const value = `"${'0'.repeat(ROOM_PAGES * PAGE_BYTES)}"`
    sqlite.prepare('INSERT OR REPLACE INTO setting (name, json) VALUES (?, ?)').run(FILLING, value)
    emptyLog(sqlite)
  } catch {
    // A full disk shows at the first row that must be kept.
  }
  try {
    sqlite.prepare('DELETE FROM setting WHERE name = ?').run(FILLING)
    emptyLog(sqlite)
  } catch {
    // It is replaced at the next start.
  }
}

/** Moves the log's pages to the database: the next commit begins at the log's start again. */
export function emptyLog(sqlite: DatabaseSync): void {
  sqlite.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
}
