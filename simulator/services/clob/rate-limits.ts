// Rate limits: a token bucket per signer for orders and one for cancels, sized by tier. A batch passes whole or not at all.
import { fullBucket, spendTokens, tokensAt, type BucketSize, type TokenBucket } from '#lib/token-bucket.ts'

import type { Parts } from '../../parts.ts'
import { Refusal, type VenueRequest } from '../../http-server.ts'
import LIMITS from '../limits.json' with { type: 'json' }

export type Tier = 'Standard' | 'Copper' | 'Bronze' | 'Silver' | 'Gold' | 'Platinum' | 'Diamond' | 'Elite'

/** Per second and burst, for orders and for cancels. (VEN-7) */
const TIERS: Readonly<Record<Tier, { readonly order: BucketSize; readonly cancel: BucketSize }>> =
  LIMITS.tiers

export type RateLimits = ReturnType<typeof createRateLimits>

type RateLimitDeps = Pick<Parts, 'clock' | 'faults' | 'log'> & {
  /** `Venue` in `Venue-RateLimit-Remaining`. */
  readonly headerPrefix: string
  readonly tier: Tier
}

/** Full buckets for everyone. */
export function createRateLimits(deps: RateLimitDeps) {
  const { clock, faults, log } = deps
  const buckets = new Map<string, TokenBucket>()
  /** By signer and kind: a refused cancel asks nobody to wait with orders. */
  const retryAfter = new Map<string, number>()
  const prefix = deps.headerPrefix.replace(/-$/, '')

  function headersOf(tokens: number, { rate, burst }: BucketSize): Record<string, string> {
    const fullIn = Math.max(0, (burst - tokens) / rate)
    return {
      [`${prefix}-RateLimit-Remaining`]: String(Math.floor(tokens)),
      [`${prefix}-RateLimit-Reset`]: String(Math.ceil(clock.now() / 1000 + fullIn)),
      [`${prefix}-RateLimit-Tier`]: deps.tier,
    }
  }

  return {
    /** Takes `cost` from a signer's bucket, which the answer's headers tell of. @throws Refusal when there is not enough */
    spend(signer: string, kind: 'order' | 'cancel', cost: number, request: VenueRequest): void {
      const size = TIERS[deps.tier][kind]
      const name = `${signer} ${kind}`
      const now = clock.now()
      const bucket = buckets.get(name) ?? fullBucket(size, now)
      const tokens = tokensAt(bucket, now)
      if (now < (retryAfter.get(name) ?? 0)) {
        log.violation('clob', 'during_retry_after', `${request.method} ${request.path}`, request.entry)
      }
      const forced = faults.first(request.subject, 'rate.429')
      const warns = forced === null && faults.first(request.subject, 'rate.warning') !== null
      const isOver = forced === null && cost > tokens
      if (isOver)
        log.violation('clob', 'rate_limit', `${kind} ${cost} of ${Math.floor(tokens)}`, request.entry)
      const isRefused = forced !== null || (isOver && !warns)
      const spent = isRefused ? 0 : cost
      buckets.set(name, spendTokens(bucket, spent, now))
      const { answerHeaders } = request
      Object.assign(answerHeaders, headersOf(tokens - spent, size))
      if (!isRefused) {
        if (isOver) answerHeaders[`${prefix}-RateLimit-Warning`] = 'true'
        return
      }
      const usual = Math.max(1, Math.ceil((cost - tokens) / size.rate))
      const seconds = forced?.number('retry_after_s', 2) ?? usual
      const until = now + seconds * 1000
      retryAfter.set(name, until)
      const isDated = forced?.flag('dated', false) === true
      answerHeaders['retry-after'] = isDated ? new Date(until).toUTCString() : String(seconds)
      throw new Refusal(429, 'Too Many Requests')
    },
  }
}
