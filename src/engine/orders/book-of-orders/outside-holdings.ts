/** The venue's list next to own fills, for each outcome: what the wallet holds that own fills do not explain (INV-53). */
import { holdingFromFills, type Holding, type HoldingChange } from '#core/position/holdings.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { micros, ZERO, type Micros } from '#core/money.ts'
import { isSettled, mostOutside, outsideHolding, outsideShares } from '#core/position/outside-holding.ts'
import type { ListedHolding, MostOutside, OutsideShares, OwnChanges } from '#core/position/outside-holding.ts'
import type { Clock } from '#ports/clock.ts'

export type ListedRow = ListedHolding & {
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  /** Shares by own fills, as list and balance together have corrected them, and payouts. */
  readonly agreed: Micros
}

export type OutsideHoldings = ReturnType<typeof createOutsideHoldings>

type Known = {
  readonly row: ListedRow
  readonly readAt: Instant
  readonly shares: OutsideShares
  /** The most by the row before. */
  readonly mostBefore: MostOutside | null
  /** Shares that went without a trade, as a sale after the last own fill. */
  readonly gone: HoldingChange | null
  /** Round of the last whole list that had it. */
  readonly round: number
}

/** One list may be empty by mistake. */
const ROUNDS_ABSENT = 2
const SAME_SIZE = 10_000n

/** @param changes  own fills of an outcome, and what its orders are said to have traded */
export function createOutsideHoldings(clock: Clock, changes: (outcomeId: OutcomeId) => OwnChanges) {
  const known = new Map<OutcomeId, Known>()
  /** A day may have thousands of fills, and each check of an order asks several times. */
  const summed = new WeakMap<OwnChanges, Holding>()

  function changesOf(outcomeId: OutcomeId, gone: HoldingChange | null): OwnChanges {
    const own = changes(outcomeId)
    return gone === null ? own : { ...own, changes: [...own.changes, gone] }
  }

  /** Two sources must agree, and the row must be of after the last own fill. */
  function goneFrom(row: ListedRow, readAt: Instant, before: HoldingChange | null): HoldingChange | null {
    const own = changes(row.outcomeId)
    const last = Math.max(0, ...own.changes.map(({ at }) => at))
    const isOfAfter = row.lastAt !== null && row.lastAt > last && isSettled(row, own, readAt)
    if (!isOfAfter) return before
    const { size } = holdingFromFills(own.changes, own.opening)
    if (!isNear(row.agreed, row.size) || size - row.size < SAME_SIZE) return null
    return { side: 'SELL', size: micros(size - row.size), cash: ZERO, status: 'confirmed', at: last }
  }

  /** The row as it was read, held against own fills as they are now. */
  function look({ row, readAt, mostBefore, round }: Omit<Known, 'shares' | 'gone'>): Known {
    const before = known.get(row.outcomeId) ?? null
    const gone = goneFrom(row, readAt, before?.gone ?? null)
    const own = changesOf(row.outcomeId, gone)
    const shares = outsideShares(row, own, before?.shares ?? null, readAt)
    const next = { row, readAt, shares, mostBefore, gone, round }
    known.set(row.outcomeId, next)
    return next
  }

  function now(outcomeId: OutcomeId): Known | null {
    const last = known.get(outcomeId)
    return last === undefined ? null : look(last)
  }

  /** Holding beyond that of own fills. */
  function outside(outcomeId: OutcomeId): Holding {
    const one = now(outcomeId)
    return one === null ? NOTHING : outsideHolding(one.shares, changesOf(outcomeId, one.gone))
  }

  function most({ row, readAt, mostBefore, gone }: Known): MostOutside {
    return mostOutside(row, changesOf(row.outcomeId, gone), mostBefore, readAt)
  }

  return {
    /**
     * The list was read.
     *
     * @param round  counts the reads that were whole
     */
    take: (rows: readonly ListedRow[], round: number): void => {
      for (const row of rows) {
        // Nothing is held, and nothing ever was that matters here.
        if (row.size > 0n || known.has(row.outcomeId) || changes(row.outcomeId).changes.length > 0) {
          const last = known.get(row.outcomeId)
          const mostBefore = last === undefined ? null : most(last)
          look({ row, readAt: clock.now(), mostBefore, round })
        }
      }
      for (const [outcomeId, one] of known) if (round - one.round >= ROUNDS_ABSENT) known.delete(outcomeId)
    },
    /** Holding by own fills, without shares that surely went without a trade. */
    own(outcomeId: OutcomeId): Holding {
      const own = changesOf(outcomeId, now(outcomeId)?.gone ?? null)
      const holding = summed.get(own) ?? holdingFromFills(own.changes, own.opening)
      summed.set(own, holding)
      return holding
    },
    outside,
    /** The most shares that may be held beyond those of own fills: right after a start the list may have own fills or not. */
    outsideAtMost(outcomeId: OutcomeId): Micros {
      const one = now(outcomeId)
      if (one === null) return ZERO
      const shares = { ...one.shares, offset: most(one).offset }
      return outsideHolding(shares, changesOf(outcomeId, one.gone)).size
    },
    /** Outcomes of which something is held from outside. */
    outcomes: (): readonly { readonly outcomeId: OutcomeId; readonly marketId: MarketId }[] =>
      [...known.values()].flatMap(({ row: { outcomeId, marketId } }) =>
        outside(outcomeId).size > 0n ? { outcomeId, marketId } : [],
      ),
  }
}

function isNear(one: Micros, other: Micros): boolean {
  return one - other < SAME_SIZE && other - one < SAME_SIZE
}

const NOTHING: Holding = { size: ZERO, cost: ZERO }
