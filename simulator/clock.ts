// The venue's clock: the host's monotonic time, scaled and shifted on command, and a manual one for tests.
// Timers run on elapsed venue time, so a skewed or set-back wall clock neither delays nor repeats them.
import { countLeading } from './sorted.ts'
import type { SimulatorClock } from './types.ts'

/** A clock that the control API can bend. */
export type ControlledClock = ReturnType<typeof createHostClock>

export type HostTime = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that never go back. */
  monotonic(): number
}

/** Cancelling takes the action away; the timer is dropped when it would be next. */
type Timer = { readonly due: number; action: (() => void) | null }

/** So soon after a host has woken up, or its clock was set, the venue's clock follows. */
const MAX_HOST_WAIT_MS = 2_000
/** The host's two times may drift apart by this much before it counts as a step. */
const HOST_STEP_MS = 1_000

/**
 * A clock on the host's time, at `speed` venue seconds for each second; its host timers hold no process open. At speed 1 it
 * follows the host's wall clock when it differs from the monotonic time: after a sleep, or when the clock was set.
 */
export function createHostClock(
  options: { readonly host?: HostTime | undefined; readonly speed?: number | undefined } = {},
) {
  const host = options.host ?? { now: () => Date.now(), monotonic: () => performance.now() }
  /** The next one last; equal times keep the order of their arrival. */
  const timers: Timer[] = []
  let origin = host.now()
  let skewMs = 0
  let speed = options.speed ?? 1
  let elapsedBefore = 0
  let since = host.monotonic()
  /** When the host's wall clock and its monotonic time were last taken as one. */
  let agreed = { wall: origin, monotonic: since }
  let waiting: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function elapsed(): number {
    return elapsedBefore + (host.monotonic() - since) * speed
  }

  function settle(): void {
    elapsedBefore = elapsed()
    since = host.monotonic()
  }

  function nextDue(): number {
    while (timers.at(-1)?.action === null) timers.pop()
    return timers.at(-1)?.due ?? Infinity
  }

  /** Runs what is due by `goal`; `reach` gets the time of each action first. */
  function run(goal: number, reach?: (due: number) => void): void {
    for (let due = nextDue(); due <= goal; due = nextDue()) {
      if (stopped) return
      const timer = timers.pop()
      reach?.(due)
      timer?.action?.()
    }
  }

  function arm(): void {
    clearTimeout(waiting)
    const due = nextDue()
    if (due === Infinity || stopped) return
    const wait = Math.min(Math.max((due - elapsed()) / speed, 0), MAX_HOST_WAIT_MS)
    waiting = setTimeout(() => {
      try {
        followHost()
        run(elapsed())
      } finally {
        arm()
      }
    }, Math.ceil(wait))
    waiting.unref()
  }

  function agree(): void {
    agreed = { wall: host.now(), monotonic: host.monotonic() }
  }

  function followHost(): void {
    const step = host.now() - agreed.wall - (host.monotonic() - agreed.monotonic)
    if (speed !== 1 || Math.abs(step) <= HOST_STEP_MS) return
    agree()
    jump(step)
  }

  /** A step of the wall clock. Forward runs what falls due; backward keeps the remaining delay of timers. */
  function jump(byMs: number): void {
    if (byMs < 0) {
      origin += byMs
      return
    }
    settle()
    elapsedBefore += byMs
    run(elapsedBefore)
    arm()
  }

  function after(delayMs: number, action: () => void): () => void {
    const due = elapsed() + Math.max(delayMs, 0)
    const isNext = due < nextDue()
    const timer: Timer = { due, action }
    const place = countLeading(timers, (other) => other.due > due)
    timers.splice(place, 0, timer)
    if (isNext) arm()
    return () => {
      timer.action = null
    }
  }

  return {
    now: (): number => Math.floor(origin + elapsed() + skewMs),
    after,
    every: (intervalMs: number, action: () => void): (() => void) => repeat(after, intervalMs, action),
    /** Sets the offset of `now` from true venue time, in milliseconds; timers do not notice. */
    setSkew(value: number): void {
      skewMs = value
    },
    jump,
    /** Lets time pass at once: everything due within `byMs` runs, in order, each at its own time. */
    advance(byMs: number): void {
      settle()
      const goal = elapsedBefore + Math.max(byMs, 0)
      run(goal, (due) => {
        elapsedBefore = Math.max(elapsedBefore, due)
        since = host.monotonic()
      })
      elapsedBefore = goal
      since = host.monotonic()
      arm()
    },
    /** How many venue seconds pass in one second of the host. */
    setSpeed(value: number): void {
      settle()
      speed = value
      agree()
      arm()
    },
    state: () => ({ now: Math.floor(origin + elapsed() + skewMs), skewMs, speed }),
    /** Lets no timer run any more. */
    stop(): void {
      stopped = true
      clearTimeout(waiting)
    },
  }
}

/** A clock that moves only on request; `start` in milliseconds since the epoch. For tests. */
export function createManualClock(start: number): ControlledClock {
  return createHostClock({ host: { now: () => start, monotonic: () => 0 } })
}

function repeat(after: SimulatorClock['after'], intervalMs: number, action: () => void): () => void {
  if (!(intervalMs > 0)) throw new Error('an interval must be above zero')
  let cancel = after(intervalMs, tick)
  let stopped = false
  function tick(): void {
    action()
    if (!stopped) cancel = after(intervalMs, tick)
  }
  return () => {
    stopped = true
    cancel()
  }
}
