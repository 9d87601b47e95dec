/**
 * Reliability of venue and network: how long own orders are unread, the market feed is down, an order is unknown,
 * each by the monotonic clock against its setting (INV-83).
 */
import { UNRELIABLE, type SafeAfter, type Unreliable } from '#core/trading-state.ts'
import type { Clock } from '#ports/clock.ts'

export type Reliability = ReturnType<typeof createReliability>

/** A recovery shorter than this does not end a fault. */
const STEADY_MS = 5_000

type Fault = { readonly since: number; fineSince: number | null }

/** Builds the measure; `faults` names what is wrong now, by a key that stays the same while it lasts. */
export function createReliability(parts: {
  readonly clock: Clock
  readonly safeAfter: SafeAfter
  readonly faults: Readonly<Record<Unreliable, () => Iterable<string>>>
}) {
  const { clock, safeAfter, faults } = parts
  const known = new Map<Unreliable, Map<string, Fault>>(UNRELIABLE.map((cause) => [cause, new Map()]))
  let overdue: readonly Unreliable[] = []

  /** True when one that is there now has been for so long. */
  function measure(faultsOf: Map<string, Fault>, present: ReadonlySet<string>, limitMs: number): boolean {
    const now = clock.monotonic()
    for (const key of present) {
      const fault = faultsOf.get(key)
      if (fault === undefined) faultsOf.set(key, { since: now, fineSince: null })
      else fault.fineSince = null
    }
    for (const [key, fault] of faultsOf) {
      if (present.has(key)) continue
      fault.fineSince ??= now
      if (now - fault.fineSince >= STEADY_MS) faultsOf.delete(key)
    }
    return [...faultsOf.values()].some(({ since, fineSince }) => fineSince === null && now - since >= limitMs)
  }

  return {
    safeAfter,
    /** Measures now; at least once a second. */
    look: (): void => {
      overdue = UNRELIABLE.filter((cause) => {
        const limitMs = safeAfter[cause]
        const faultsOf = known.get(cause)
        if (limitMs === null || faultsOf === undefined) return false
        return measure(faultsOf, new Set(faults[cause]()), limitMs)
      })
    },
    /** Faults that have lasted longer than their setting and still last, as of the last look. */
    overdue: (): readonly Unreliable[] => overdue,
  }
}
