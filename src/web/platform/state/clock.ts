/** Clocks of the page: one for each period, aligned to it, that runs while anybody listens. */
import { createListeners } from './store.ts'
import type { Readable } from './store.ts'

/** Timer and wall clock, in milliseconds. */
export type ClockHost = {
  readonly now: () => number
  /** Answers how to call it off. */
  readonly after: (ms: number, task: () => void) => () => void
}

/** Does the task later, unless the answered function is called before. */
export function after(ms: number, task: () => void): () => void {
  const timer = window.setTimeout(task, ms)
  return () => window.clearTimeout(timer)
}

const page: ClockHost = {
  now: () => Date.now(),
  after,
}

/** A clock that tells once per period; its time stays the same in between. */
export function createClock(periodMs: number, host: ClockHost): Readable<number> {
  const listeners = createListeners()
  let time = host.now()
  let stop: (() => void) | null = null

  function tick(): void {
    time = host.now()
    stop = host.after(periodMs - (time % periodMs), tick)
    listeners.tell()
  }

  return {
    get() {
      const now = host.now()
      // Also of a clock at rest every reader of one moment gets the same time.
      if (stop === null && Math.floor(now / periodMs) !== Math.floor(time / periodMs)) time = now
      return time
    },
    subscribe(listener) {
      const remove = listeners.add(listener)
      if (stop === null) {
        time = host.now()
        stop = host.after(periodMs - (time % periodMs), tick)
      }
      return () => {
        remove()
        if (listeners.size() > 0) return
        stop?.()
        stop = null
      }
    },
  }
}

const clocks = new Map<number, Readable<number>>()

/** The page's clock of a period; the same one for everybody, so that all that shows the time changes in one frame. */
export function clockOf(periodMs: number): Readable<number> {
  const known = clocks.get(periodMs) ?? createClock(periodMs, page)
  clocks.set(periodMs, known)
  return known
}

/** Interval of ages and countdowns. */
export const SECOND_MS = 1_000
