/** Positions and account of a replay: holdings as recorded, valued by the books of its instant as the live ones are. */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { roundSizeDown, subtractMicros, ZERO } from '#core/money.ts'
import { summarize } from '#core/position/account-summary.ts'
import { markPosition, payoutOf, resultOf } from '#core/position/portfolio-mark.ts'
import type { Account, Holding, Position } from '#core/position/position.ts'
import { rejection } from '#core/reject-codes.ts'
import type { ReplayMachines } from './replay-machines.ts'
import type { ReplayOwn } from './replay-own.ts'

/** Nothing is quoted: what an exit would be is asked of the live limits and fees. */
const UNQUOTED = {
  quote: null,
  reason: rejection('trading_disabled', { message: 'REPLAY: nothing is sent.' }),
}

/** Those of its instant. */
export function createReplayPositions(
  own: ReplayOwn,
  machines: () => Pick<ReplayMachines, 'book' | 'outcome'>,
  now: () => Instant,
) {
  function position(id: OutcomeId): Position | null {
    const holding = own.holding(id)
    return holding && valued(holding, machines(), now())
  }
  return {
    /** Outcomes held, in the order of their first record. */
    held: (): readonly OutcomeId[] => own.holdings()?.held.map(({ outcomeId }) => outcomeId) ?? [],
    isHeld: (id: OutcomeId): boolean => own.holding(id) !== null,
    position,
    /** Null where it is not recorded. */
    account: (): Account | null => {
      const holdings = own.holdings()
      if (holdings === null) return null
      const held = holdings.held.map((holding) => valued(holding, machines(), now()))
      return summarize({ ...holdings, held, venue: null, now: now() })
    },
  }
}

function valued(
  holding: Holding,
  { book, outcome }: Pick<ReplayMachines, 'book' | 'outcome'>,
  now: Instant,
): Position {
  const { figures, outcomeId } = holding
  const payout = payoutOf(outcome(outcomeId)?.market.winningOutcomeId ?? null, outcomeId)
  const mark = markPosition({ size: figures.size, book: book(outcomeId), payout, venuePrice: null })
  const isOpen = payout === null
  return {
    ...holding,
    overdue: ZERO,
    sellable: holding.free,
    status: isOpen ? 'open' : 'redeemable',
    mark,
    unrealised: mark.value === null || !figures.costKnown ? null : subtractMicros(mark.value, figures.cost),
    dust: isOpen && roundSizeDown(figures.size) === 0n,
    exit: UNQUOTED,
    join: null,
    flat: null,
    hedge: UNQUOTED,
    result: isOpen ? null : resultOf(payout),
    venue: null,
    asOf: now,
  }
}
