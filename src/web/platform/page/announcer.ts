/**
 * Texts of the two live regions, each at most once per its pause. Texts within the pause wait for its end and are
 * said then as one message.
 */
import { createStore } from '../state/store.ts'
import type { Readable } from '../state/store.ts'

/** A function is asked when it is said. */
export type Words = string | (() => string)

export type Announcer = {
  readonly polite: Readable<string>
  readonly assertive: Readable<string>
  /** Effect of a key or a press: while it waits, the next one replaces it. */
  readonly say: (text: string) => void
  /** The outcome of orders, fills and alerts: never lost, only the newest about the same thing. */
  readonly report: (words: Words, about?: string) => void
  /** Text that cannot wait for the polite region; otherwise as `report`. */
  readonly alert: (words: Words, about?: string) => void
}

/** Pauses of PAGE-8. */
export const POLITE_PAUSE_MS = 2_000
const ASSERTIVE_PAUSE_MS = 5_000

/** The maximum of messages spoken together. */
const MAX_AT_ONCE = 6
const LAST_PRESS = 'last press'

/** Builds both regions over a clock and a timer. */
export function createAnnouncer(now: () => number, after: (ms: number, task: () => void) => void): Announcer {
  function region(pauseMs: number): {
    readonly store: Readable<string>
    readonly put: (words: Words, about?: string) => void
  } {
    const store = createStore('')
    let spokeAt: number | null = null
    const waiting = new Map<string, Words>()

    function speak(text: string): void {
      spokeAt = now()
      // The same words twice in a row are still two messages: a no-break space makes the region change.
      store.set(store.get() === text ? `${text}\u00a0` : text)
    }

    function speakAll(): void {
      const press = waiting.get(LAST_PRESS)
      waiting.delete(LAST_PRESS)
      const all = [...waiting.values(), ...(press === undefined ? [] : [press])]
      waiting.clear()
      speak(joined(all.map((words) => (typeof words === 'string' ? words : words()))))
    }

    return {
      store,
      put(words, about = typeof words === 'string' ? words : '') {
        const left = spokeAt === null ? 0 : spokeAt + pauseMs - now()
        // Not while something waits: on a busy page the timer comes late, and would speak right behind this.
        if (waiting.size === 0) {
          if (left <= 0) {
            speak(typeof words === 'string' ? words : words())
            return
          }
          after(left, speakAll)
        }
        waiting.delete(about)
        waiting.set(about, words)
      },
    }
  }

  const polite = region(POLITE_PAUSE_MS)
  const assertive = region(ASSERTIVE_PAUSE_MS)
  return {
    polite: polite.store,
    assertive: assertive.store,
    say: (text) => polite.put(text, LAST_PRESS),
    report: polite.put,
    alert: assertive.put,
  }
}

function joined(texts: readonly string[]): string {
  const [only = ''] = texts
  if (texts.length <= 1) return only
  const said = texts.slice(-MAX_AT_ONCE).map((text) => (/[.!?\u2026]$/.test(text) ? text : `${text}.`))
  const earlier = texts.length - said.length
  return [...(earlier > 0 ? [`${earlier} earlier messages.`] : []), ...said].join(' ')
}
