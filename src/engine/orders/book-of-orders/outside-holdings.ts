/** The venue's list next to own fills, for each outcome: what the wallet holds that own fills do not explain (INV-53). */
import { holdingFromFills, type Holding } from '#core/position/holdings.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import { ZERO } from '#core/money.ts'
import { changesOf, listedNow, listedRow, outsideAtMost, outsideNow } from '#core/position/outside-holding.ts'
import type { Listed, ListedRow as Row, OwnChanges } from '#core/position/outside-holding.ts'
import type { Clock } from '#ports/clock.ts'

export type ListedRow = Row & { readonly outcomeId: OutcomeId; readonly marketId: MarketId }

export type OutsideHoldings = ReturnType<typeof createOutsideHoldings>

type Known = {
  readonly marketId: MarketId
  last: Listed
  /** Round of the last whole list that had it. */
  readonly round: number
}

/** One list may be empty by mistake. */
const ROUNDS_ABSENT = 2
const NOTHING: Holding = { size: ZERO, cost: ZERO }

/** @param changes  own fills of an outcome, and what its orders are said to have traded */
export function createOutsideHoldings(clock: Clock, changes: (outcomeId: OutcomeId) => OwnChanges) {
  const known = new Map<OutcomeId, Known>()
  /** A day may have thousands of fills, and each check of an order asks several times. */
  const summed = new WeakMap<OwnChanges, Holding>()

  function now(outcomeId: OutcomeId, own: OwnChanges): Listed | null {
    const one = known.get(outcomeId)
    return one === undefined ? null : (one.last = listedNow(one.last, own))
  }

  /** Holding beyond that of own fills. */
  function outside(outcomeId: OutcomeId, by = outsideNow): Holding {
    const own = changes(outcomeId)
    const last = now(outcomeId, own)
    return last === null ? NOTHING : by(last, own)
  }

  return {
    /**
     * The list was read.
     *
     * @param round  counts the reads that were whole
     */
    take: (rows: readonly ListedRow[], round: number): void => {
      for (const row of rows) {
        const { outcomeId, marketId } = row
        const before = known.get(outcomeId)?.last ?? null
        const own = changes(outcomeId)
        // Nothing is held, and nothing ever was that matters here.
        if (row.size === 0n && before === null && own.changes.length === 0) continue
        known.set(outcomeId, { marketId, last: listedRow(row, clock.now(), before, own), round })
      }
      for (const [outcomeId, one] of known) if (round - one.round >= ROUNDS_ABSENT) known.delete(outcomeId)
    },
    /** Holding by own fills, without shares that surely went without a trade. */
    own(outcomeId: OutcomeId): Holding {
      const all = changes(outcomeId)
      const own = changesOf({ gone: now(outcomeId, all)?.gone ?? null }, all)
      const holding = summed.get(own) ?? holdingFromFills(own.changes, own.opening)
      summed.set(own, holding)
      return holding
    },
    outside,
    /** The most that may be held beyond that of own fills. */
    outsideAtMost: (outcomeId: OutcomeId): Holding => outside(outcomeId, outsideAtMost),
    /** Outcomes of which something is held from outside. */
    outcomes: (): readonly { readonly outcomeId: OutcomeId; readonly marketId: MarketId }[] =>
      [...known].flatMap(([outcomeId, { marketId }]) =>
        outside(outcomeId).size > 0n ? { outcomeId, marketId } : [],
      ),
  }
}
