/** The portfolio's records on disk: written in batches, off the order path. */
import type { DatabaseSync } from 'node:sqlite'
import { NO_FIGURES } from '#core/position/portfolio.ts'
import type { PortfolioRecord } from '#core/position/portfolio-record.ts'
import type { Log } from '#ports/log.ts'
import type { PortfolioStore } from '#ports/portfolio-store.ts'
import { attempt } from '../attempt.ts'
import { taggedJson } from '../json.ts'
import { transaction } from '../schema.ts'

const JSON_OF_RECORDS = taggedJson('micros')

/** Records of the wallet in the given database. */
export function createPortfolioStore(sqlite: DatabaseSync, wallet: string, log: Log): PortfolioStore {
  const all = sqlite.prepare('SELECT json FROM portfolio_record WHERE wallet = ? ORDER BY seq')
  const put = sqlite.prepare(
    `INSERT INTO portfolio_record (wallet, outcome_id, key, provisional, json) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (wallet, outcome_id, key) DO UPDATE SET provisional = excluded.provisional, json = excluded.json`,
  )
  const forgetProvisional = sqlite.prepare(
    'DELETE FROM portfolio_record WHERE wallet = ? AND provisional = 1',
  )

  return {
    *records() {
      for (const row of all.iterate(wallet)) yield readRecord(String(row['json']))
    },
    write: (records, forget) =>
      attempt(log, 'portfolio', () =>
        transaction(sqlite, () => {
          if (forget) forgetProvisional.run(wallet)
          for (const record of records) {
            const { outcomeId, key, isProvisional } = record
            put.run(wallet, outcomeId, key, Number(isProvisional), JSON_OF_RECORDS.write(record))
          }
        }),
      ),
  }
}

function readRecord(text: string): PortfolioRecord {
  const record = JSON_OF_RECORDS.read(text) as PortfolioRecord
  // Written before there was one of its figures.
  return record.kind === 'opening' ? { ...record, figures: { ...NO_FIGURES, ...record.figures } } : record
}
