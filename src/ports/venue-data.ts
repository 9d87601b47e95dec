/** The data service's view of a wallet: later than the user channel, in whole lists or marked incomplete. */
import type { ActivityKind } from '#core/position/activity.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { PositionStatus } from '#core/position/position.ts'
import type { Result } from '#lib/result.ts'
import type { ReadFault } from './venue-account.ts'

export type DataPosition = {
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  /** A word that is new to us counts as `open` while shares are held. */
  readonly status: PositionStatus
  readonly size: Micros
  /** Null where the row does not say, as in all figures below. */
  readonly averagePrice: Micros | null
  /** Without fees. */
  readonly cost: Micros | null
  /** Paid for the shares that are held. */
  readonly fees: Micros | null
  /** Paid for all shares ever bought. */
  readonly paidFees: Micros | null
  readonly currentPrice: Micros | null
  readonly value: Micros | null
  /** Less the known fees of purchases whose shares are gone; before fees of sales. */
  readonly realised: Micros | null
  /** Before fees. */
  readonly unrealised: Micros | null
  readonly redeemable: boolean
  readonly title: string
  readonly outcomeName: string
  readonly oppositeOutcomeId: OutcomeId | null
  readonly eventSlug: string
  readonly firstAt: Instant | null
  readonly lastAt: Instant | null
}

/** A row that is not understood (INV-58). */
export type UnreadDataRow = {
  /** The venue's own name of it; null when it has none. */
  readonly id: string | null
  /** Reason in words. */
  readonly reason: string
  /** Null when it may be any. */
  readonly outcomeId: OutcomeId | null
}

/** Rows of a list. What a list that is not complete does not show may be there all the same. */
export type DataList<Row> = {
  readonly rows: readonly Row[]
  /** Every page was read. */
  readonly complete: boolean
  /** Why it is not complete. */
  readonly problem: string | null
  /** Absence proves nothing of what these may be about. */
  readonly notUnderstood: readonly UnreadDataRow[]
}

export type DataActivity = {
  /** Made of the row's own fields: the venue gives none. */
  readonly id: string
  readonly kind: ActivityKind
  /** The venue's own word. */
  readonly venueKind: string
  readonly outcomeId: OutcomeId | null
  readonly marketId: MarketId | null
  readonly side: 'BUY' | 'SELL' | null
  readonly price: Micros | null
  readonly size: Micros | null
  /** pUSD; of a taker's purchase with the fee. */
  readonly amount: Micros | null
  readonly combo: boolean
  readonly title: string
  readonly outcomeName: string | null
  readonly eventSlug: string | null
  readonly txHash: string | null
  readonly at: Instant
}

export type ActivityQuery = {
  readonly limit: number
  /** The venue's, from the page before. */
  readonly cursor: string | null
}

export type ActivityPage = {
  readonly rows: readonly DataActivity[]
  readonly nextCursor: string | null
  readonly notUnderstood: readonly UnreadDataRow[]
}

export type PnlInterval = '1d' | '1w' | '1m' | 'all'

/** Cumulative since the wallet's start. */
export type PnlPoint = {
  readonly at: Instant
  /** The whole result: trading, rewards, rebates. */
  readonly total: Micros
  readonly trading: Micros
}

/** `bad_cursor`: the cursor is not of this list, or too old. */
export type ActivityFault = ReadFault | { readonly kind: 'bad_cursor' }

export interface VenueData {
  /** Every page, at most 20; a fault only when nothing at all was read. */
  positions(status: PositionStatus): Promise<Result<DataList<DataPosition>, ReadFault>>
  /** One page. */
  activity(query: ActivityQuery): Promise<Result<ActivityPage, ActivityFault>>
  pnl(
    interval: PnlInterval,
  ): Promise<Result<{ readonly points: readonly PnlPoint[]; readonly unread: number }, ReadFault>>
}
