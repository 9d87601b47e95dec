/**
 * Bounds on guessing the password: 5 failures a minute per address and 20 an hour in all, kept across restarts.
 * Attempts still being hashed count as failures, so that a burst cannot pass the check together. Live sessions are
 * never affected (INV-41).
 */
import type { Clock } from '#ports/clock.ts'
import type { LoginFailureStore } from '#ports/stores.ts'

const ADDRESS_WINDOW_MS = 60_000
const ADDRESS_FAILURES = 5
const TOTAL_WINDOW_MS = 3_600_000
const TOTAL_FAILURES = 20

export type LoginLimit = {
  /** Takes a place for one attempt, to be settled; or says how long to wait. */
  begin(
    address: string,
  ):
    | { readonly allowed: true; settle(verdict: 'right' | 'wrong' | 'busy'): void }
    | { readonly allowed: false; readonly retryAfterMs: number }
}

/** A limiter over the stored failures. */
export function createLoginLimit(store: LoginFailureStore, clock: Clock): LoginLimit {
  const pending = new Map<string, number>()
  let pendingInAll = 0

  function wait(count: number, limit: number, oldest: number | null, windowMs: number): number {
    if (count < limit) return 0
    return Math.max(1000, (oldest ?? clock.now()) + windowMs - clock.now())
  }

  function add(address: string, change: number): void {
    const count = (pending.get(address) ?? 0) + change
    pendingInAll += change
    if (count === 0) pending.delete(address)
    else pending.set(address, count)
  }

  return {
    begin(address) {
      const now = clock.now()
      store.clear(now - TOTAL_WINDOW_MS)
      const own = store.count(address, now - ADDRESS_WINDOW_MS)
      const all = store.countAll(now - TOTAL_WINDOW_MS)
      const ownCount = own.count + (pending.get(address) ?? 0)
      const retryAfterMs = Math.max(
        wait(ownCount, ADDRESS_FAILURES, own.oldest, ADDRESS_WINDOW_MS),
        wait(all.count + pendingInAll, TOTAL_FAILURES, all.oldest, TOTAL_WINDOW_MS),
      )
      if (retryAfterMs > 0) return { allowed: false, retryAfterMs }
      add(address, 1)
      return {
        allowed: true,
        settle(verdict) {
          add(address, -1)
          if (verdict === 'wrong') store.record(address, clock.now())
        },
      }
    },
  }
}
