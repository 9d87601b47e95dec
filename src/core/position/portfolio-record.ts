/**
 * Records from which a portfolio is rebuilt: own fills, payouts and each correction, in the order in which they were
 * first known. The same records in the same order make the same figures, whenever they are read (INV-82).
 */
import type { MarketId, OutcomeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import type { Micros } from '../money.ts'
import type { Fill } from '../order/order.ts'
import type { PositionFigures } from './position.ts'

export type PortfolioRecord = {
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  /** One record of each key for an outcome: received again it replaces the one before. */
  readonly key: string
  /** Rests on the venue's lists alone: gone once own fills are known. */
  readonly isProvisional: boolean
} & (
  | { readonly kind: 'fill'; readonly fill: Fill }
  /** A fill, by its key, that the opening has already. */
  | { readonly kind: 'covered' }
  | { readonly kind: 'payout'; readonly at: Instant; readonly size: Micros; readonly cash: Micros }
  /** These figures include everything known until then. */
  | {
      readonly kind: 'opening'
      readonly figures: PositionFigures
      /** The beginning of the day of its `realisedToday`. */
      readonly day: Instant
      /** Time of the last trade that is in them, received or not; null when they do not say. */
      readonly until: Instant | null
      /** Shares left, and no row explains it yet. */
      readonly isUnexplained: boolean
    }
)
