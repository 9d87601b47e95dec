/** So many requests in a time per caller: a token bucket each. */
import { BoundedMap } from '#lib/bounded-map.ts'
import { bucketWaitMs, fullBucket, spendTokens, type TokenBucket } from '#lib/token-bucket.ts'
import type { Clock } from '#ports/clock.ts'

const MAX_CALLERS = 10_000

/** @param count  how many per `windowMs`, also all at once */
export function createRateLimit(count: number, windowMs: number, clock: Clock) {
  const size = { rate: (count * 1000) / windowMs, burst: count }
  const buckets = new BoundedMap<string, TokenBucket>(MAX_CALLERS)
  const bucketOf = (caller: string): TokenBucket => buckets.get(caller) ?? fullBucket(size, clock.monotonic())
  const wait = (caller: string): number => bucketWaitMs(bucketOf(caller), 1, clock.monotonic())
  const charge = (caller: string, cost: number): void =>
    void buckets.set(caller, spendTokens(bucketOf(caller), cost, clock.monotonic()))
  return {
    /** Milliseconds until one is free, without taking it. */
    wait,
    /** Takes so many whatever is left: what is overdrawn is waited for. */
    charge,
    /** Takes one; answers 0, or the milliseconds until the next is free. */
    take(caller: string): number {
      const waitMs = wait(caller)
      if (waitMs === 0) charge(caller, 1)
      return waitMs
    },
    /** Gives one back that should not have counted. */
    give: (caller: string): void => charge(caller, -1),
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>
