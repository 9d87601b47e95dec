/** The portfolio's data on disk. */
import type { PortfolioRecord } from '#core/position/portfolio-record.ts'
import type { Result } from '#lib/result.ts'
import type { StorageRefused } from './stores.ts'

/** Records of one wallet. */
export interface PortfolioStore {
  /** In the order in which their keys were first written. */
  records(): Iterable<PortfolioRecord>
  /**
   * All of it or nothing, on disk when it returns; a record takes the place of the one of its outcome and key.
   *
   * @param forget  whether those that are provisional go first
   */
  write(records: readonly PortfolioRecord[], forget: boolean): Result<void, StorageRefused>
}
