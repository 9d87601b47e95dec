/**
 * Bounds on guessing the password. A guesser pays for his own guesses: a known device and this machine have budgets of
 * their own that others cannot use up, of all others an address that has not failed gets its first try where those that
 * have failed wait (INV-56). Kept across restarts; attempts still being hashed count as failures, so that a burst cannot
 * pass together. Live sessions are never affected (INV-41).
 */
import { createHolders } from '#lib/holders.ts'
import type { Clock } from '#ports/clock.ts'
import { KNOWN, type LoginFailureStore } from '#ports/stores.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const MINUTE_FAILURES = 5
const HOUR_FAILURES = 10
const UNKNOWN_FAILURES = 20
const FIRST_FAILURES = 60

export type Caller = {
  /** A device or an address. */
  readonly name: string
  /** A known device, or this machine: what it fails counts for it alone. */
  readonly isKnown: boolean
}

type Failures = ReturnType<LoginFailureStore['count']>

/** A limiter over the stored failures. */
export function createLoginLimit(store: LoginFailureStore, clock: Clock) {
  const pending = createHolders<string>()
  const unknownUnderWay = (): number =>
    [...pending.keys()].reduce((sum, key) => (key.startsWith(KNOWN) ? sum : sum + pending.count(key)), 0)

  function wait({ count, oldest }: Failures, extra: number, limit: number, windowMs: number): number {
    if (count + extra < limit) return 0
    return Math.max(1000, (oldest ?? clock.now()) + windowMs - clock.now())
  }

  return {
    /** Reserves one attempt, to be settled; or returns how long to wait. */
    begin({
      name,
      isKnown,
    }: Caller):
      | { readonly allowed: true; settle(verdict: 'right' | 'wrong' | 'busy'): void }
      | { readonly allowed: false; readonly retryAfterMs: number } {
      const key = isKnown ? `${KNOWN}${name}` : name
      const now = clock.now()
      // Rows of the future are those of a clock that was wrong.
      store.keep(now - HOUR_MS, now)
      const hour = store.count(key, now - HOUR_MS)
      const own = pending.count(key)
      const waits = [
        wait(store.count(key, now - MINUTE_MS), own, MINUTE_FAILURES, MINUTE_MS),
        wait(hour, own, HOUR_FAILURES, HOUR_MS),
      ]
      if (!isKnown) {
        const limit = hour.count + own === 0 ? FIRST_FAILURES : UNKNOWN_FAILURES
        waits.push(wait(store.countUnknown(now - HOUR_MS), unknownUnderWay(), limit, HOUR_MS))
      }
      const retryAfterMs = Math.max(...waits)
      if (retryAfterMs > 0) return { allowed: false, retryAfterMs }
      const settled = pending.hold(key)
      return {
        allowed: true,
        settle(verdict) {
          settled()
          if (verdict === 'wrong') store.record(key, clock.now())
        },
      }
    },
  }
}

export type LoginLimit = ReturnType<typeof createLoginLimit>
