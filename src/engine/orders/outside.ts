/** Parts of the program that own orders need, and the parts of each of their rooms. */
import type { OrderIntent } from '#core/order/order.ts'
import type { EventId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { CancelQueueStore } from '#ports/stores.ts'
import type { VenueAccount } from '#ports/venue-account.ts'
import type { CancelOutcome, PlaceOutcome, VenueTrading } from '#ports/venue-trading.ts'
import type { Tools } from '../tools.ts'
import type { BookWait } from '../markets/book-wait.ts'
import type { Books } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { Balances } from '../account/balances.ts'
import type { CredentialsActor } from '../account/credentials.ts'
import type { BookOfOrders } from './book-of-orders/book.ts'
import type { Submissions } from './record/submissions.ts'

export type Outside = Pick<Tools, 'clock' | 'random' | 'log' | 'bus' | 'audit' | 'settings'> & {
  readonly cancelQueue: CancelQueueStore
  /** The venue's clock minus ours; null when not known. */
  readonly skewMs: () => number | null
  readonly trading: VenueTrading
  /** Signed reads that renew rejected credentials once automatically. */
  readonly reads: Pick<VenueAccount, 'openOrders' | 'order' | 'trades'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly books: Pick<Books, 'view' | 'lastBest'>
  readonly funds: Pick<Balances, 'cash' | 'allowance' | 'shares' | 'overdue' | 'doubted' | 'ensure'>
  readonly bookWait: BookWait
  readonly limits: () => RiskLimits
  /** Why nothing that adds risk may be placed; null when it may. */
  readonly lossRefusal: () => Rejection | null
  /** Every gate of ORD-1 but those of own orders. */
  readonly outerGate: () => Rejection | null
  /** @param together  how many orders leave at once; 0 right before the first byte, when they are counted already */
  readonly venueRefusal: (postOnly: boolean, together?: number) => Rejection | null
  readonly isFeedLive: () => boolean
  /** The venue may have cancelled everything because no heartbeat came. */
  readonly isHeartbeatLapsed: () => boolean
  /** Reads an event of the catalog again; resolves when that is over, however it ends. */
  readonly refreshEvent: (id: EventId) => Promise<void>
  /** Whoever finds a cancel that nothing explains as yet doubts the key. */
  readonly credentials: Pick<CredentialsActor, 'recover' | 'generation' | 'doubtKey'>
  /** Called with the ending of each try of a cancel. */
  readonly onCancelAnswer: (outcome: CancelOutcome) => void
  readonly onOutcome: (outcome: PlaceOutcome, intent: OrderIntent, credentials: number) => void
  readonly disarm: (cause: 'correction' | 'foreign_activity' | 'audit') => void
  readonly onChange: () => void
  /** The program whose command runs, for its audit rows. */
  readonly commandBy?: (() => string | null) | undefined
  /** Named moments at which a crash test may stop the program (ORD-6). */
  readonly point: (name: string) => void
}

/** The outside, the state that a room writes to, and its rows of the audit log. */
export type Room = Outside & {
  readonly book: BookOfOrders
  /** When this run began. */
  readonly begunAt: Instant
  /** The one way on which anything is sent that creates an order, and on which rows are written. */
  readonly submissions: Submissions
}
