// Limits per address and path, counted over ten seconds: a request beyond them waits until the window has room.
import type { VenueRequest } from '../../http-server.ts'
import type { SimulatorClock } from '../../types.ts'

const WINDOW_MS = 10_000
/** Requests per ten seconds and address; what is not named counts only in all. [specification, Venue rate limits] */
const PER_PATH: Readonly<Record<string, number>> = {
  '/ok': 100,
  '/book': 1_500,
  '/price': 1_500,
  '/midpoint': 1_500,
  '/books': 500,
  '/prices': 500,
  '/midpoints': 500,
  '/prices-history': 1_000,
  '/tick-size': 200,
  '/balance-allowance': 200,
  '/balance-allowance/update': 50,
  '/data/orders': 500,
  '/data/trades': 500,
  '/auth/api-key': 100,
  '/auth/derive-api-key': 100,
  'POST /order': 5_000,
  'DELETE /order': 5_000,
  'POST /orders': 2_000,
  'DELETE /orders': 2_000,
  'DELETE /cancel-all': 250,
  'DELETE /cancel-market-orders': 1_500,
}
const OVERALL = 9_000

type Arrival = Pick<VenueRequest, 'method' | 'path' | 'remote'>

/** Counts arrivals; each call notes one and tells how many milliseconds it must wait. */
export function createPathLimits(clock: SimulatorClock): (request: Arrival) => number {
  const windows = new Map<string, number[]>()
  return (request) => windowWait(windows, request, clock.now())
}

function windowWait(windows: Map<string, number[]>, request: Arrival, now: number): number {
  const named = [`${request.method} ${request.path}`, request.path].find((name) => name in PER_PATH)
  const scopes: (readonly [string, number])[] = [['all', OVERALL]]
  if (named !== undefined) scopes.push([named, PER_PATH[named] ?? OVERALL])
  let wait = 0
  for (const [scope, most] of scopes) {
    const name = `${request.remote} ${scope}`
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
