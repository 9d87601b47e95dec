// Barriers: named places where a matching request is held inside the simulator until a test releases it.
// A held request is always let go in the end: releasing or clearing a barrier resolves everyone who waits.
import { matches } from './faults.ts'
import type { FaultMatch, FaultSubject } from './types.ts'

/** `before`: read but not acted on. `after`: acted on, the answer held back. */
type BarrierStage = 'before' | 'after'

export type Barriers = ReturnType<typeof createBarriers>

type Barrier = { readonly match: FaultMatch; readonly stage: BarrierStage; readonly waiting: (() => void)[] }

/** No barrier set. */
export function createBarriers() {
  const barriers = new Map<string, Barrier>()

  /** Releases all waiting requests and removes the barrier. Returns whether it existed. */
  function release(name: string): boolean {
    const barrier = barriers.get(name)
    if (barrier === undefined) return false
    barriers.delete(name)
    for (const go of barrier.waiting) go()
    return true
  }

  return {
    /** Sets a barrier; an older one of the same name is released first. */
    set(name: string, match: FaultMatch, stage: BarrierStage): void {
      release(name)
      barriers.set(name, { match, stage, waiting: [] })
    },
    release,
    releaseAll(): void {
      for (const name of barriers.keys()) release(name)
    },
    list: () =>
      [...barriers].map(([name, { match, stage, waiting }]) => ({
        name,
        match,
        stage,
        holding: waiting.length,
      })),
    /** Waits at the first barrier that matches; null when none does. */
    hold(subject: FaultSubject, stage: BarrierStage): Promise<void> | null {
      for (const barrier of barriers.values()) {
        if (barrier.stage !== stage || !matches(barrier.match, subject)) continue
        const { promise, resolve } = Promise.withResolvers<void>()
        barrier.waiting.push(resolve)
        return promise
      }
      return null
    },
  }
}
