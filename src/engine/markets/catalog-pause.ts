/** Pauses of a loop on the engine's clock, all ended at once when the loop is stopped: no timer outlives its owner. */
import type { Clock } from '#ports/clock.ts'

export type Pauses = {
  /** Resolves after the delay, or at once when stopped. */
  wait(forMs: number): Promise<void>
  isStopped(): boolean
  stop(): void
}

/** Pauses that run until `stop`. */
export function createPauses(clock: Clock): Pauses {
  const pending = new Set<() => void>()
  let stopped = false
  return {
    wait(forMs) {
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
    isStopped: () => stopped,
    stop() {
      stopped = true
      for (const end of pending) end()
    },
  }
}
