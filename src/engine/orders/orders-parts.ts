/** Parts of the orders actor, and its interface to the trading module. */
import type { ClientOrderId, EventId, OrderId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import type { Order, OrderIntent } from '#core/order/order.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import type { CancelQueueStore } from '#ports/stores.ts'
import type { UserFeedEvent } from '#ports/venue-feeds.ts'
import type { CancelOutcome, PlaceOutcome, VenueTrading } from '#ports/venue-trading.ts'
import type { Tools } from '../tools.ts'
import type { BookWait } from '../markets/book-wait.ts'
import type { Books, Catalog } from '../markets/contract.ts'
import type { Orders } from './contract.ts'
import type { Funds } from '../account/funds.ts'
import type { Submissions } from './record/submissions.ts'
import type { OrderCheck } from './place/order-check.ts'
import type { OrderUsage } from './book-of-orders/order-usage.ts'
import type { SettlingShares } from './book-of-orders/settling-shares.ts'
import type { OrderGate } from './place/order-gate.ts'
import type { QuotedOrders } from './place/quoted-orders.ts'
import type { AccountReads } from './reconcile/reconciliation.ts'

export type OrdersParts = Pick<Tools, 'clock' | 'random' | 'log' | 'bus' | 'audit' | 'settings'> & {
  readonly cancelQueue: CancelQueueStore
  /** The venue's clock minus ours; null when not known. */
  readonly skewMs: () => number | null
  readonly trading: VenueTrading
  readonly reads: AccountReads
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly books: Pick<Books, 'view' | 'lastBest'>
  readonly funds: Funds & {
    /** Reads what is held before the first sale of a token. */
    readonly ensure: (intent: OrderIntent) => Promise<void>
  }
  readonly bookWait: BookWait
  readonly limits: () => RiskLimits
  /** Every gate of ORD-1 but those of this actor. */
  readonly gate: () => Rejection | null
  readonly venueRefusal: (postOnly: boolean) => Rejection | null
  /** The same without what the order itself takes of the limits: asked again right before the first byte. */
  readonly venueHold: (postOnly: boolean) => Rejection | null
  readonly isFeedLive: () => boolean
  /** The venue may have cancelled everything because no heartbeat came. */
  readonly isHeartbeatLapsed: () => boolean
  /** Reads an event of the catalog again; resolves when that is over, however it ends. */
  readonly refreshEvent: (id: EventId) => Promise<void>
  /** After a 401 to the set `asked`: true when there are newer credentials. */
  readonly recover: (asked: number) => Promise<boolean>
  readonly credentialGeneration: () => number
  /** Called with the ending of each try of a cancel. */
  readonly onCancelAnswer: (outcome: CancelOutcome) => void
  /** An own order was cancelled, and nothing explains it as yet. */
  readonly onUnexplained: () => void
  readonly onOutcome: (outcome: PlaceOutcome, intent: OrderIntent, credentials: number) => void
  readonly disarm: (cause: 'correction' | 'foreign_activity' | 'audit') => void
  readonly onChange: () => void
  /** The program whose command runs, for its audit rows. */
  readonly commandBy?: (() => string | null) | undefined
  /** Named moments at which a crash test may stop the program (ORD-6). */
  readonly point: (name: string) => void
}

export type OrdersActor = Orders & {
  /** The order of an id, of a previous run too; null when none was signed, or the account does not show it. */
  readonly findBy: (id: ClientOrderId) => Promise<Order | null>
  /** Final fill of a cancelled or ended order; null when it could not be proven in time. */
  readonly proveOver: (id: OrderId) => Promise<Micros | null>
  /** Own orders of which the venue has not said what became of them, without those that only an unread row keeps so. */
  readonly unknown: () => readonly OrderId[]
  /** How many fills have got their fee only after they were reported. */
  readonly feesLearnt: () => number
  readonly usage: OrderUsage
  readonly settling: SettlingShares
  /** The one way on which anything is sent that creates an order. */
  readonly submissions: Submissions
  /** The check that placing goes through, gates included; changes nothing. */
  readonly judge: Pick<OrderCheck, 'checkInPlaceOf' | 'judgeBothSides' | 'inTheWay'>
  /** Orders that the backend quotes. */
  readonly quoted: QuotedOrders
  readonly gate: OrderGate
  /** Loads what a previous run left in the audit log and the cancel queue; synchronous, before anything else. */
  readonly restore: () => void
  /** Begins to read own state; what it finds goes to the ledger. */
  readonly start: () => void
  readonly onFeed: (event: UserFeedEvent) => void
  /** The last read of own state that ended was complete. */
  readonly isComplete: () => boolean
  readonly isReadSince: (monotonic: number) => boolean
  readonly health: () => FeedHealth
  readonly readNow: () => Promise<boolean>
  readonly doubt: () => void
  /**
   * Waits so long at most for answers in flight, for the cancels that they set off and for queued ones that leave in that
   * time, and writes their rows.
   */
  readonly stop: (withinMs: number) => Promise<void>
}
