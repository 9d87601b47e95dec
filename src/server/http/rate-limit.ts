/** So many requests in a time per caller: a bucket that fills evenly and holds no more than that. */
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
  const buckets = new Map<string, { tokens: number; at: number }>()

  function bucketOf(caller: string): { tokens: number; at: number } {
    const now = clock.monotonic()
    const bucket = buckets.get(caller) ?? { tokens: count, at: now }
    bucket.tokens = Math.min(count, bucket.tokens + ((now - bucket.at) * count) / windowMs)
    bucket.at = now
    if (buckets.size >= MAX_CALLERS) buckets.clear()
    buckets.set(caller, bucket)
    return bucket
  }

  return {
    take(caller) {
      const bucket = bucketOf(caller)
      if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * windowMs) / count)
      bucket.tokens -= 1
      return 0
    },
    give(caller) {
      const bucket = bucketOf(caller)
      bucket.tokens = Math.min(count, bucket.tokens + 1)
    },
  }
}
