/** Records of a portfolio in memory, as a database keeps them. */
import type { PortfolioRecord } from '#core/position/portfolio-record.ts'
import { err, ok } from '#lib/result.ts'
import type { PortfolioStore } from '#ports/portfolio-store.ts'

export type MemoryPortfolio = PortfolioStore & { isDiskFull: boolean }

/** Builds it, empty. */
export function createMemoryPortfolio(): MemoryPortfolio {
  const rows = new Map<string, PortfolioRecord>()
  const store: MemoryPortfolio = {
    isDiskFull: false,
    records: () => rows.values(),
    write(records, forget) {
      if (store.isDiskFull) return err('storage_refused')
      if (forget) for (const [key, { isProvisional }] of rows) if (isProvisional) rows.delete(key)
      for (const record of records) rows.set(`${record.outcomeId} ${record.key}`, record)
      return ok(undefined)
    },
  }
  return store
}
