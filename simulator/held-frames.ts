// Frames that a rule about order holds back until others overtake them. No frame is kept for good: one that nothing
// overtakes goes out after a while, or as soon as rules are taken out.
import type { Faults } from './faults/faults.ts'
import type { SimulatorClock } from './types.ts'

export type HeldFrames = ReturnType<typeof createHeldFrames>

/** Venue milliseconds. */
const MAX_HELD_MS = 2_000

/** Holds nothing yet; `write` sends a frame that has waited long enough. */
export function createHeldFrames(
  deps: { readonly clock: SimulatorClock; readonly faults: Faults },
  write: (text: string) => void,
) {
  let frames: string[] = []
  let stopWaiting = (): void => undefined

  /** Takes out what is held, in order of arrival. */
  function take(): readonly string[] {
    stopWaiting()
    const taken = frames
    frames = []
    return taken
  }

  function release(): void {
    for (const text of take()) write(text)
  }

  const unsubscribe = deps.faults.onRemoved(release)
  return {
    /** Holds one more. Returns how many are held. */
    hold(text: string): number {
      if (frames.length === 0) stopWaiting = deps.clock.after(MAX_HELD_MS, release)
      return frames.push(text)
    },
    take,
    /** Sends nothing any more. */
    stop(): void {
      unsubscribe()
      take()
    },
  }
}
