/**
 * Why a resting order of ours was cancelled. A cancel that neither this terminal nor the venue explains came from
 * outside with this account's key: never assumed, never overlooked.
 */
import type { Instant, Market } from '../market/market.ts'
import type { Order, OrderStatus } from './order.ts'

type EndingCause =
  /** Requested by this terminal. */
  | 'asked'
  /** The market's book was cleared because its game started. */
  | 'game_start'
  /** By the venue, for a reason that it documents. */
  | 'venue'
  /** By the venue, which missed the dead-man heartbeat and cancelled everything. */
  | 'heartbeat'
  /** By somebody else with access to this account. */
  | 'outside'

export type EndingFacts = {
  /** Its state when the ending was received. */
  readonly from: OrderStatus
  readonly isAsked: boolean
  /** The venue's own word or reason says that it ended the order itself. */
  readonly isByVenue: boolean
  /** The venue may have missed the dead-man heartbeat. */
  readonly isHeartbeatLapsed: boolean
  /** The market's book has been reported as resolved. */
  readonly isResolved: boolean
  /** Null when the catalog does not know it. */
  readonly market: Pick<Market, 'status' | 'acceptingOrders' | 'cancelsAtStart' | 'gameStartTime'> | null
  /** Own orders that may have met this one at the venue. */
  readonly others: readonly Pick<Order, 'outcomeId' | 'side' | 'price'>[]
  readonly now: Instant
}

/** GTD ends one minute before its stated expiration (VEN-6). */
const GTD_ENDS_EARLY_MS = 60_000
/** Clocks may differ by 5 s before trading stops; frames travel a little as well. */
const TOLERANCE_MS = 10_000
const ONE = 10_000

/** The cause of a cancellation, as far as known. */
export function endingCause(
  order: Pick<Order, 'outcomeId' | 'side' | 'price' | 'timeInForce' | 'expiresAt' | 'createdAt'>,
  facts: EndingFacts,
): EndingCause {
  if (facts.isAsked) return 'asked'
  if (isClearedAtStart(order.createdAt, facts)) return 'game_start'
  const { market } = facts
  const isOver = market !== null && (market.status !== 'open' || !market.acceptingOrders)
  if (facts.isByVenue || facts.isResolved || isOver) return 'venue'
  // FOK and FAK are killed, and a delayed order cannot be cancelled by anybody but the venue.
  if (order.timeInForce === 'FOK' || order.timeInForce === 'FAK') return 'venue'
  if (facts.from !== 'live' && facts.from !== 'partially_filled') return 'venue'
  if (facts.isHeartbeatLapsed) return 'heartbeat'
  if (hasExpired(order, facts.now, TOLERANCE_MS)) return 'venue'
  return facts.others.some((other) => wouldMeet(order, other)) ? 'venue' : 'outside'
}

/**
 * True once the venue may have ended an order for its time.
 *
 * @param toleranceMs  by which clocks may differ
 */
export function hasExpired(
  { expiresAt }: Pick<Order, 'expiresAt'>,
  now: Instant,
  toleranceMs: number,
): boolean {
  return expiresAt !== null && now >= expiresAt - GTD_ENDS_EARLY_MS - toleranceMs
}

/** Whatever rested before the start is gone once the venue clears the book, which may be later than the start. */
function isClearedAtStart(createdAt: Instant, { market, now }: EndingFacts): boolean {
  const start = market?.gameStartTime ?? null
  if (market?.cancelsAtStart !== true || start === null) return false
  return createdAt <= start + TOLERANCE_MS && now >= start - TOLERANCE_MS
}

type Quote = Pick<Order, 'outcomeId' | 'side' | 'price'>

/** Two own orders that would trade with each other: a venue that prevents it ends the resting one. */
function wouldMeet(one: Quote, other: Quote): boolean {
  if (one.outcomeId === other.outcomeId) {
    if (one.side === other.side) return false
    const [buy, sell] = one.side === 'BUY' ? [one, other] : [other, one]
    return buy.price >= sell.price
  }
  // Buying both outcomes of a market mints a pair, selling both gives one up: they meet across one whole.
  if (one.side !== other.side) return false
  const sum = one.price + other.price
  return one.side === 'BUY' ? sum >= ONE : sum <= ONE
}
