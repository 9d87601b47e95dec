/** Work on a disk that may refuse it: that is logged, and answered. */
import { err, ok, type Result, wordsOf } from '#lib/result.ts'
import type { Log } from '#ports/log.ts'
import type { StorageRefused } from '#ports/stores.ts'

/** @param what  for the log, never what was to be kept */
export function attempt(log: Log, what: string, work: () => void): Result<void, StorageRefused> {
  try {
    work()
    return ok(undefined)
  } catch (error) {
    log.error('storage.refused', { what, error: wordsOf(error) })
    return err('storage_refused')
  }
}
