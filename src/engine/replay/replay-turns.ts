/** Turns for everything else while a replay works: the terminal trades meanwhile. */
import type { Clock } from '#ports/clock.ts'

/** Longest work without a turn for anything else. */
const SLICE_MS = 5
const PAUSE_MS = 1

/** To be awaited often: gives a turn once a slice is over; false when there is nothing left to work for. */
export function turns(clock: Clock, isGivenUp: () => boolean): () => Promise<boolean> {
  let begun = clock.monotonic()
  return async () => {
    if (clock.monotonic() - begun < SLICE_MS) return !isGivenUp()
    await pause(clock, PAUSE_MS)
    begun = clock.monotonic()
    return !isGivenUp()
  }
}

export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}
