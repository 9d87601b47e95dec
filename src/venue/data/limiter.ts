/** The client-side limit of the data service: a token bucket in front of its calls (VEN-11). */
import type { Clock } from '#ports/clock.ts'
import type { Http, Reply } from '../http.ts'

const PER_SECOND = 5
const BURST = 10
/** Calls that may wait; one more is refused as rate limited. */
const MAX_WAITING = 100

/** The same calls, at most 5 a second and 10 at once; the others wait their turn, in order. */
export function limitCalls(http: Http, clock: Clock): Http {
  let tokens = BURST
  let filledAt = clock.monotonic()
  let isTimed = false
  const waiting: (() => void)[] = []

  function refill(): void {
    const now = clock.monotonic()
    tokens = Math.min(BURST, tokens + ((now - filledAt) * PER_SECOND) / 1000)
    filledAt = now
  }

  function drain(): void {
    isTimed = false
    refill()
    while (tokens >= 1 && waiting.length > 0) {
      tokens -= 1
      waiting.shift()?.()
    }
    if (waiting.length === 0) return
    isTimed = true
    clock.after(Math.ceil(((1 - tokens) * 1000) / PER_SECOND), drain)
  }

  return (call) => {
    if (waiting.length >= MAX_WAITING) {
      const refused: Reply = { kind: 'held', retryAfterMs: Math.ceil((waiting.length * 1000) / PER_SECOND) }
      return Promise.resolve(refused)
    }
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        http(call).then(resolve, reject)
      })
      if (!isTimed) drain()
    })
  }
}
