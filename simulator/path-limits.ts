// Limits per address and path, counted over ten seconds: a request beyond them waits until the window has room.
import LIMITS from './services/limits.json' with { type: 'json' }
import type { VenueRequest } from './http-server.ts'
import type { SimulatorClock } from './types.ts'

const WINDOW_MS = 10_000

type PathLimits = {
  /** All requests of an address to the service. */
  readonly overall: number
  /** By path, with all that is below it, or by method and path; what is not named counts only in all. */
  readonly perPath: Readonly<Record<string, number>>
}

/** Requests per ten seconds and address. (VEN-7) */
export const PATH_LIMITS: Readonly<Record<'clob' | 'catalog' | 'data', PathLimits>> = LIMITS.paths

type Arrival = Pick<VenueRequest, 'method' | 'path' | 'remote'>

/** Counts arrivals. Each call records one and returns how many milliseconds it must wait. */
export function createPathLimits(clock: SimulatorClock, limits: PathLimits): (request: Arrival) => number {
  const windows = new Map<string, number[]>()
  const { overall, perPath } = limits
  return ({ method, path, remote }) => {
    const now = clock.now()
    const named =
      [`${method} ${path}`, path].find((name) => name in perPath) ??
      Object.keys(perPath).find((name) => path.startsWith(`${name}/`))
    const scopes: (readonly [string, number])[] = [['all', overall]]
    if (named !== undefined) scopes.push([named, perPath[named] ?? overall])
    let wait = 0
    for (const [scope, most] of scopes) {
      const name = `${remote} ${scope}`
      const recent = windows.get(name) ?? []
      while ((recent[0] ?? now) <= now - WINDOW_MS) recent.shift()
      const blocking = recent.at(-most)
      const start = blocking === undefined ? now : Math.max(now, blocking + WINDOW_MS)
      recent.push(start)
      windows.set(name, recent)
      wait = Math.max(wait, start - now)
    }
    return wait
  }
}

/** Lets a request wait for its turn, in venue time; for `before` of a service. */
export function waitsFor(clock: SimulatorClock, waitMs: (request: VenueRequest) => number) {
  return async (request: VenueRequest): Promise<void> => {
    const ms = waitMs(request)
    if (ms > 0) await new Promise<void>((resolve) => void clock.after(ms, resolve))
  }
}
