/** The host's clocks and timers. */
import { performance } from 'node:perf_hooks'
import type { Clock } from '#ports/clock.ts'

/** The clock that the running program uses. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, action) => {
    const timer = setTimeout(action, delayMs)
    return () => clearTimeout(timer)
  },
  every: (intervalMs, action) => {
    const timer = setInterval(action, intervalMs)
    return () => clearInterval(timer)
  },
}
