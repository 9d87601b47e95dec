/** A token bucket as the venue keeps one for each signer: full at its burst, refilled at its rate. Pure; time is passed in. */

export type BucketSize = {
  /** Tokens a second. */
  readonly rate: number
  readonly burst: number
}

export type TokenBucket = {
  readonly size: BucketSize
  /** At `at`; negative when more was let through than there was. */
  readonly tokens: number
  /** Monotonic milliseconds. */
  readonly at: number
}

/** A bucket nobody has taken from. */
export function fullBucket(size: BucketSize, at: number): TokenBucket {
  return { size, tokens: size.burst, at }
}

/** Tokens at a moment, fractions of one included. */
export function tokensAt({ size, tokens, at }: TokenBucket, now: number): number {
  return Math.min(size.burst, tokens + (size.rate * Math.max(0, now - at)) / 1_000)
}

/** The bucket after so many tokens have been taken from it, or given back when negative. */
export function spendTokens(bucket: TokenBucket, cost: number, now: number): TokenBucket {
  return withTokens(bucket, tokensAt(bucket, now) - cost, now)
}

/** Whole milliseconds until the bucket holds `cost`; 0 when it does. What costs more than the burst waits for a full one. */
export function bucketWaitMs(bucket: TokenBucket, cost: number, now: number): number {
  const missing = Math.min(cost, bucket.size.burst) - tokensAt(bucket, now)
  return missing <= 0 ? 0 : Math.ceil((missing / bucket.size.rate) * 1_000)
}

/** The bucket with what its owner says that it holds. */
export function withTokens(bucket: TokenBucket, tokens: number, now: number): TokenBucket {
  return { size: bucket.size, tokens: Math.min(tokens, bucket.size.burst), at: now }
}

/** The bucket of another tier: what has been taken from it stays taken. */
export function resizedBucket(bucket: TokenBucket, size: BucketSize, now: number): TokenBucket {
  if (size.rate === bucket.size.rate && size.burst === bucket.size.burst) return bucket
  return { size, tokens: size.burst - (bucket.size.burst - tokensAt(bucket, now)), at: now }
}
