/** Looks again at balances that may lag behind the trades: the read after a trade may come before they show it. */
import type { OutcomeId } from '#core/ids.ts'
import type { Clock } from '#ports/clock.ts'

export type LateBalances = {
  /** A trade of this outcome was reported, for the first time or again. */
  readonly traded: (outcomeId: OutcomeId) => void
  readonly stop: () => void
}

/** How long after the last trade a balance that disagrees is looked at, and how often. */
const LAGS_MS = 60_000
const LOOK_AGAIN_MS = 4_000

/**
 * Builds it.
 *
 * @param agrees  whether the balance is what own trades and the venue's list say
 * @param look  has the venue look at the chain and reads the balance then
 */
export function createLateBalances(parts: {
  readonly clock: Clock
  readonly agrees: (outcomeId: OutcomeId) => boolean
  readonly look: (outcomeId: OutcomeId) => Promise<unknown>
}): LateBalances {
  const { clock } = parts
  /** Monotonic time of the last trade. */
  const late = new Map<OutcomeId, number>()
  let cancel: (() => void) | null = null

  function lookLater(): void {
    cancel ??= clock.after(LOOK_AGAIN_MS, () => {
      cancel = null
      void look()
    })
  }

  async function look(): Promise<void> {
    for (const [outcomeId, at] of late) {
      // One that agrees is kept too: the read after the trade's next word may bring the old figure back.
      if (clock.monotonic() - at >= LAGS_MS) late.delete(outcomeId)
      else if (!parts.agrees(outcomeId)) await parts.look(outcomeId)
    }
    if (late.size > 0) lookLater()
  }

  return {
    traded(outcomeId) {
      late.set(outcomeId, clock.monotonic())
      lookLater()
    },
    stop() {
      cancel?.()
    },
  }
}
