// A queue of actions by due time, the next one last; equal times keep the order of their arrival.
// Cancelling marks an entry, which is dropped when it would be next.
import { countLeading } from './sorted.ts'

type Entry = { readonly due: number; action: (() => void) | null }

/** An empty queue. Times are plain milliseconds of whatever clock the owner keeps. */
export function createTimerQueue() {
  const entries: Entry[] = []

  function next(): Entry | undefined {
    while (entries.at(-1)?.action === null) entries.pop()
    return entries.at(-1)
  }

  return {
    /** Puts `action` at `due`; the answer takes it out again. */
    add(due: number, action: () => void): () => void {
      const entry: Entry = { due, action }
      entries.splice(
        countLeading(entries, (other) => other.due > due),
        0,
        entry,
      )
      return () => {
        entry.action = null
      }
    },
    /** When the next action is due, or null when none waits. */
    next: (): number | null => next()?.due ?? null,
    /** Takes the next action that is due at `time` or before, with its due time. */
    takeDue(time: number): { readonly due: number; readonly action: () => void } | null {
      const entry = next()
      if (entry === undefined || entry.action === null || entry.due > time) return null
      entries.pop()
      return { due: entry.due, action: entry.action }
    },
  }
}
