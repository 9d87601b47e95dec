/** Orders and fills as the terminal knows them. */
import type { ClientOrderId, GroupId, MarketId, OrderId, OutcomeId, TradeId } from '../ids.ts'
import type { Instant } from '../market/market.ts'
import { subtractMicros, ZERO, type Micros } from '../money.ts'
import type { Price } from '../price.ts'

export type Side = 'BUY' | 'SELL'
export type TimeInForce = 'GTC' | 'GTD' | 'FOK' | 'FAK'

/** Screen state at the click; kept in the intent row. */
export type ClickEvidence = {
  readonly bestBid: Price | null
  readonly bestAsk: Price | null
  readonly bookSequence: number
  readonly bookAgeMs: number
}

/** Kept with an order and with the one that replaces it; no check looks at them. */
export type OrderLabels = {
  /** The same for the parts of one scaled order, basket or re-post. Left out: none. */
  readonly group?: GroupId
  /** Orders of its group in the same command, itself included. */
  readonly groupSize?: number
  /** Name of the template that its exits are of. */
  readonly template?: string
}

/** The labels alone. */
export function labelsOf({
  group,
  groupSize,
  template,
}: {
  readonly [Name in keyof OrderLabels]?: OrderLabels[Name] | undefined
}): OrderLabels {
  return {
    ...(group !== undefined && { group }),
    ...(groupSize !== undefined && { groupSize }),
    ...(template !== undefined && { template }),
  }
}

/** A requested order, before any check. */
export type OrderIntent = OrderLabels & {
  readonly clientOrderId: ClientOrderId
  readonly outcomeId: OutcomeId
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** Set for GTD only. */
  readonly expiresAt: Instant | null
  readonly evidence: ClickEvidence | null
  /** Open sells may be cancelled first for its shares: always, or only where it takes at once. Omitted: never. */
  readonly frees?: 'always' | 'taking' | undefined
  /** The exits attached to it, as text: an order with others is another one. Left out: none. */
  readonly exits?: string
  /** The leg of an exit that it is sent for, as its intent row keeps it; no check looks at it. */
  readonly attached?: Readonly<Record<string, string | number | null>>
}

/** Terms by which an order is judged: without its sender, the evidence and its successors. */
export type OrderTerms = Omit<
  OrderIntent,
  'clientOrderId' | 'evidence' | 'exits' | 'attached' | keyof OrderLabels
>

/** States of an order (ORD-4). */
export const ORDER_STATUSES = [
  'pending',
  'live',
  'delayed',
  'partially_filled',
  'filled',
  'cancelled',
  'expired',
  'rejected',
  'unknown',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export type Order = OrderLabels & {
  /** The venue's id: the order's own hash, known before sending. Null only for an order that was never signed. */
  readonly id: OrderId | null
  /** Null for a foreign order. */
  readonly clientOrderId: ClientOrderId | null
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  readonly filledSize: Micros
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly expiresAt: Instant | null
  readonly status: OrderStatus
  /** When the venue's matching delay of a sports market ends. */
  readonly delayEndsAt: Instant | null
  readonly cancelling: boolean
  readonly cancelQueued: boolean
  /** A queued cancel found that some or all of it had filled. */
  readonly cancelTooLate: boolean
  /** Placed outside this terminal. */
  readonly foreign: boolean
  /** The order that this one replaces. */
  readonly replaces: OrderId | null
  readonly submittedAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export type FillStatus = 'matched' | 'mined' | 'confirmed' | 'retrying' | 'failed'

/** One of our orders' share in a trade; identified by (trade id, order id). */
export type Fill = {
  readonly tradeId: TradeId
  readonly orderId: OrderId
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly side: Side
  /** Average of several prices, to the nearest 0.0001: for display. */
  readonly price: Price
  readonly size: Micros
  /** Paid or received for the shares, without the fee: what every sum is made of. */
  readonly cash: Micros
  /** pUSD, on top of a buy, off a sale; null when it is not known. */
  readonly fee: Micros | null
  readonly role: 'maker' | 'taker'
  readonly status: FillStatus
  readonly txHash: string | null
  readonly at: Instant
}

/** A fill's identity: one of our orders' share in one trade. */
export function fillKey(fill: Pick<Fill, 'tradeId' | 'orderId'>): string {
  return `${fill.tradeId}:${fill.orderId}`
}

/** Newest first; the key decides between fills of one instant, so that the order never changes. */
export function newestFillsFirst(fills: readonly Fill[]): readonly Fill[] {
  return fills.toSorted((a, b) => b.at - a.at || (fillKey(a) < fillKey(b) ? 1 : -1))
}

/** True if the order may still trade, as far as we know: it counts in every limit. */
export function isOpen(status: OrderStatus): boolean {
  return (
    status === 'pending' ||
    status === 'live' ||
    status === 'delayed' ||
    status === 'partially_filled' ||
    status === 'unknown'
  )
}

/** Unfilled size of an open order. */
export function remaining({ size, filledSize }: Pick<Order, 'size' | 'filledSize'>): Micros {
  return filledSize < size ? subtractMicros(size, filledSize) : ZERO
}

/**
 * Late outcome of an order that had been answered for. `found`: taken for rejected, and at the venue.
 * `cancel_too_late`: a queued cancel met what had filled. `overtaken`: on its way when a cancel came, and cancelled
 * or filled since. `unconfirmed`: not cancelled, and its cancel was answered before that was known. `not_cancelled`:
 * the venue has not taken its cancel for a while; it is sent on.
 */
export type LateOrder = 'found' | 'cancel_too_late' | 'overtaken' | 'unconfirmed' | 'not_cancelled'
