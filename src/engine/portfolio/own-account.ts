/** Facts of the trading module that the portfolio uses. */
import type { OutcomeId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import type { AccountFacts } from '#core/position/position.ts'
import type { Fill, Order } from '#core/order/order.ts'
import type { Result } from '#lib/result.ts'
import type { Balance, ReadFault } from '#ports/venue-account.ts'
import type { HedgeCoverage } from '../quotes/hedge-coverage.ts'
import type { SettlingShares } from '../orders/book-of-orders/order-usage.ts'
import type { OutsideHoldings } from '../orders/book-of-orders/outside-holdings.ts'
import type { QuoteBooks } from '../quotes/quote-books.ts'

export type OwnAccount = {
  readonly areCredentialsReady: () => boolean
  /** Credentials are being derived: own fills will be read. */
  readonly areCredentialsPending: () => boolean
  /** Own fills were read completely once since start. */
  readonly isReconciled: () => boolean
  /** A complete read of them that began after this monotonic time has ended. */
  readonly areFillsReadSince: (monotonic: number) => boolean
  /** Reads them now. */
  readonly readFills: () => void
  readonly fills: () => readonly Fill[]
  readonly openOrders: () => readonly Order[]
  /** How many of them have got their fee only after they were reported. */
  readonly feesLearnt: () => number
  /** Shares by the last read, less sales since; null when they were never read. */
  readonly shares: (outcomeId: OutcomeId) => Micros | null
  /** Reads them now. */
  readonly readShares: (outcomeId: OutcomeId) => Promise<Result<Balance, ReadFault>>
  /** Reads cash now, when something but an own trade has moved it. */
  readonly readCash: () => Promise<void>
  readonly reservedShares: (outcomeId: OutcomeId) => Micros
  readonly settlingShares: SettlingShares
  /** Bought, less sold, in trades that have not settled within ten minutes. */
  readonly overdueShares: (outcomeId: OutcomeId) => Micros
  /** The venue's list of positions was read: the limits count what it shows. */
  readonly takeListed: OutsideHoldings['take']
  readonly facts: () => Omit<AccountFacts, 'dailyNotionalLimit'>
  readonly coverage: HedgeCoverage
  readonly quoteBooks: QuoteBooks
}
