/** The journal of a paper account, in the database that is marked as one. */
import type { DatabaseSync } from 'node:sqlite'
import { micros, type Micros } from '#core/money.ts'
import type { Log } from '#ports/log.ts'
import type { PaperJournal } from '#ports/stores.ts'
import { attempt } from './attempt.ts'
import { transaction } from './schema.ts'

/**
 * The journal in the given database.
 *
 * @param log  receives why the disk refused
 */
export function createPaperJournal(sqlite: DatabaseSync, log: Log): PaperJournal {
  const all = sqlite.prepare('SELECT entry FROM paper_journal ORDER BY seq')
  const add = sqlite.prepare('INSERT INTO paper_journal (entry) VALUES (?)')
  return {
    *entries() {
      for (const row of all.iterate()) yield String(row['entry'])
    },
    append: (entries) =>
      attempt(log, 'paper journal', () =>
        transaction(sqlite, () => {
          for (const entry of entries) add.run(entry)
        }),
      ),
  }
}

/** Starting cash of this database's paper account; null when it is no paper account's. */
export function paperStartingCash(sqlite: DatabaseSync): Micros | null {
  const isThere = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'paper_account'").get()
  const row =
    isThere === undefined ? undefined : sqlite.prepare('SELECT starting_cash FROM paper_account').get()
  return row === undefined ? null : micros(BigInt(String(row['starting_cash'])))
}
