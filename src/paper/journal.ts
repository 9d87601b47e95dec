/** The paper account's journal as text: one JSON document for each entry, whole numbers as text that ends in `n`. */
import { applyEntry, createPaperAccount, type PaperAccount, type PaperEntry } from './account.ts'
import type { Micros } from '#core/money.ts'
import { readWhole, writeWhole } from '#lib/whole-json.ts'
import type { PaperJournal } from '#ports/stores.ts'

/** The account from the journal. @throws when an entry is not one: the database is not ours */
export function replayJournal(journal: PaperJournal, startingCash: Micros): PaperAccount {
  const account = createPaperAccount(startingCash)
  for (const text of journal.entries()) applyEntry(account, readWhole(text) as PaperEntry)
  return account
}

/** Builds the writer. */
export function createJournalWriter(journal: PaperJournal) {
  let waiting: string[] = []

  function flush(): void {
    if (waiting.length > 0 && journal.append(waiting).ok) waiting = []
  }

  return {
    write(entry: PaperEntry): void {
      waiting.push(writeWhole(entry))
      flush()
    },
    /** Tries again what could not be written. */
    flush,
    /** True if everything so far is on disk. */
    isWritten: (): boolean => waiting.length === 0,
  }
}

/** Writes what it is given, in order; what the disk does not take now is written with what comes next. */
export type JournalWriter = ReturnType<typeof createJournalWriter>
