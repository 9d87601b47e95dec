/** The engine's use of a venue to place and cancel orders. */
import type { OrderId, MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { RejectCode, Rejection } from '#core/reject-codes.ts'
import type { LimitWarning } from '#core/trading-state.ts'

export type OrderRequest = {
  readonly outcomeId: OutcomeId
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  readonly tickSize: TickSize
  readonly negRisk: boolean
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** GTD only. */
  readonly expiresAt: Instant | null
}

/** A signed order that has not left. `body` holds the signature: it is never logged or stored. */
export type PreparedOrder = {
  /** The order's own hash, which the venue uses as its id. */
  readonly orderId: OrderId
  readonly salt: string
  readonly makerAmount: Micros
  readonly takerAmount: Micros
  /** Milliseconds, as signed. */
  readonly timestamp: Instant
  /** Unix seconds; 0 unless GTD. */
  readonly expiration: number
  readonly body: string
}

/** The ending of the one POST (ORD-2). */
export type PlaceOutcome =
  | {
      readonly kind: 'accepted'
      readonly orderId: OrderId
      readonly status: 'live' | 'matched' | 'delayed' | 'unmatched'
    }
  | { readonly kind: 'refused'; readonly rejection: Rejection }
  /** The order may exist; only reading can decide. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** A gate closed before the first byte: nothing left the host. */
  | { readonly kind: 'not_sent'; readonly code: RejectCode }

export type CancelOutcome =
  | {
      readonly kind: 'answered'
      readonly cancelled: readonly OrderId[]
      readonly notCancelled: readonly { readonly id: OrderId; readonly reason: string }[]
      /** Orders of many that the venue did not take; left out when it took all. */
      readonly unanswered?: { readonly ids: readonly OrderId[]; readonly rejection: Rejection }
    }
  | { readonly kind: 'failed'; readonly rejection: Rejection }

/** Named moments of a placement at which a crash test may stop the program (ORD-6). */
export type PointName = 'connect.post' | 'first_byte' | 'last_byte' | 'answer.headers' | 'answer.body'

export interface VenueTrading {
  /** Computes amounts and signs; synchronous, no I/O. Null when no key is held. */
  prepare(request: OrderRequest): PreparedOrder | null
  /** Milliseconds until the venue's limits let so many more orders pass together; 0 when they do now. A refusal costs no call. */
  orderWaitMs(count: number): number
  /** The part of it that the venue asked for: what an order that has taken its share of the limits still waits for. */
  orderHeldMs(): number
  /** Warning in the venue's last answer; null when there was none. */
  limitWarning(): LimitWarning | null
  /**
   * Sends the order once, never again. `gate` is asked right before the first byte; a code from it stops the send.
   * Resolves within 15 s in every case.
   */
  submit(order: PreparedOrder, gate: () => RejectCode | null): Promise<PlaceOutcome>
  /** 1 to 15 orders in one request, with an ending each, in their order. Left out by a venue that takes them one by one. */
  submitMany?(
    orders: readonly PreparedOrder[],
    gate: () => RejectCode | null,
  ): Promise<readonly PlaceOutcome[]>
  /** 1 to any number of ids; split at the venue's batch size. May be repeated: it cannot create anything. */
  cancel(ids: readonly OrderId[]): Promise<CancelOutcome>
  cancelMarket(
    target: { readonly marketId: MarketId } | { readonly outcomeId: OutcomeId },
  ): Promise<CancelOutcome>
  cancelAll(): Promise<CancelOutcome>
}
