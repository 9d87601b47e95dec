/** Work on a disk that may refuse it: that is logged, and goes no further. */
import type { Log } from '#ports/log.ts'

/** @param what  for the log, never what was to be kept */
export function attempt(log: Log, what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    log.error('storage.refused', { what, error: error instanceof Error ? error.message : 'unknown' })
  }
}
