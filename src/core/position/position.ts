/** A position and the account as they are shown: sizes in shares, everything else in pUSD, both in millionths. */
import type { QuotedTerms, SlippageLimit } from '../order/exit-quote.ts'
import type { MarketId, OrderId, OutcomeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import type { Micros } from '../money.ts'
import type { Price } from '../price.ts'
import type { Rejection } from '../reject-codes.ts'

export type PositionStatus = 'open' | 'redeemable' | 'closed'

/** Why our figure and the venue's may differ, the likeliest first (contract/records/account.ts says what each means). */
export const DIFFERENCE_CAUSES = [
  'indexer_behind',
  'settling',
  'foreign_activity',
  'not_a_trade',
  'history_incomplete',
  'fees_in_basis',
  'rounding',
  'other_mark',
  'outcome_name',
  'unknown',
] as const
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number]

/** Figures of one outcome after trades, payouts and an opening, at average cost. */
export type PositionFigures = {
  readonly size: Micros
  /** Part of `size` that rests on final trades only. */
  readonly settledSize: Micros
  /** Size of failed trades. */
  readonly reversedSize: Micros
  /** Cost of the shares held, fees included. */
  readonly cost: Micros
  /** False: the shares held have no known cost, and `cost` is none. Sold, they count as unexplained. */
  readonly costKnown: boolean
  readonly fees: Micros
  /** Part of `fees` that sales cost. */
  readonly saleFees: Micros
  readonly feesKnown: boolean
  readonly realised: Micros
  readonly realisedToday: Micros
  /** Part of `realised` that rests on trades that are not final. */
  readonly settlingPnl: Micros
  /** Sold without being known to be held, or without a known cost, and what that brought: no cost, no profit. */
  readonly unexplainedSize: Micros
  readonly unexplainedCash: Micros
  /** Total effect on cash: received less paid. */
  readonly cash: Micros
  readonly firstAt: Instant | null
  readonly lastAt: Instant | null
}

/** An order that the backend would send, or why it would not. */
export type QuotedExit = {
  readonly terms: QuotedTerms
  readonly averagePrice: Price | null
  /** Without the fee: received for an exit, paid for a hedge. */
  readonly cash: Micros
  /** At most; null when not known. */
  readonly fee: Micros | null
  /** Shares that it trades against the current book: of a hedge, which spends its cash, more than its size below its limit. */
  readonly covers: Micros
  /** Shares left after selling the sellable ones. */
  readonly leaves: Micros
  /** The limit of slippage that keeps it from the rest, which the book has further on; null when none does. */
  readonly limitedBy: SlippageLimit | null
  /** Open sells cancelled first for their shares (INV-81). */
  readonly cancelsFirst: readonly OrderId[]
}

export type QuotedHedge = QuotedExit & {
  readonly outcomeId: OutcomeId
  /** Result of the hedged part, either way, less the known fee; null when its cost is not known. */
  readonly lockedPnl: Micros | null
}

/** A quote or the reason why there is none. */
export type Quote<Terms> =
  | { readonly quote: Terms; readonly reason: null }
  | { readonly quote: null; readonly reason: Rejection }

/** Value of a position by the book: the bid side walked for the whole size. */
export type PositionMark = {
  /** Null when nothing is bid, or no price is known. */
  readonly price: Micros | null
  readonly source: 'bid' | 'payout' | 'venue' | null
  readonly value: Micros | null
  readonly exitPrice: Price | null
  readonly exitComplete: boolean
  readonly exitValue: Micros | null
  readonly exitMissing: Micros
  /** Why the book behind it is stale; null when it is not. */
  readonly staleReason: string | null
}

/** Null: the row does not say. */
export type VenuePositionView = {
  readonly outcomeName: string | null
  readonly size: Micros
  readonly averagePrice: Micros | null
  /** With fees. */
  readonly cost: Micros | null
  readonly value: Micros | null
  readonly realised: Micros | null
  readonly unrealised: Micros | null
  /** Ours minus the venue's; null where one of them is not known. */
  readonly sizeDifference: Micros
  readonly costDifference: Micros | null
  readonly pnlDifference: Micros | null
  readonly differs: boolean
  readonly likelyCause: DifferenceCause | null
  readonly since: Instant | null
  readonly asOf: Instant
}

/** Won pays 1, lost nothing; `part` any other share of it, as of a market without a winner. */
export type PositionResult = 'won' | 'lost' | 'part'

export type Position = {
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  /** The venue's own names, for an outcome that the catalog does not know. */
  readonly title: string | null
  readonly outcomeName: string | null
  readonly oppositeOutcomeId: OutcomeId | null
  readonly status: PositionStatus
  readonly figures: PositionFigures
  readonly basis: 'fills' | 'venue'
  readonly reserved: Micros
  /** Shares that a sale may have now, as the check of an order counts them; null while shares settle and no balance was read. */
  readonly free: Micros | null
  /** Bought, less sold, in trades that have not settled within ten minutes. */
  readonly overdue: Micros
  /** The same with own resting sales cancelled first. */
  readonly sellable: Micros | null
  readonly mark: PositionMark
  readonly unrealised: Micros | null
  readonly exit: Quote<QuotedExit>
  readonly join: (Pick<QuotedTerms, 'price' | 'size'> & Pick<QuotedExit, 'cancelsFirst'>) | null
  /** Quote of a flatten for all shares held, since it cancels the orders that offer some of them. */
  readonly flat: QuotedExit | null
  readonly hedge: Quote<QuotedHedge>
  /** Result of a redeemable position; null while its payout is unknown. */
  readonly result: PositionResult | null
  readonly dust: boolean
  readonly venue: VenuePositionView | null
  readonly asOf: Instant
}

/** How far the venue's list can be trusted. */
export type ListHealth = {
  readonly complete: boolean
  readonly problem: string | null
  readonly asOf: Instant | null
  readonly unreadRows: number
}

export type Account = {
  readonly cash: Micros | null
  readonly cashComing: Micros
  readonly cashAsOf: Instant | null
  readonly reserved: Micros
  readonly available: Micros | null
  readonly positionsValue: Micros
  readonly liquidationValue: Micros
  readonly liquidationComplete: boolean
  readonly equity: Micros | null
  readonly exposure: Micros
  readonly positionsCost: Micros
  readonly openOrdersCost: Micros
  readonly comboCostBasis: Micros | null
  readonly unrealised: Micros
  readonly realised: Micros
  readonly realisedToday: Micros
  readonly settlingPnl: Micros
  readonly fees: Micros
  readonly feesKnown: boolean
  readonly dailyNotional: Micros
  readonly dailyNotionalLimit: Micros
  readonly allowancesOk: boolean | null
  readonly openPositions: number
  readonly redeemablePositions: number
  readonly redeemableValue: Micros
  readonly dustPositions: number
  readonly dustValue: Micros
  readonly stalePositions: number
  readonly positionsWithoutMark: number
  readonly positionsWithoutCost: number
  readonly list: ListHealth
  /** Sums are null where one of the positions lacks the figure. */
  readonly venue: {
    readonly positionsValue: Micros | null
    readonly unrealised: Micros | null
    readonly realised: Micros | null
    readonly valueDifference: Micros | null
    readonly pnlDifference: Micros | null
    readonly differing: number
    readonly likelyCause: DifferenceCause | null
    readonly since: Instant | null
    readonly asOf: Instant
  } | null
  readonly asOf: Instant
}

/** Facts of the account besides positions. */
export type AccountFacts = {
  readonly cash: Micros | null
  /** Proceeds of sales that have not settled, beyond `cash`; absent from older recordings. */
  readonly cashComing?: Micros
  readonly cashAsOf: Instant | null
  readonly allowance: Micros | null
  /** By name; null when the venue does not say. */
  readonly missingApprovals: readonly string[] | null
  /** Cash that open buys and combos under way may still take. */
  readonly reserved: Micros
  /** Part of it that combos under way may take. */
  readonly combosUnderWay: Micros
  readonly dailyNotional: Micros
  readonly dailyNotionalLimit: Micros
  readonly comboCostBasis: Micros | null
  /** The same with combos accepted that no read shows yet; null until read. */
  readonly comboExposure: Micros | null
}

/** Sums over everything that was ever held. */
export type AccountTotals = Pick<Account, 'realised' | 'realisedToday' | 'settlingPnl' | 'fees' | 'feesKnown'>

/** Holding of an outcome, without anything that a price changes. */
export type Holding = Pick<
  Position,
  | 'outcomeId'
  | 'marketId'
  | 'title'
  | 'outcomeName'
  | 'oppositeOutcomeId'
  | 'figures'
  | 'basis'
  | 'reserved'
  | 'free'
>

/** Facts of positions and account, besides the books. */
export type Holdings = {
  readonly facts: AccountFacts
  readonly totals: AccountTotals
  readonly list: ListHealth
  readonly held: readonly Holding[]
}
