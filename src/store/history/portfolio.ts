/** The portfolio's records on disk: written in batches, off the order path. */
import type { DatabaseSync } from 'node:sqlite'
import { micros } from '#core/money.ts'
import type { PortfolioRecord } from '#core/position/portfolio-record.ts'
import { err, ok } from '#lib/result.ts'
import type { Log } from '#ports/log.ts'
import type { PortfolioStore } from '#ports/portfolio-store.ts'
import { transaction } from '../schema.ts'

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
    write(records, forget) {
      try {
        transaction(sqlite, () => {
          if (forget) forgetProvisional.run(wallet)
          for (const record of records) {
            put.run(wallet, record.outcomeId, record.key, Number(record.isProvisional), recordText(record))
          }
        })
        return ok(undefined)
      } catch (error) {
        log.warn('portfolio.not_written', { error: String(error) })
        return err('storage_refused')
      }
    },
  }
}

/** Amounts as text in millionths: JSON has no integers of their length. */
function recordText(record: PortfolioRecord): string {
  return JSON.stringify(record, (_name, value: unknown) =>
    typeof value === 'bigint' ? { micros: String(value) } : value,
  )
}

/** @throws for text that is no record: a damaged row is not read as another one */
function readRecord(text: string): PortfolioRecord {
  return JSON.parse(text, (_name, value: unknown) =>
    isAmount(value) ? micros(BigInt(value.micros)) : value,
  ) as PortfolioRecord
}

function isAmount(value: unknown): value is { readonly micros: string } {
  return typeof value === 'object' && value !== null && 'micros' in value && typeof value.micros === 'string'
}
