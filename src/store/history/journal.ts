/** The journal on disk: written in batches, off the order path. */
import type { DatabaseSync } from 'node:sqlite'
import type { OutcomeId } from '#core/ids.ts'
import type { FillMeasure } from '#core/journal/fill-measures.ts'
import { formatMicros } from '#core/money.ts'
import type { Result } from '#lib/result.ts'
import type { JournalStore } from '#ports/journal-store.ts'
import type { Log } from '#ports/log.ts'
import type { StorageRefused } from '#ports/stores.ts'
import { attempt } from '../attempt.ts'
import { amountOf, amountsJson } from '../json.ts'
import { transaction } from '../schema.ts'

const JSON_OF_MEASURES = amountsJson('queueAhead')

/** As many as the ledger of fills keeps one by one, and then some. */
const MAX_MEASURES = 50_000

/**
 * The journal in the given database.
 *
 * @param most  measures of fills beyond which the oldest are removed
 */
export function createJournalStore(sqlite: DatabaseSync, log: Log, most = MAX_MEASURES): JournalStore {
  const putFill = sqlite.prepare('INSERT OR REPLACE INTO journal_fill (key, at, json) VALUES (?, ?, ?)')
  const fills = sqlite.prepare('SELECT key, at, json FROM journal_fill ORDER BY at, key')
  const countFills = sqlite.prepare('SELECT count(*) AS count FROM journal_fill')
  const removeOldest = sqlite.prepare(
    'DELETE FROM journal_fill WHERE key IN (SELECT key FROM journal_fill ORDER BY at, key LIMIT ?)',
  )
  const putPayout = sqlite.prepare('INSERT OR REPLACE INTO journal_payout (outcome_id, payout) VALUES (?, ?)')
  const payouts = sqlite.prepare('SELECT outcome_id, payout FROM journal_payout')
  const putNote = sqlite.prepare(
    'INSERT OR REPLACE INTO journal_note (fill_key, text, tags) VALUES (?, ?, ?)',
  )
  const removeNote = sqlite.prepare('DELETE FROM journal_note WHERE fill_key = ?')
  const notes = sqlite.prepare('SELECT fill_key, text, tags FROM journal_note ORDER BY fill_key')

  function write(action: () => void): Result<void, StorageRefused> {
    return attempt(log, 'journal', () => transaction(sqlite, action))
  }

  return {
    measures: () =>
      fills.all().map((row) => ({
        key: String(row['key']),
        at: Number(row['at']),
        measure: JSON_OF_MEASURES.read(String(row['json'])) as FillMeasure,
      })),
    payouts: () =>
      new Map(
        payouts.all().map((row) => [String(row['outcome_id']) as OutcomeId, amountOf(String(row['payout']))]),
      ),
    notes: () =>
      notes.all().map((row) => ({
        key: String(row['fill_key']),
        text: String(row['text']),
        tags: JSON.parse(String(row['tags'])) as readonly string[],
      })),
    write: (measures, paid) =>
      write(() => {
        for (const { key, at, measure } of measures) putFill.run(key, at, JSON_OF_MEASURES.write(measure))
        for (const [outcomeId, payout] of paid) putPayout.run(outcomeId, formatMicros(payout))
        const extra = Number(countFills.get()?.['count'] ?? 0) - most
        if (extra > 0) removeOldest.run(extra)
      }),
    writeNote: ({ key, text, tags }) =>
      write(() => {
        if (text === '' && tags.length === 0) removeNote.run(key)
        else putNote.run(key, text, JSON.stringify(tags))
      }),
  }
}
