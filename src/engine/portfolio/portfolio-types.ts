/** The portfolio as the edges see it. */
import type { EventId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Account, ListHealth, Position, PositionStatus, Holdings } from '#core/position/position.ts'
import type { EventPnl, IfWins, PlannedTrade } from '#core/position/resolution-pnl.ts'
import type { LedgerEntries } from './ledger-account.ts'
import type { ProfitGroup, ProfitGrouping, ProfitHistory } from './portfolio-profit.ts'
import type { Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { ActivityFault, ActivityQuery, ActivityPage, PnlInterval, PnlPoint } from '#ports/venue-data.ts'

/** Result of one outcome, before a trade and after it; null for one that cannot win. */
export type OutcomeChange = {
  readonly outcomeId: OutcomeId
  readonly before: IfWins | null
  readonly after: IfWins | null
}

export interface Portfolio {
  /** True if there is a wallet to read positions of. */
  hasWallet(): boolean
  /**
   * Own trades or the venue's lists have not been read since the start: no figure is right yet, and none is shown. Over
   * for good once both were, or after half a minute.
   */
  isReading(): boolean
  account(): Account
  /** Facts of both, besides the books; null while they are read and without a wallet. */
  holdings(): Holdings | null
  /**
   * Open positions, the largest value first; ended ones, the latest first. A position missing from an incomplete list
   * may still be held.
   */
  positions(status: PositionStatus): {
    readonly outcomeIds: readonly OutcomeId[]
    readonly list: ListHealth
  }
  /** Null when it is not, and never was, held. */
  position(outcomeId: OutcomeId): Position | null
  /** Events that are not over and in which something is held, was realised or is ordered. */
  resolutionEvents(): readonly EventId[]
  /** Changes with whatever those figures are made of: book prices are not among it. */
  resolutionVersion(): string
  /** Results of each outcome of the event; null without a position or an order in it. */
  resolutionPnl(eventId: EventId): EventPnl | null
  /**
   * Results of each outcome of the market now and after these trades, in this order and in one market. Empty while
   * nothing is known.
   */
  resolutionAfter(trades: readonly PlannedTrade[]): readonly OutcomeChange[]
  /** Own realised profit over time; of all time without an instant to begin at. */
  profitHistory(from: Instant | null): ProfitHistory
  /** Own profit by market, event, league or day: their sums are the account's. */
  profitGroups(by: ProfitGrouping): readonly ProfitGroup[]
  /** Outcomes that were ever traded. */
  traded(): readonly OutcomeId[]
  /** Fills and payouts of an outcome and what came before them: its realised profit is made of these. Null of none. */
  entries(outcomeId: OutcomeId): LedgerEntries | null
  /** Grows with every change of an entry. */
  entriesVersion(): number
  /** One page of the venue's. */
  activity(filter: ActivityQuery): Promise<Result<ActivityPage, ActivityFault>>
  pnl(
    interval: PnlInterval,
  ): Promise<Result<{ readonly points: readonly PnlPoint[]; readonly unread: number }, ReadFault>>
}
