/** Token buckets in front of calls: the data service has one (VEN-11), and each path whose limit the venue documents (INV-86). */
import { bucketWaitMs, fullBucket, spendTokens, type BucketSize } from '#lib/token-bucket.ts'
import type { Clock } from '#ports/clock.ts'
import { heldFor, type Http } from './http.ts'

const DATA: BucketSize = { rate: 5, burst: 10 }
/** Calls that may wait; one more is refused as rate limited. */
const MAX_WAITING = 100

/** The same calls, to the data service at most 5 a second and 10 at once; the others wait their turn, in order. */
export function limitCalls(http: Http, clock: Clock, size: BucketSize = DATA): Http {
  let bucket = fullBucket(size, clock.monotonic())
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
      return Promise.resolve(heldFor(Math.ceil((waiting.length * 1000) / size.rate)))
    }
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        http(call).then(resolve, reject)
      })
      if (!isTimed) drain()
    })
  }
}

/** The same calls, each path at nine tenths of what the venue documents for ten seconds: a third of it at once. */
export function paceCalls(http: Http, clock: Clock): Http {
  const paced = new Map<string, Http>()
  return (call) => {
    const { path, perTenSeconds } = call.endpoint
    if (perTenSeconds === undefined) return http(call)
    const size = { rate: perTenSeconds * 0.06, burst: perTenSeconds * 0.3 }
    const known = paced.get(path) ?? limitCalls(http, clock, size)
    paced.set(path, known)
    return known(call)
  }
}
