/** State shared by the cancels' parts, and the hand-over to the queue of cancels that the venue does not take. */
import type { OrderId } from '#core/ids.ts'
import type { CancelQueueStore } from '#ports/stores.ts'
import type { CancelOutcome, VenueTrading } from '#ports/venue-trading.ts'
import type { Tools } from '../../tools.ts'
import type { CancelBarriers } from '../book-of-orders/cancel-barriers.ts'
import type { InsistOnCancel } from './cancel-calls.ts'
import type { CancelQueue } from './cancel-queue.ts'
import type { CancelRequests } from '../book-of-orders/cancel-requests.ts'
import type { DividedCancel } from './doubtful-cancels.ts'
import type { StandingCancels } from './standing-cancels.ts'
import type { ReportLateOrder } from '../reconcile/late-orders.ts'
import { isOnItsWay, type LedgerEntry } from '../book-of-orders/ledger-entry.ts'
import type { OrderLedger } from '../book-of-orders/order-ledger.ts'
import type { OrderRecorder } from '../record/order-recorder.ts'

/** A cancel without an answer after so long is in the queue, which sends it again only after the longest of answers. */
export const KEPT_AFTER_MS = 1_000
export const ANSWER_MS = 5_000
/** A cancel not taken by then is answered as queued. */
export const TAKEN_WITHIN_MS = 3_000

export type CancelsParts = Pick<Tools, 'clock' | 'random' | 'log'> & {
  readonly trading: Pick<VenueTrading, 'cancel' | 'cancelMarket' | 'cancelAll'>
  readonly ledger: OrderLedger
  readonly recorder: OrderRecorder
  readonly queue: () => CancelQueue
  readonly store: CancelQueueStore
  readonly isReconciled: () => boolean
  /** The program whose command runs; null for the page. */
  readonly commandBy?: (() => string | null) | undefined
  readonly isReadSince: (monotonic: number) => boolean
  /** Called with each request before it is sent. */
  readonly requests: CancelRequests
  /** Called with each cancel of the trader as it comes: what waits to leave and is meant stays. */
  readonly barriers: Pick<CancelBarriers, 'raise' | 'hold'>
  readonly recover: (asked: number) => Promise<boolean>
  readonly credentialGeneration: () => number
  readonly onCancelAnswer: (outcome: CancelOutcome) => void
  readonly readNow: () => Promise<boolean>
  readonly requestRead: (afterMs: number) => void
  /** Called with an order that a cancel met on its way, once it is over, and of one that stayed open after its answer. */
  readonly onLate: ReportLateOrder
  readonly point: (name: string) => void
}

export type CancelsState = CancelsParts & {
  readonly insist: InsistOnCancel
  readonly divide: (ids: readonly OrderId[]) => DividedCancel
  readonly standing: StandingCancels
  readonly pursued: Set<OrderId>
  readonly chased: Set<OrderId>
  sweeps: number
  /** Last failure of a cancel of many. */
  lastFailure: CancelOutcome
}

/** In-flight orders are cancelled as soon as the venue shows them. */
export function pursue(state: CancelsState, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) state.pursued.add(entry.key)
}

/** Has the queue cancel these once their delay is over. */
export function enqueue(state: CancelsState, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) state.queue().add(entry)
}

/** Has the queue send these by their ids, but those that are on their way, which are cancelled on sight. */
export function keepEntries(state: CancelsState, entries: readonly LedgerEntry[], afterMs: number): void {
  const open = entries.flatMap(({ key }) => state.ledger.entry(key) ?? []).filter((one) => !isOnItsWay(one))
  enqueue(state, open.filter(isDelayed))
  state.queue().keep(
    open.filter((one) => !isDelayed(one)).map(({ key }) => key),
    afterMs,
  )
}

/** In its matching delay. */
export function isDelayed({ order }: LedgerEntry): boolean {
  return order.status === 'delayed'
}
