/** Parts and state of the portfolio actor. */
import type { OutcomeId } from '#core/ids.ts'
import type { Account, AccountTotals } from '#core/position/position.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { PortfolioStore } from '#ports/portfolio-store.ts'
import type { VenueData } from '#ports/venue-data.ts'
import type { Tools } from '../tools.ts'
import type { OwnAccount } from './own-account.ts'
import type { Catalog, CatalogActor } from '../markets/catalog.ts'
import type { Books } from '../markets/books.ts'
import type { PortfolioBooks } from './portfolio-books.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'
import type { PortfolioLists } from './portfolio-lists.ts'
import type { PortfolioProfit } from './portfolio-profit.ts'
import type { PortfolioResolution } from './portfolio-resolution.ts'
import type { PortfolioValuation } from './portfolio-valuation.ts'
import type { PositionReconciliation } from './position-reconciliation.ts'

export type PortfolioParts = Pick<Tools, 'clock' | 'log' | 'bus'> & {
  readonly data: VenueData
  readonly walletAddress: string | null
  /** Records of the wallet. */
  readonly store: PortfolioStore
  readonly catalog: Pick<Catalog, 'outcome' | 'event'> & Pick<CatalogActor, 'league'>
  readonly books: Pick<Books, 'hold' | 'peek' | 'lastBest'>
  readonly own: OwnAccount
  readonly limits: () => RiskLimits
}

/** Sums of the venue's lists. */
export type VenueSums = Omit<NonNullable<Account['venue']>, 'valueDifference' | 'pnlDifference' | 'asOf'>

export type PortfolioState = PortfolioParts & {
  readonly hasWallet: boolean
  readonly ledger: PortfolioLedger
  readonly foreign: Set<OutcomeId>
  knewOwnFills: boolean
  isRead: boolean
  startedAt: number
  feesLearnt: number
  stopSoon: (() => void) | null
  stopSave: (() => void) | null
  readonly stops: (() => void)[]
  readonly lists: PortfolioLists
  readonly valuation: PortfolioValuation
  readonly resolution: PortfolioResolution
  readonly profit: PortfolioProfit
  /** Grows with every change of an order and of the catalog. */
  othersVersion: number
  readonly reconciliation: PositionReconciliation
  readonly followed: PortfolioBooks
  /** Over thousands of ended positions: worked out again only when something may have changed. */
  readonly totals: (key: string) => AccountTotals
  readonly venueSums: (key: string) => VenueSums
  readonly held: (key: string) => readonly OutcomeId[]
}
