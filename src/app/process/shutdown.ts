/**
 * How the program ends: the first signal begins a graceful stop, a later one or ten seconds end it at once. A bug
 * that reaches the top is logged and ends it too; the next start is SAFE and reads everything back. A promise that nobody
 * waits for and that fails ends it not (ADR 155).
 */
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import { EXIT } from '../exit-codes.ts'

const GRACE_MS = 10_000
/** A Ctrl-C under npm arrives twice: from the screen and from npm. */
const SAME_SIGNAL_MS = 500

/** The parts of a process that end it. */
type Process = {
  readonly on: (
    event: 'uncaughtException' | 'unhandledRejection',
    action: (error: unknown) => void,
  ) => unknown
  /** Ends at once, whatever is still under way. */
  readonly endNow: (code: number) => void
}

/**
 * Resolves with the exit code once the program has stopped.
 *
 * @param onSignal  calls its argument at every signal to end
 * @param onFailure  called for each promise that failed while nobody waited for it
 * @param stop  the graceful stop; called once; answers the exit code
 */
export function runUntilSignal(parts: {
  readonly process: Process
  readonly onSignal: (action: () => void) => void
  readonly onFailure: () => void
  readonly stop: () => Promise<number>
  readonly clock: Clock
  readonly log: Log
}): Promise<number> {
  const { process, clock, log } = parts
  let stoppingSince: number | null = null

  process.on('uncaughtException', (error) => crash('uncaught_exception', error))
  process.on('unhandledRejection', (error) => {
    log.error('program.unhandled_rejection', { error: describe(error) })
    parts.onFailure()
  })

  function crash(event: string, error: unknown): void {
    log.error(`program.${event}`, { error: describe(error) })
    process.endNow(EXIT.crashed)
  }

  return new Promise((resolve) => {
    parts.onSignal(() => {
      if (stoppingSince !== null) {
        if (clock.monotonic() - stoppingSince < SAME_SIGNAL_MS) return
        log.warn('program.stopped_at_once')
        process.endNow(EXIT.refused)
        return
      }
      stoppingSince = clock.monotonic()
      log.info('program.stopping')
      const stopLimit = clock.after(GRACE_MS, () => {
        log.error('program.stop_took_too_long', { limit_ms: GRACE_MS })
        process.endNow(EXIT.refused)
      })
      parts.stop().then(
        (code) => {
          stopLimit()
          log.info('program.stopped')
          resolve(code)
        },
        (error: unknown) => crash('stop_failed', error),
      )
    })
  })
}

/** Name, message and place of an error and of its causes, in one text. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\ncaused by ${describe(error.cause)}`
}
