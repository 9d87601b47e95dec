/**
 * The venue's per-signer limits, followed ahead of its answers (VEN-7): what it would
 * refuse is not sent. Only orders are measured against them; a cancel is cut to what fits, and always goes.
 */
import type { Instant } from '#core/market/market.ts'
import type { LimitWarning } from '#core/trading-state.ts'
import type { Clock } from '#ports/clock.ts'
import {
  bucketWaitMs,
  fullBucket,
  resizedBucket,
  spendTokens,
  tokensAt,
  withTokens,
} from '#lib/token-bucket.ts'
import type { BucketSize, TokenBucket } from '#lib/token-bucket.ts'

export type Budget = 'orders' | 'cancels'

/** The venue's own account of a bucket, from the headers of an answer. */
export type LimitHeaders = {
  /** Null when it is not reported. */
  readonly remaining: number | null
  readonly tier: string | null
  /** When the bucket is full again; null when it is not reported. */
  readonly resetAt: Instant | null
  /** The request passed although it was over. */
  readonly isWarning: boolean
}

export type SignerLimits = ReturnType<typeof createSignerLimits>

type Sizes = Readonly<Record<Budget, BucketSize>>

const sizes = (rate: number, burst: number): Sizes => ({
  orders: { rate, burst },
  cancels: { rate: 2 * rate, burst: 2 * burst },
})

/** Duration of a warning without a time when the bucket is full again, and of any. */
const WARNING_MS = 10_000
const MAX_WARNING_MS = 600_000

const STANDARD = sizes(40, 60)

/** The venue's table (VEN-7); a cancel bucket is twice the order bucket, except where rounding is named. */
const TIERS: ReadonlyMap<string, Sizes> = new Map([
  ['standard', STANDARD],
  ['copper', sizes(60, 90)],
  ['bronze', sizes(80, 120)],
  ['silver', sizes(200, 300)],
  ['gold', sizes(400, 600)],
  ['platinum', sizes(450, 675)],
  ['diamond', { orders: { rate: 525, burst: 787 }, cancels: { rate: 1_050, burst: 1_575 } }],
  ['elite', sizes(600, 900)],
])

/** Builds the limits of a signer whose tier is not known yet: the lowest, until an answer names another. */
export function createSignerLimits(clock: Clock) {
  const buckets: Record<Budget, TokenBucket> = {
    orders: fullBucket(STANDARD.orders, clock.monotonic()),
    cancels: fullBucket(STANDARD.cancels, clock.monotonic()),
  }
  const underWay: Record<Budget, number> = { orders: 0, cancels: 0 }
  const isTold: Record<Budget, boolean> = { orders: false, cancels: false }
  const warnings: Record<Budget, LimitWarning | null> = { orders: null, cancels: null }
  let ordersHeldUntil = Number.NEGATIVE_INFINITY

  function take(budget: Budget, cost: number): void {
    buckets[budget] = spendTokens(buckets[budget], cost, clock.monotonic())
  }

  function setTier(tier: string | null): void {
    const known = TIERS.get(tier?.toLowerCase() ?? '')
    if (known === undefined) return
    for (const budget of ['orders', 'cancels'] as const) {
      buckets[budget] = resizedBucket(buckets[budget], known[budget], clock.monotonic())
    }
  }

  function warningOf({ remaining, resetAt }: LimitHeaders): LimitWarning {
    const latest = clock.now() + MAX_WARNING_MS
    return { remaining, until: resetAt === null ? clock.now() + WARNING_MS : Math.min(resetAt, latest) }
  }

  const orderHeldMs = (): number => Math.ceil(Math.max(0, ordersHeldUntil - clock.monotonic()))

  return {
    /** The part of it that an answer asked for. */
    orderHeldMs,
    /** Milliseconds until the venue takes so many more orders; 0 when it does now. */
    orderWaitMs: (count: number): number =>
      Math.max(orderHeldMs(), bucketWaitMs(buckets.orders, count, clock.monotonic())),
    /** Warning in the venue's last answer, until its bucket is full again; null when there was none. */
    warning(): LimitWarning | null {
      const isOn = (one: LimitWarning | null): boolean => one !== null && one.until > clock.now()
      return [warnings.orders, warnings.cancels].find(isOn) ?? null
    },
    /** How many ids a cancel may name now; less than one when none. */
    cancelRoom: (): number => Math.floor(tokensAt(buckets.cancels, clock.monotonic())),
    /** A request is sent. */
    sent(budget: Budget, cost: number): void {
      underWay[budget] += cost
      take(budget, cost)
    },
    /** It was not sent after all. */
    unsent(budget: Budget, cost: number): void {
      underWay[budget] -= cost
      take(budget, -cost)
    },
    /** It ended without an answer: what it cost stays taken. */
    lost(budget: Budget, cost: number): void {
      underWay[budget] -= cost
    },
    /** It was answered. `refusedForMs`: 429, and how long the venue asks to wait. */
    answered(budget: Budget, cost: number, headers: LimitHeaders, refusedForMs: number | null): void {
      const now = clock.monotonic()
      underWay[budget] -= cost
      setTier(headers.tier)
      warnings[budget] = headers.isWarning ? warningOf(headers) : null
      isTold[budget] = headers.remaining !== null
      // Requests under way may not be in the venue's number yet.
      if (headers.remaining !== null) {
        buckets[budget] = withTokens(buckets[budget], headers.remaining - underWay[budget], now)
      }
      if (refusedForMs === null) return
      const left = Math.min(0, tokensAt(buckets[budget], now))
      if (headers.remaining === null) buckets[budget] = withTokens(buckets[budget], left, now)
      // Orders and cancels have a bucket each: only an answer to an order says that orders wait.
      if (budget === 'orders') ordersHeldUntil = Math.max(ordersHeldUntil, now + refusedForMs)
    },
    /** Adds the cost that an answer shows beyond the one known at sending. */
    costMore(budget: Budget, cost: number): void {
      if (!isTold[budget]) take(budget, cost)
    },
  }
}
