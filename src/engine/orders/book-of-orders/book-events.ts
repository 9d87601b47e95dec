/** Events of the book of orders: each is passed to all who listen, in the order in which they began. */
import type { ClientOrderId } from '#core/ids.ts'
import type { Order, OrderStatus } from '#core/order/order.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { AuditAction } from '#ports/audit-log.ts'
import type { VenueOrder } from '#core/order/account-rows.ts'
import type { Catalog } from '../../markets/catalog.ts'
import type { Tools } from '../../tools.ts'
import type { RecalledCancels } from './asked-cancels.ts'
import type { LedgerEntry } from './ledger-entry.ts'

export type BookTools = Pick<Tools, 'clock' | 'log' | 'bus' | 'audit'> & {
  readonly catalog: Pick<Catalog, 'outcome'>
}

/** How an own order was found cancelled. */
export type Cancellation = {
  readonly from: OrderStatus
  /** The venue's status says that it ended the order itself. */
  readonly isByVenue: boolean
  /** Its own words for why; null when it gave none. */
  readonly reason: string | null
}

type Events = {
  /** An order changed; it is stored and published. */
  readonly changed: LedgerEntry
  /** An own order was found cancelled or expired at the venue, not by the answer to a cancel of ours. */
  readonly ended: { readonly entry: LedgerEntry; readonly how: Cancellation }
  /** A final state turned out to be wrong; from `rejected`: the order is at the venue. */
  readonly corrected: { readonly entry: LedgerEntry; readonly from: Order['status'] }
  /** The end of an order without an answer is known: refused, or at the venue. */
  readonly settled: {
    readonly id: ClientOrderId
    readonly action: AuditAction
    readonly entry: LedgerEntry
    /** Null: it is at the venue. */
    readonly refusal: Rejection | null
  }
  /** Only a read can say more; within so many milliseconds. */
  readonly read_wanted: number
  /** The list of open orders was read, by a read that began at this monotonic time. */
  readonly listed: { readonly rows: readonly VenueOrder[]; readonly startedAt: number }
  /** The venue was asked for one order, and shows it. */
  readonly looked_up: VenueOrder
  /** The venue has taken an order or a cancel: it takes cancels. */
  readonly venue_takes: null
  /** Cancels of previous runs that are not over; before any of their orders is restored. */
  readonly recalled: RecalledCancels
}

export type BookEvents = {
  readonly on: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) => void
  readonly tell: <Name extends keyof Events>(name: Name, event: Events[Name]) => void
}

export function createBookEvents(): BookEvents {
  const listeners = new Map<keyof Events, ((event: never) => void)[]>()
  return {
    on: (name, listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    tell: (name, event) => listeners.get(name)?.forEach((listener) => listener(event as never)),
  }
}
