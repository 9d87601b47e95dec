/** So many requests in a time per caller: a token bucket each. */
import { BoundedMap } from '#lib/bounded-map.ts'
import { bucketWaitMs, fullBucket, spendTokens } from '#lib/token-bucket.ts'
import type { TokenBucket } from '#lib/token-bucket.ts'
import type { Clock } from '#ports/clock.ts'

const MAX_CALLERS = 10_000

export type RateLimit = {
  /** Takes one; answers 0, or the milliseconds until the next is free. */
  take(caller: string): number
  /** Gives one back that should not have counted. */
  give(caller: string): void
}

/** @param count  how many per `windowMs`, also all at once */
export function createRateLimit(count: number, windowMs: number, clock: Clock): RateLimit {
  const size = { rate: (count * 1000) / windowMs, burst: count }
  const buckets = new BoundedMap<string, TokenBucket>(MAX_CALLERS)
  const spend = (caller: string, cost: number): number => {
    const now = clock.monotonic()
    const bucket = buckets.get(caller) ?? fullBucket(size, now)
    const waitMs = cost > 0 ? bucketWaitMs(bucket, cost, now) : 0
    if (waitMs === 0) buckets.set(caller, spendTokens(bucket, cost, now))
    return waitMs
  }
  return {
    take: (caller) => spend(caller, 1),
    give: (caller) => void spend(caller, -1),
  }
}
