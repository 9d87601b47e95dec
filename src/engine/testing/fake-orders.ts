/** Controls and observations of the fake venue. */
import { parseOrderId, type OrderId } from '#core/ids.ts'
import type { Micros } from '#core/money.ts'
import type { FillStatus } from '#core/order/order.ts'
import type { LimitWarning } from '#core/trading-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { UnreadAccountRow, VenueOrder, VenueTrade } from '#core/order/account-rows.ts'
import type { CredentialOutcome, KeyListing, VenueAccount } from '#ports/venue-account.ts'
import type { FeedState, UserFeed, UserFeedEvent } from '#ports/venue-feeds.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'
import type { OrderRequest, PreparedOrder, VenueTrading } from '#ports/venue-trading.ts'

/** Outcome of the next order: `lost` answers never come; `late` is booked 60 s after its answer was lost. */
export type ScriptedOutcome =
  | 'live'
  | 'matched'
  | 'partly'
  | 'delayed'
  | 'refused'
  | 'lost_booked'
  | 'lost_matched'
  | 'lost_nothing'
  | 'lost_late'
  | 'refused_booked'
  /** A named period is asked for. */
  | 'restarting'
  | 'post_only'
  | 'unreachable'

/** Settings and observations of a test. */
export type FakeVenueKnobs = {
  /** Outcomes of the next orders; `live` when empty. */
  readonly scriptedOutcomes: ScriptedOutcome[]
  /** Hashes of the order-creating requests that left, in order. */
  readonly requests: OrderId[]
  /** How many orders each request of several had. */
  readonly batches: number[]
  readonly cancels: string[]
  readonly orders: Map<OrderId, VenueOrder>
  readonly trades: Map<string, VenueTrade>
  /** How the next cancels end: `lost` works without an answer, `down` does neither. */
  cancelMode: 'ok' | 'lost' | 'down' | 'unauthorized' | 'limited'
  /** So many orders the venue's limits let pass at once. */
  tokens: number
  /** Until the venue's limits let an order pass. */
  orderWaitMs: number
  /** The part of it that an answer asked for. */
  orderHeldMs: number
  limitWarning: LimitWarning | null
  /** Rows that the lists cannot make sense of. */
  tradesNotUnderstood: readonly UnreadAccountRow[]
  ordersNotUnderstood: readonly UnreadAccountRow[]
  /** Reads fail. */
  isBlind: boolean
  feedState: FeedState
  /** Frames of the user feed that could not be read. */
  unreadable: number
  isMute: boolean
  blocked: boolean | null
  establish: () => Promise<CredentialOutcome>
  balance: Micros
  shares: Micros
  skewMs: number
  /** Answer of the list of session signers. */
  keyListing: KeyListing | Promise<KeyListing>
  /** Reads of one kind so far. */
  readonly reads: Map<string, number>
  /** Called when a request is about to leave, before its gate is asked. */
  onSubmit: (order: PreparedOrder) => Promise<void>
}

export type FakeVenue = FakeVenueKnobs & {
  readonly trading: VenueTrading
  readonly account: VenueAccount
  readonly userFeed: UserFeed
  readonly geoblock: VenueGeoblock
  fill(id: OrderId, size: Micros, status?: FillStatus): VenueTrade
  settle(trade: VenueTrade, status: FillStatus): void
  book(id: OrderId, request: OrderRequest, state: VenueOrder['state']): void
  change(id: OrderId, state: VenueOrder['state']): void
  publish(event: UserFeedEvent): void
  live(): readonly VenueOrder[]
}

/** State shared by the ports of the fake venue. */
export type FakeWorld = {
  readonly clock: Clock
  readonly knobs: FakeVenueKnobs
  readonly requested: Map<OrderId, OrderRequest>
  listener: ((event: UserFeedEvent) => void) | null
  /** Orders prepared, trades made and reconnects so far. */
  made: number
  traded: number
  reconnects: number
  readonly book: (id: OrderId, request: OrderRequest, state: VenueOrder['state']) => void
  readonly change: (id: OrderId, state: VenueOrder['state']) => void
  readonly fill: (id: OrderId, size: Micros, status?: FillStatus) => VenueTrade
  readonly live: () => readonly VenueOrder[]
}

/** An id of the account's, unique by its number. */
export function fakeOrderId(number: number): OrderId {
  const id = parseOrderId(`pm:0x${number.toString(16).padStart(64, '0')}`)
  if (id === null) throw new Error('not an order id')
  return id
}

/** A row that is not understood and names no order. */
export const NAMELESS: UnreadAccountRow = { id: 'odd', reason: 'state ODD', orderIds: [], at: null }
