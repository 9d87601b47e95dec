/** State of the run in its log: standstills, and changes of each feed. */
import type { FeedHealth } from '#core/trading-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'

const LOOK_EVERY_MS = 1_000
/** Beyond what a busy machine delays a timer. */
const FROZEN_MS = 3_000

/**
 * Looks every second. Answers what ends it.
 *
 * @param feeds  as the status tells them
 */
export function logRun(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly feeds: () => readonly FeedHealth[]
}): () => void {
  const { clock, log } = parts
  const known = new Map<string, { readonly state: string; readonly reconnects: number }>()
  let lookedAt = clock.monotonic()
  return clock.every(LOOK_EVERY_MS, () => {
    const stoodStillMs = clock.monotonic() - lookedAt - LOOK_EVERY_MS
    lookedAt = clock.monotonic()
    if (stoodStillMs > FROZEN_MS) log.warn('program.stood_still', { for_ms: Math.round(stoodStillMs) })
    for (const { name, state, reconnects } of parts.feeds()) {
      const before = known.get(name)
      if (before?.state === state && before.reconnects === reconnects) continue
      known.set(name, { state, reconnects })
      if (before !== undefined) log.info('feed.changed', { feed: name, state, was: before.state, reconnects })
    }
  })
}
