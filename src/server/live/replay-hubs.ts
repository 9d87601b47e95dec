/** The tabs of each replay: a hub of its own, whose topics are the replay's. A tab can only follow topics: nothing is sent from here (INV-70). */
import type { Replays } from '#engine/replay/replays.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import { createHub, type Hub } from './hub.ts'
import { createReplayTopics } from './replay-topics.ts'

const LOOK_EVERY_MS = 60_000

/** A replay gets its hub with its first tab, and loses it with its end. One that has a tab counts as used. */
export function createReplayHubs(parts: {
  readonly replays: Replays
  readonly clock: Clock
  readonly log: Log
  readonly isAlive: (sessionId: string) => boolean
}) {
  const { replays, clock, log, isAlive } = parts
  const hubs = new Map<string, Hub>()
  replays.onEnd((id) => {
    hubs.get(id)?.stop()
    hubs.delete(id)
  })
  const stopLooking = clock.every(LOOK_EVERY_MS, () => {
    for (const [id, hub] of hubs) if (hub.count() > 0) replays.find(id)
  })
  return {
    /** Null for a replay that is not open. */
    of(id: string): Hub | null {
      const replay = replays.find(id)
      if (replay === null) return null
      const known = hubs.get(id)
      if (known !== undefined) return known
      const hub: Hub = createHub(
        (changed) => createReplayTopics(replay, changed, () => hub.renew()),
        clock,
        log,
        isAlive,
      )
      hubs.set(id, hub)
      return hub
    },
    closeSession(sessionId: string): void {
      for (const hub of hubs.values()) hub.closeSession(sessionId)
    },
    stop(): void {
      stopLooking()
      for (const hub of hubs.values()) hub.stop()
    },
  }
}
