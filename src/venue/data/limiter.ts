/** The client-side limit of the data service: a token bucket in front of its calls (VEN-11). */
import { bucketWaitMs, fullBucket, spendTokens } from '#lib/token-bucket.ts'
import type { Clock } from '#ports/clock.ts'
import type { Http, Reply } from '../http.ts'

const PER_SECOND = 5
const BURST = 10
/** Calls that may wait; one more is refused as rate limited. */
const MAX_WAITING = 100

/** The same calls, at most 5 a second and 10 at once; the others wait their turn, in order. */
export function limitCalls(http: Http, clock: Clock): Http {
  let bucket = fullBucket({ rate: PER_SECOND, burst: BURST }, clock.monotonic())
  let isTimed = false
  const waiting: (() => void)[] = []

  function drain(): void {
    isTimed = false
    const now = clock.monotonic()
    while (waiting.length > 0 && bucketWaitMs(bucket, 1, now) === 0) {
      bucket = spendTokens(bucket, 1, now)
      waiting.shift()?.()
    }
    if (waiting.length === 0) return
    isTimed = true
    clock.after(bucketWaitMs(bucket, 1, now), drain)
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
