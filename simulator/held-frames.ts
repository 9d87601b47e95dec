// Frames that a rule about order holds back until others overtake them. No frame is kept for good: one that nothing
// overtakes goes out after a while, or as soon as rules are taken out.
import type { Faults } from './faults/types.ts'
import type { SimulatorClock } from './types.ts'

export type HeldFrames = {
  /** Holds one more. Returns how many are held. */
  hold(text: string): number
  /** Takes out what is held, in order of arrival. */
  take(): readonly string[]
  /** Sends nothing any more. */
  stop(): void
}

/** Venue milliseconds. */
const MAX_HELD_MS = 2_000

/** Holds nothing yet; `write` sends a frame that has waited long enough. */
export function createHeldFrames(
  deps: { readonly clock: SimulatorClock; readonly faults: Faults },
  write: (text: string) => void,
): HeldFrames {
  let frames: string[] = []
  let stopWaiting = (): void => undefined

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
    hold(text) {
      if (frames.length === 0) stopWaiting = deps.clock.after(MAX_HELD_MS, release)
      return frames.push(text)
    },
    take,
    stop() {
      unsubscribe()
      take()
    },
  }
}
