/** The journal over the edge's fake engine; what it writes is kept in memory. */
import { createJournal, type JournalParts } from '#engine/journal/journal.ts'
import { ok } from '#lib/result.ts'

/** Builds and starts it. No market has a league. */
export function createJournalFake(
  parts: Omit<JournalParts, 'store' | 'catalog'> & {
    readonly catalog: Pick<JournalParts['catalog'], 'outcome'>
  },
): ReturnType<typeof createJournal> {
  const journal = createJournal({
    ...parts,
    catalog: { outcome: (id) => parts.catalog.outcome(id), league: () => null },
    store: {
      measures: () => [],
      payouts: () => new Map(),
      notes: () => [],
      write: () => ok(undefined),
      writeNote: () => ok(undefined),
    },
  })
  journal.start()
  return journal
}
