/** A token bucket: full at its burst, refilled evenly at its rate. Pure; time is passed in. */

export type BucketSize = {
  /** Tokens a second. */
  readonly rate: number
  readonly burst: number
}

export type TokenBucket = {
  readonly size: BucketSize
  /** At `at`, in thousandths: at so many a second, a whole number comes in each millisecond. Negative when overdrawn. */
  readonly thousandths: number
  /** Monotonic milliseconds. */
  readonly at: number
}

const THOUSAND = 1_000

/** A full bucket. */
export function fullBucket(size: BucketSize, at: number): TokenBucket {
  return { size, thousandths: size.burst * THOUSAND, at }
}

/** Tokens at a moment, fractions of one included. */
export function tokensAt(bucket: TokenBucket, now: number): number {
  return thousandthsAt(bucket, now) / THOUSAND
}

/** The bucket after so many tokens have been taken from it, or given back when negative. */
export function spendTokens(bucket: TokenBucket, cost: number, now: number): TokenBucket {
  const left = thousandthsAt(bucket, now) - cost * THOUSAND
  return { size: bucket.size, thousandths: Math.min(left, bucket.size.burst * THOUSAND), at: now }
}

/** Whole milliseconds until the bucket holds `cost`; 0 when it does. What costs more than the burst waits for a full one. */
export function bucketWaitMs(bucket: TokenBucket, cost: number, now: number): number {
  const missing = Math.min(cost, bucket.size.burst) * THOUSAND - thousandthsAt(bucket, now)
  return missing <= 0 ? 0 : Math.ceil(missing / bucket.size.rate)
}

/** The bucket with the level that its owner reports. */
export function withTokens(bucket: TokenBucket, tokens: number, now: number): TokenBucket {
  return { size: bucket.size, thousandths: Math.min(tokens, bucket.size.burst) * THOUSAND, at: now }
}

/** The bucket of another tier: what has been taken from it stays taken. */
export function resizedBucket(bucket: TokenBucket, size: BucketSize, now: number): TokenBucket {
  if (size.rate === bucket.size.rate && size.burst === bucket.size.burst) return bucket
  const taken = bucket.size.burst * THOUSAND - thousandthsAt(bucket, now)
  return { size, thousandths: size.burst * THOUSAND - taken, at: now }
}

function thousandthsAt({ size, thousandths, at }: TokenBucket, now: number): number {
  return Math.min(size.burst * THOUSAND, thousandths + size.rate * Math.max(0, now - at))
}
