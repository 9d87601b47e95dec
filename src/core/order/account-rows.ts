/**
 * The account's orders and trades as a venue's rows show them. A row is true whatever its neighbours are; what an own row leaves out
 * its order says itself (INV-80), but for how much has traded, which is the venue's alone to say (INV-75).
 */
import type { MarketId, OrderId, OutcomeId, TradeId } from '../ids.ts'
import type { VenueOrderState } from '../machines/order-status.ts'
import type { Instant } from '../market/market.ts'
import type { Micros } from '../money.ts'
import type { Price } from '../price.ts'
import type { Fill, FillStatus, Order, Side, TimeInForce } from './order.ts'

/** The venue's view of one of our orders. */
export type VenueOrder = {
  readonly id: OrderId
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly side: Side
  readonly price: Price
  readonly originalSize: Micros
  readonly matchedSize: Micros
  readonly state: VenueOrderState
  /** Its status says that the venue ended it automatically. */
  readonly isEndedByVenue: boolean
  /** Why it ended, in the venue's words; left out when it gives none. */
  readonly endReason?: string
  readonly timeInForce: TimeInForce
  /** Null when it does not expire. */
  readonly expiresAt: Instant | null
  readonly createdAt: Instant | null
}

/** One trade with all its sides; an order of ours may be the taker or one or more of the makers. */
export type VenueTrade = {
  readonly tradeId: TradeId
  readonly status: FillStatus
  readonly txHash: string | null
  readonly at: Instant
  /** Null when the taker's side is among those not understood. */
  readonly taker: TradeSide | null
  readonly makers: readonly TradeSide[]
  /** Sides that are not understood: they matter only when they are ours. */
  readonly notUnderstood: readonly UnreadSide[]
}

export type UnreadSide = {
  /** Null when it is no order id. */
  readonly orderId: OrderId | null
  readonly reason: string
  readonly role: 'taker' | 'maker'
  /** Readable part. */
  readonly part: Parts<Omit<TradeSide, 'orderId'>>
}

/** A missing or unreadable part is null: an own order may know it. */
type Parts<T> = { readonly [Key in keyof T]: T[Key] | null }

/** An order row of which something is missing. */
export type OrderPart = Omit<VenueOrder, MissingInRows> & Parts<Pick<VenueOrder, MissingInRows>>

type MissingInRows = 'outcomeId' | 'marketId' | 'side' | 'price' | 'originalSize' | 'matchedSize'

/**
 * Readable rows are true whatever their neighbours are; a missing row proves nothing about an order that an unread
 * row may concern.
 */
export type TradeList = {
  readonly trades: readonly VenueTrade[]
  readonly notUnderstood: readonly UnreadAccountRow[]
}

/** The same of orders. */
export type OrderList = {
  readonly orders: readonly VenueOrder[]
  readonly notUnderstood: readonly UnreadAccountRow[]
}

/** A row of orders or trades that is not understood (INV-58). */
export type UnreadAccountRow = {
  /** The venue's own name of it; null when it has none. */
  readonly id: string | null
  /** Reason in words. */
  readonly reason: string
  /** Orders that it names; null when it may concern any. */
  readonly orderIds: readonly OrderId[] | null
  /** When it was made; null when that cannot be read. */
  readonly at: Instant | null
  /** Readable part of an order's row; absent where its id is unreadable, and of trades. */
  readonly part?: OrderPart
}

export type TradeSide = Pick<Fill, 'orderId' | 'outcomeId' | 'marketId' | 'side' | 'price' | 'size'> & {
  /** Cash of the shares, where the venue's price is finer than ours: else it is size times price. */
  readonly cash?: Micros
}

/** Known terms of an own order; null for every other. */
export type TermsOf = (
  id: OrderId,
) => Pick<Order, 'outcomeId' | 'marketId' | 'side' | 'price' | 'size' | 'filledSize'> | null

/** All order ids that a trade names. */
export function ordersOf({ taker, makers, notUnderstood }: VenueTrade): readonly OrderId[] {
  return [...(taker === null ? [] : [taker]), ...makers, ...notUnderstood].flatMap(
    ({ orderId }) => orderId ?? [],
  )
}

/**
 * Trades of a list that are not understood, those included of which an own side is not that has not been read before. Sides of
 * others count only where none is ours.
 */
export function unreadTrades(
  { trades, notUnderstood }: TradeList,
  isOurs: (id: OrderId) => boolean,
  hasFill: (tradeId: TradeId, id: OrderId) => boolean,
): readonly UnreadAccountRow[] {
  const partly = trades.flatMap((trade): readonly UnreadAccountRow[] => {
    const [first] = trade.notUnderstood
    if (first === undefined) return []
    const own = trade.notUnderstood.find(
      ({ orderId }) => orderId !== null && isOurs(orderId) && !hasFill(trade.tradeId, orderId),
    )
    if (own === undefined && ordersOf(trade).some(isOurs)) return []
    const named = trade.notUnderstood.flatMap(({ orderId }) => orderId ?? [])
    return [{ id: trade.tradeId, reason: (own ?? first).reason, orderIds: named, at: trade.at }]
  })
  return [...notUnderstood, ...partly]
}

/** Trading stops at 5 s; trade times are whole seconds. */
export const CLOCKS_DIFFER_MS = 6_000

/**
 * True if an unreadable row may concern an own order: it names it or no order at all or, while the venue has not named the order by
 * any id, was made since it left.
 */
export function mayConcern(
  { orderIds, at }: UnreadAccountRow,
  key: OrderId,
  { id: venueId, status, submittedAt, createdAt }: Pick<Order, 'id' | 'status' | 'submittedAt' | 'createdAt'>,
): boolean {
  if (orderIds === null || orderIds.some((id) => id === key || id === venueId)) return true
  return status === 'unknown' && (at === null || at >= (submittedAt ?? createdAt) - CLOCKS_DIFFER_MS)
}

/** The trade with every own side that its order completes. */
export function completeTrade(trade: VenueTrade, termsOf: TermsOf): VenueTrade {
  const completed = trade.notUnderstood.map((unread) => ({ unread, side: completeSide(unread, termsOf) }))
  const of = (role: UnreadSide['role']): readonly TradeSide[] =>
    completed.flatMap(({ unread, side }) => (unread.role === role ? (side ?? []) : []))
  return {
    ...trade,
    taker: trade.taker ?? of('taker')[0] ?? null,
    makers: [...trade.makers, ...of('maker')],
    notUnderstood: completed.flatMap(({ unread, side }) => (side === null ? unread : [])),
  }
}

function completeSide({ orderId, role, part }: UnreadSide, termsOf: TermsOf): TradeSide | null {
  const terms = orderId === null ? null : termsOf(orderId)
  // A resting order trades at its own price, a taking one at another's.
  const isPriced = part.price !== null || role === 'maker'
  if (orderId === null || terms === null || part.size === null || !isPriced) return null
  return { orderId, size: part.size, ...ownTerms(part, terms) }
}

/** The row of an own order with what it leaves out; null when that is not enough. */
export function completeOrder({ part }: UnreadAccountRow, termsOf: TermsOf): VenueOrder | null {
  const terms = part === undefined ? null : termsOf(part.id)
  if (part === undefined || terms === null) return null
  const isEnd = part.state === 'matched' || part.state === 'cancelled' || part.state === 'invalid'
  // While it lives, the count that is known stays; how it ended is the venue's to say.
  const matchedSize = part.matchedSize ?? (isEnd ? null : terms.filledSize)
  if (matchedSize === null) return null
  return { ...part, ...ownTerms(part, terms), originalSize: part.originalSize ?? terms.size, matchedSize }
}

type Terms = Pick<TradeSide, 'outcomeId' | 'marketId' | 'side' | 'price'>

function ownTerms(part: Parts<Terms>, terms: Terms): Terms {
  return {
    outcomeId: part.outcomeId ?? terms.outcomeId,
    marketId: part.marketId ?? terms.marketId,
    side: part.side ?? terms.side,
    price: part.price ?? terms.price,
  }
}
