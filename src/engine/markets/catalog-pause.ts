/** Pauses of a loop on the engine's clock, all ended at once when the loop is stopped: no timer outlives its owner. */
import type { Clock } from '#ports/clock.ts'

export type Pauses = ReturnType<typeof createPauses>

/** Pauses that run until `stop`. */
export function createPauses(clock: Clock) {
  const pending = new Set<() => void>()
  let stopped = false
  return {
    /** Resolves after the delay, or at once when stopped. */
    wait(forMs: number): Promise<void> {
      if (stopped) return Promise.resolve()
      return new Promise((resolve) => {
        const end = (): void => {
          cancel()
          pending.delete(end)
          resolve()
        }
        const cancel = clock.after(forMs, end)
        pending.add(end)
      })
    },
    isStopped: (): boolean => stopped,
    stop(): void {
      stopped = true
      for (const end of pending) end()
    },
  }
}
