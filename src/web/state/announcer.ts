/** What the two live regions say: the newest message wins, and each region speaks at most once per its pause. */
import { createStore } from './store.ts'
import type { Readable } from './store.ts'

export type Announcer = {
  readonly polite: Readable<string>
  readonly assertive: Readable<string>
  readonly say: (text: string) => void
  readonly alert: (text: string) => void
}

/** Pauses of ui.md section 9. */
export const POLITE_PAUSE_MS = 2_000
const ASSERTIVE_PAUSE_MS = 5_000

/** Builds both regions over a clock and a timer. */
export function createAnnouncer(now: () => number, after: (ms: number, task: () => void) => void): Announcer {
  function region(pauseMs: number): {
    readonly store: Readable<string>
    readonly say: (text: string) => void
  } {
    const store = createStore('')
    let spokeAt: number | null = null
    let waiting: string | null = null

    function speak(text: string): void {
      spokeAt = now()
      // The same words twice in a row are still two messages: a no-break space makes the region change.
      store.set(store.get() === text ? `${text}\u00a0` : text)
    }

    return {
      store,
      say(text) {
        // Also when the pause is over: on a busy page the timer comes late, and would speak right behind this.
        if (waiting !== null) {
          waiting = text
          return
        }
        const left = spokeAt === null ? 0 : spokeAt + pauseMs - now()
        if (left <= 0) {
          speak(text)
          return
        }
        waiting = text
        after(left, () => {
          const next = waiting
          waiting = null
          if (next !== null) speak(next)
        })
      },
    }
  }

  const polite = region(POLITE_PAUSE_MS)
  const assertive = region(ASSERTIVE_PAUSE_MS)
  return { polite: polite.store, assertive: assertive.store, say: polite.say, alert: assertive.say }
}
