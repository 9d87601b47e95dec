/** Keeps what the venue last said of closed-only mode and approvals, for Health: shown, never a gate. */
import type { OutcomeId } from '#core/ids.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { AccountStanding, ReadFault } from '#ports/venue-account.ts'

export type AccountStandingActor = ReturnType<typeof createAccountStanding>

const EVERY_MS = 600_000
/** While an approval is missing: the owner may just be giving it. */
const AGAIN_MS = 60_000

/**
 * Builds it.
 *
 * @param ask  a signed read
 * @param sample  an outcome whose shares are held, to see the approval of shares; null when none is known
 */
export function createAccountStanding(parts: {
  readonly clock: Clock
  readonly ask: (outcomeId: OutcomeId | null) => Promise<Result<AccountStanding, ReadFault>>
  readonly sample: () => OutcomeId | null
  readonly onChange: () => void
}) {
  let standing: AccountStanding = { closedOnly: null, missingApprovals: null }
  let end: (() => void) | null = null
  /** Monotonic. */
  let askedAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<void> {
    askedAt = parts.clock.monotonic()
    const answer = await parts.ask(parts.sample())
    if (!answer.ok || end === null) return
    standing = answer.value
    parts.onChange()
  }

  return {
    read: (): AccountStanding => standing,
    /** Reads now, and every ten minutes from now on, every minute while an approval is missing. */
    start(): void {
      end?.()
      end = parts.clock.every(AGAIN_MS, () => {
        const isMissing = (standing.missingApprovals?.length ?? 0) > 0
        if (isMissing || parts.clock.monotonic() - askedAt >= EVERY_MS) void look()
      })
      void look()
    },
    stop(): void {
      end?.()
      end = null
    },
  }
}
