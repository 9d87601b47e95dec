/** Own orders as the edges and the rest of the engine see them. */
import type { ClientOrderId, OrderId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { MarketTarget } from '#core/order/cancel-barriers.ts'
import type { Fill, Order, OrderIntent, OrderLabels } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import type { Rejection } from '#core/reject-codes.ts'
import type { Result } from '#lib/result.ts'

/** The answer to a command that creates an order. */
export type PlaceResult = {
  readonly clientOrderId: ClientOrderId
  readonly result: 'accepted' | 'rejected' | 'unknown'
  readonly order: Order | null
  readonly reject: Rejection | null
  readonly replayed: boolean
  /** Own sales that it had cancelled first, as a way out (INV-81). */
  readonly cancelledFirst?: readonly OrderId[]
  /** The order that it was to replace was cancelled. */
  readonly cancelled?: boolean
}

/** The answers to the two orders of a sale beyond what is held. */
export type BothSidesResult = { readonly sale: PlaceResult; readonly purchase: PlaceResult }

export type CancelResult = {
  readonly cancelled: readonly OrderId[]
  readonly queued: readonly { readonly id: OrderId; readonly sendAt: Instant }[]
  readonly failed: readonly { readonly id: OrderId | null; readonly rejection: Rejection }[]
}

/**
 * Why one order is cancelled by id without a command for it: its delay is over, it came into sight after its cancel, a
 * Cancel All or cancel of its market has left it, its place is taken, it is in the way of a way out, or the venue keeps it though
 * it called it cancelled.
 */
export type CancelCause = 'queued' | 'on_sight' | 'left_behind' | 'replaced' | 'way_out' | 'ignored'

export type CancelAllResult = CancelResult & { readonly inFlight: readonly ClientOrderId[] }

export type ReplaceIntent = {
  readonly clientOrderId: ClientOrderId
  readonly orderId: OrderId
  readonly price: Price
  readonly size: Micros
  readonly postOnly: boolean
}

type Unpriced<Intent> = Omit<Intent, 'price'> & {
  /** The text that is not a price. */
  readonly price: string
}

/** A place or a replace whose price is not one. */
export type UnpricedCommand =
  | { readonly action: 'place'; readonly intent: Unpriced<OrderIntent> }
  | { readonly action: 'replace'; readonly intent: Unpriced<ReplaceIntent> }

export interface Orders {
  /**
   * `idempotency_conflict`: the same id came with another body. `epoch` is that of the command that the order is a part
   * of; without it the order is a command of its own, received now.
   */
  place(intent: OrderIntent, epoch?: number): Promise<Result<PlaceResult, 'idempotency_conflict'>>
  /**
   * Judged alone and as a sum, sent in one request; the results are in their order, each its order's own. `idempotency_conflict`:
   * one of the ids came with another body, and nothing is sent.
   */
  placeMany(intents: readonly OrderIntent[]): Promise<Result<readonly PlaceResult[], 'idempotency_conflict'>>
  /**
   * A sale and, once it is accepted, the purchase of the market's other outcome. When it is not, the purchase is refused
   * with `sale_not_accepted`.
   */
  placeBothSides(
    sale: OrderIntent,
    purchase: OrderIntent,
  ): Promise<Result<BothSidesResult, 'idempotency_conflict'>>
  /** True if no order of this id is at the venue or in flight: refused, proven never booked, or never signed. */
  isVoid(id: ClientOrderId): Promise<boolean>
  /** Counts the cancels so far: what a command of many orders notes when it is received. */
  readonly epoch: () => number
  replace(intent: ReplaceIntent): Promise<Result<PlaceResult, 'idempotency_conflict'>>
  /** Recorded and refused like any other; its id is used up. */
  unpriced(command: UnpricedCommand): Promise<Result<PlaceResult, 'idempotency_conflict'>>
  cancel(ids: readonly OrderId[]): Promise<CancelResult>
  cancelMarket(target: MarketTarget): Promise<CancelResult>
  cancelAll(): Promise<CancelAllResult>
  /** Open, pending, delayed and unknown orders, newest first. */
  open(): readonly Order[]
  order(id: OrderId): Order | null
  /** The same; one that ended in a previous run is asked for at the venue, else taken from its audit rows. */
  find(id: OrderId): Promise<Order | null>
  byClientOrderId(id: ClientOrderId): Order | null
  /** Labels of an order that was signed here, in this run or before; none of any other. */
  labels(id: OrderId): OrderLabels
  fills(): readonly Fill[]
  /** False until own state has been read completely once since start. */
  isReconciled(): boolean
}
