/** Time that runs faster for terminal and venue together, so that two minutes of waiting take a second. */
import { performance } from 'node:perf_hooks'
import type { Clock } from '#ports/clock.ts'
import { createHostClock, type HostTime } from '#simulator/clock.ts'

export type FastClock = {
  /** A clock for one run of the terminal: after `end` its timers no longer fire. */
  readonly clockOfRun: () => Clock & { readonly end: () => void }
  readonly now: () => number
  readonly setSpeed: (speed: number) => void
  /** Resolves after so many of its own milliseconds. */
  readonly sleep: (ms: number) => Promise<void>
  readonly stop: () => void
}

/** No step of the host's time is longer than this, however long the loop was busy. */
const MAX_STEP_MS = 4
const STEP_MS = 2

/**
 * The host's time as venue and terminal of one process see it: it pauses while the loop that both live in is busy
 * with other things, so that a loaded host delays a schedule and never falsifies it.
 */
export function createPacedHost(): HostTime & { readonly stop: () => void } {
  const born = Date.now()
  let elapsed = 0
  let last = performance.now()
  const ticker = setInterval(() => {
    const now = performance.now()
    elapsed += Math.min(now - last, MAX_STEP_MS)
    last = now
  }, STEP_MS)
  return {
    now: () => born + elapsed,
    monotonic: () => elapsed,
    stop: () => {
      clearInterval(ticker)
    },
  }
}

/** @param host  the same that the venue runs on */
export function createFastClock(paced: HostTime, speed: number): FastClock {
  const host = createHostClock({ host: paced, speed })
  const born = host.now()
  return {
    now: () => host.now(),
    setSpeed: (value) => {
      host.setSpeed(value)
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        host.after(ms, () => {
          resolve()
        })
      }),
    stop: () => {
      host.stop()
    },
    clockOfRun() {
      let isOver = false
      const guarded = (action: () => void) => () => {
        if (!isOver) action()
      }
      return {
        now: () => host.now(),
        monotonic: () => host.now() - born,
        after: (delayMs, action) => host.after(delayMs, guarded(action)),
        every: (intervalMs, action) => host.every(intervalMs, guarded(action)),
        end: () => {
          isOver = true
        },
      }
    },
  }
}
