/**
 * The geographic check: at start, after failures with a growing pause, and regularly (VEN-12). After a failure nothing is known any
 * more, whatever an earlier answer said; never known is never allowed.
 */
import type { GeoblockState } from '#core/trading-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'

export type GeoblockActor = ReturnType<typeof createGeoblock>

const RETRY_MS = [30_000, 60_000, 120_000] as const
const REGULAR_MS = 600_000

/** Builds the actor. `onChange` is called after every answer. */
export function createGeoblock(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly venue: VenueGeoblock
  readonly onChange: () => void
}) {
  const { clock, log } = parts
  let state: GeoblockState = { blocked: null, error: 'not checked yet', checkedAt: null, nextCheckAt: null }
  let failures = 0
  let stopTimer: (() => void) | null = null
  let running: Promise<void> | null = null
  let isStopped = false

  async function check(): Promise<void> {
    state = { ...state, nextCheckAt: null }
    const answer = await ask()
    if (isStopped) return
    const { blocked, error } =
      answer.kind === 'answered' ? { ...answer, error: null } : { ...answer, blocked: null }
    const afterMs = error === null ? REGULAR_MS : (RETRY_MS[failures] ?? REGULAR_MS)
    failures = error === null ? 0 : failures + 1
    if (blocked !== state.blocked) log.info('geoblock.changed', { blocked, error })
    const checkedAt = clock.now()
    state = { blocked, error, checkedAt, nextCheckAt: checkedAt + afterMs }
    stopTimer?.()
    stopTimer = clock.after(afterMs, () => void checkNow())
    parts.onChange()
  }

  async function ask(): ReturnType<VenueGeoblock['check']> {
    try {
      return await parts.venue.check()
    } catch (error) {
      return { kind: 'failed', error: String(error) }
    }
  }

  /** Checks now, or joins the check that is under way. */
  async function checkNow(): Promise<void> {
    if (!isStopped)
      running ??= check().finally(() => {
        running = null
      })
    await running
  }

  return {
    state: (): GeoblockState => state,
    /** Checks once; resolves with the answer or its failure stored. */
    start: checkNow,
    /** Out of turn: the venue said 403. */
    checkNow,
    stop(): void {
      isStopped = true
      stopTimer?.()
    },
  }
}
