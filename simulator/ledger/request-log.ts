// Requests to the simulator, in order, with their faults: the truth that tests compare the terminal with. Bodies are
// kept as hashes only; the oldest entries go when the log is full.
import { createHash } from 'node:crypto'

import type { ServiceName, SimulatorClock } from '../types.ts'

/** One request, or one frame that a client sent on a channel (method `WS`). */
export type RequestEntry = {
  readonly n: number
  readonly service: ServiceName
  readonly method: string
  readonly path: string
  readonly query: string
  /** Venue milliseconds. */
  readonly arrival: number
  /** SHA-256 of the exact bytes; empty for none. */
  body_hash: string
  /** Hashes of the orders in it, in their order. */
  order_hashes: string[]
  api_key: string
  /** The HTTP status that was answered; 0 while none was. */
  status: number
  /** Names of the fault rules that acted on it. */
  faults: string[]
}

/** Something that a correct client never does. `kind` is a short word such as `bad_hmac`. */
type Violation = {
  readonly n: number
  readonly request: number | null
  readonly at: number
  readonly service: ServiceName
  readonly kind: string
  readonly detail: string
}

export type RequestLog = ReturnType<typeof createRequestLog>

/** An empty log that keeps the last `limit` requests. */
export function createRequestLog(deps: { readonly clock: SimulatorClock; readonly limit?: number }) {
  const limit = deps.limit ?? 100_000
  let entries: RequestEntry[] = []
  let violations: Violation[] = []
  let count = 0
  let violationCount = 0
  return {
    open(service: ServiceName, method: string, path: string, query: string): RequestEntry {
      count += 1
      const entry: RequestEntry = {
        n: count,
        service,
        method,
        path,
        query,
        arrival: deps.clock.now(),
        body_hash: '',
        order_hashes: [],
        api_key: '',
        status: 0,
        faults: [],
      }
      entries.push(entry)
      if (entries.length > 2 * limit) entries = entries.slice(-limit)
      return entry
    },
    /** Notes the body's hash once it was read. */
    body(entry: RequestEntry, bytes: Uint8Array): void {
      if (bytes.length > 0) entry.body_hash = createHash('sha256').update(bytes).digest('hex')
    },
    violation(service: ServiceName, kind: string, detail: string, request?: RequestEntry): void {
      violationCount += 1
      violations.push({
        n: violationCount,
        request: request?.n ?? null,
        at: deps.clock.now(),
        service,
        kind,
        detail,
      })
      if (violations.length > 2 * limit) violations = violations.slice(-limit)
    },
    requests: (): readonly RequestEntry[] => entries.slice(-limit),
    violations: (): readonly Violation[] => violations.slice(-limit),
  }
}
