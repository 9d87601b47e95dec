/**
 * The one judgement on an order before it may be signed. Pure: the snapshot has everything it needs, orders in flight
 * or unknown at full size. What each limit counts: docs/dev/decisions/0005.
 */
import { bestAsk, bestBid, type BookView } from './book/book.ts'
import { minimumRefusal } from './order/order-minimum.ts'
import { isTaking, limitAmounts, maxShares, notional } from './order/order-amounts.ts'
import { notSettled } from './order/exit-quote.ts'
import { takerFee } from './fees.ts'
import type { FeeCurve, Instant, ListingStatus, Market } from './market/market.ts'
import { addMicros, formatMicros, roundSizeDown, subtractMicros, ZERO, type Micros } from './money.ts'
import type { OrderTerms } from './order/order.ts'
import { formatPrice, formatTickSize, isOnTick, priceFromSteps, type Price, type TickSize } from './price.ts'
import { priced, pricedText } from './priced-text.ts'
import { rejection, type Rejection } from './reject-codes.ts'
import type { RiskLimits } from './risk-limits.ts'

/** The outcome as the catalog and the book have it now. */
export type Listing = {
  readonly status: ListingStatus
  readonly acceptingOrders: boolean
  /** Newest streamed value. */
  readonly tickSize: TickSize
  readonly minOrderSize: Micros
  readonly fee: FeeCurve | null | 'unknown'
  readonly bestBid: Price | null
  readonly bestAsk: Price | null
  /**
   * Reference of an empty side, null where there is none: its last best price, the last trade, the best of the other
   * side.
   */
  readonly lastBid: Price | null
  readonly lastAsk: Price | null
  /** True if the book may not be traded on. */
  readonly stale: boolean
}

/** @param last  the last best prices of its sides */
export function listingOf(
  market: Pick<Market, 'status' | 'acceptingOrders' | 'fee'>,
  book: BookView,
  last: Readonly<Record<'bid' | 'ask', Price | null>>,
): Listing {
  return {
    status: book.staleReason === 'resolved' ? 'resolved' : market.status,
    acceptingOrders: market.acceptingOrders,
    tickSize: book.tickSize,
    minOrderSize: book.minOrderSize,
    fee: market.fee,
    bestBid: bestBid(book),
    bestAsk: bestAsk(book),
    lastBid: last.bid ?? book.lastTradePrice ?? bestAsk(book),
    lastAsk: last.ask ?? book.lastTradePrice ?? bestBid(book),
    stale: book.staleReason !== null,
  }
}

export type RiskSnapshot = {
  readonly now: Instant
  /** The first closed gate of ORD-1, or null. */
  readonly gate: Rejection | null
  /** Refusal by the venue's present mode, or null. */
  readonly venue: Rejection | null
  /** Why the market cannot be traded here at all; left out for one that can. */
  readonly notTradable?: string | undefined
  /** Null for an outcome that nobody knows. */
  readonly listing: Listing | null
  readonly limits: RiskLimits
  /** Why nothing that adds risk is placed; null for an order that adds none. */
  readonly loss: Rejection | null
  /** Notional of today's buys that left and were not proven refused. */
  readonly dailyNotional: Micros
  /** Both outcomes of the market: cost of the shares held, and of all open, in-flight and unknown buys. */
  readonly marketNotional: Micros
  /** Part of it that is held from outside this terminal. */
  readonly marketOutside: Micros
  /** Shares held of the other outcome that nothing is paired with yet: buying as many of this one adds no risk. */
  readonly unpairedShares: Micros
  /** Open, pending, delayed and unknown orders, foreign ones included. */
  readonly openOrders: number
  /** When the order-creating requests of the last minute left, oldest first. */
  readonly sentInLastMinute: readonly Instant[]
  /** Cash less what resting, in-flight and unknown buys may take; null when it could not be read. */
  readonly freeCash: Micros | null
  /** Smallest allowance over the exchanges; null when not known. */
  readonly allowance: Micros | null
  /** Shares held less what open, in-flight and unknown sells may take; null when it could not be read. */
  readonly freeShares: Micros | null
  /** Shares just bought that the balance does not show yet; 0 while shares are free. */
  readonly settlingShares: Micros
  /** Bought in trades that have not settled within ten minutes. */
  readonly overdueShares: Micros
}

const MINUTE_MS = 60_000
const EXPIRATION_AHEAD_MS = 180_000

type Check = (intent: OrderTerms, snapshot: RiskSnapshot, listing: Listing) => Rejection | null

/**
 * Refuses an order, or answers null. The first reason in the order of the code table wins; a cancel never comes here.
 *
 * @param intent  price in steps of 0.0001, size in micro-shares
 */
export function checkOrder(intent: OrderTerms, snapshot: RiskSnapshot): Rejection | null {
  if (snapshot.gate !== null) return snapshot.gate
  if (snapshot.venue !== null) return snapshot.venue
  const { listing, notTradable } = snapshot
  if (notTradable !== undefined) return rejection('market_not_supported', { message: notTradable })
  if (listing === null) return rejection('unknown_outcome')
  for (const check of CHECKS) {
    const refused = check(intent, snapshot, listing)
    if (refused !== null) return refused
  }
  return null
}

/**
 * The part of the judgement that may change between the signature and the first byte: the market closed, the tick or
 * the minimum size changed, the book went stale.
 */
export function checkListing(intent: OrderTerms, listing: Listing | null): Rejection | null {
  if (listing === null) return rejection('unknown_outcome')
  if (listing.status !== 'open') return rejection('market_closed', { value: listing.status })
  if (!listing.acceptingOrders) return rejection('market_not_accepting')
  if (listing.stale) return rejection('book_stale')
  if (!isOnTick(intent.price, listing.tickSize)) {
    const [limit, value] = [formatTickSize(listing.tickSize), formatPrice(intent.price)]
    const tick = priced(limit, listing.tickSize, 'spread')
    const message = pricedText`The price ${priced(value, listing.tickSize)} is not a whole number of ticks of ${tick}.`
    return rejection('off_tick', { message, limit, value })
  }
  return intent.size > 0n ? minimumRefusal(intent, listing.minOrderSize, crosses(intent, listing)) : null
}

/** The most that the order can take from the cash balance: its notional, and the taker's fee if it can match at once. */
export function cashNeeded(intent: OrderTerms, listing: Listing): Micros {
  if (intent.side === 'SELL') return ZERO
  const cost = limitAmounts('BUY', intent.price, intent.size, listing.tickSize).makerAmount
  if (intent.postOnly || !crosses(intent, listing) || listing.fee === 'unknown') return cost
  const most = maxShares(intent, listing.bestAsk)
  const price = most > intent.size ? (listing.bestAsk ?? intent.price) : intent.price
  return addMicros(cost, takerFee(listing.fee, price, most) ?? ZERO)
}

const CHECKS: readonly Check[] = [
  (intent, _, listing) => checkListing(intent, listing),
  checkSize,
  (intent, { now }) => (isExpirationValid(intent, now) ? null : rejection('invalid_expiration')),
  (intent) =>
    intent.postOnly && isTaking(intent.timeInForce) ? rejection('post_only_needs_resting_order') : null,
  (intent, _, listing) =>
    intent.postOnly && wouldCross(intent, listing) ? rejection('post_only_would_cross') : null,
  checkBand,
  (_, { loss }) => loss,
  checkNotionals,
  checkCounts,
  checkFunds,
]

/** True if the order would match at once against the shown book. */
export function crosses(intent: OrderTerms, listing: Pick<Listing, 'bestBid' | 'bestAsk'>): boolean {
  if (intent.side === 'BUY') return listing.bestAsk !== null && intent.price >= listing.bestAsk
  return listing.bestBid !== null && intent.price <= listing.bestBid
}

/** True of a purchase of more shares than pair with others; below its limit one that takes gets more than its size. */
export function buysMore(terms: OrderTerms, ask: Price | null, unpaired: Micros): boolean {
  return terms.side === 'BUY' && maxShares(terms, ask) > unpaired
}

/** An order comes here with its size rounded down, unless nothing is left of it (INV-85). */
function checkSize({ size }: OrderTerms): Rejection | null {
  return size > 0n && roundSizeDown(size) === size
    ? null
    : rejection('invalid_size', { value: formatMicros(size) })
}

/** During a match an order can rest at the price where the sides meet: the other side's levels there are gone (INV-86). */
function wouldCross(intent: OrderTerms, listing: Listing): boolean {
  const { bestBid, bestAsk } = listing
  if (bestBid === null || bestAsk === null || bestBid < bestAsk) return crosses(intent, listing)
  return intent.side === 'BUY' ? intent.price > bestBid : intent.price < bestAsk
}

function isExpirationValid(intent: OrderTerms, now: Instant): boolean {
  if (intent.timeInForce !== 'GTD') return intent.expiresAt === null
  if (intent.expiresAt === null) return false
  // Whole seconds go over the wire, so the part below a second does not count.
  return Math.floor(intent.expiresAt / 1_000) * 1_000 - now >= EXPIRATION_AHEAD_MS
}

const NO_REFERENCE =
  'The other side is empty and no price is known, so how far through the market the order goes cannot be checked. A post-only order may be placed.'

function checkBand(intent: OrderTerms, { limits }: RiskSnapshot, listing: Listing): Rejection | null {
  const isBuy = intent.side === 'BUY'
  const opposite = isBuy ? (listing.bestAsk ?? listing.lastAsk) : (listing.bestBid ?? listing.lastBid)
  if (opposite === null) {
    // A post-only order cannot go through a market that we do not see.
    return intent.postOnly
      ? null
      : rejection('price_band', { message: NO_REFERENCE, value: formatPrice(intent.price) })
  }
  const band = limits.priceBandTicks * listing.tickSize
  const beyond = isBuy ? intent.price - opposite : opposite - intent.price
  if (beyond <= band) return null
  const last = priceFromSteps(isBuy ? opposite + band : opposite - band)
  const value = formatPrice(intent.price)
  if (last === null) return rejection('price_band', { value })
  const limit = formatPrice(last)
  const [asked, allowed] = [priced(value, listing.tickSize), priced(limit, listing.tickSize)]
  const most = isBuy ? 'highest' : 'lowest'
  const message = pricedText`${asked} is more than ${limits.priceBandTicks} ticks through the market; ${most} price allowed ${allowed}.`
  return rejection('price_band', { message, limit, value })
}

/**
 * Cost of a buy beyond the shares that pair with others. A taking buy spends its cash, so the paired part costs no
 * more than the best ask, and the rest of the cash buys more.
 */
function costOfIncrease(intent: OrderTerms, unpaired: Micros, { bestAsk }: Listing): Micros {
  const least = isTaking(intent.timeInForce) && bestAsk !== null ? bestAsk : intent.price
  return subtractMicros(
    notional(intent.price, intent.size),
    notional(least < intent.price ? least : intent.price, unpaired),
  )
}

function checkNotionals(intent: OrderTerms, snapshot: RiskSnapshot, listing: Listing): Rejection | null {
  const { limits } = snapshot
  const order = notional(intent.price, intent.size)
  if (order > limits.maxOrderNotional) return over('max_order_notional', limits.maxOrderNotional, order)
  if (intent.side === 'SELL') return null
  const increase = costOfIncrease(intent, snapshot.unpairedShares, listing)
  const position = addMicros(snapshot.marketNotional, increase)
  if (increase > 0n && position > limits.maxPositionNotional) {
    const [limit, value] = [formatMicros(limits.maxPositionNotional), formatMicros(position)]
    const outside = formatMicros(snapshot.marketOutside)
    const message = `The position in this market would be over your limit; ${outside} of it was bought elsewhere.`
    const words = snapshot.marketOutside === 0n ? {} : { message }
    return rejection('max_position_notional', { limit, value, ...words })
  }
  const day = addMicros(snapshot.dailyNotional, order)
  return day > limits.maxDailyNotional ? over('max_daily_notional', limits.maxDailyNotional, day) : null
}

function checkCounts(intent: OrderTerms, snapshot: RiskSnapshot): Rejection | null {
  const { limits, now } = snapshot
  // A sale that takes only takes risk away: no number of orders keeps a trader in a position.
  if (intent.side === 'SELL' && isTaking(intent.timeInForce)) return null
  if (snapshot.openOrders >= limits.maxOpenOrders) {
    return rejection('max_open_orders', {
      limit: String(limits.maxOpenOrders),
      value: String(snapshot.openOrders + 1),
    })
  }
  const recent = snapshot.sentInLastMinute.filter((at) => at > now - MINUTE_MS)
  if (recent.length < limits.maxOrdersPerMinute) return null
  // The request that has to leave the window before one more fits.
  const blocking = recent[recent.length - limits.maxOrdersPerMinute] ?? now
  return rejection('max_orders_per_minute', {
    limit: String(limits.maxOrdersPerMinute),
    value: String(recent.length + 1),
    retryAfterMs: Math.max(1, blocking + MINUTE_MS - now),
  })
}

function checkFunds(intent: OrderTerms, snapshot: RiskSnapshot, listing: Listing): Rejection | null {
  if (intent.side === 'SELL') {
    const { freeShares } = snapshot
    if (freeShares === null) return null
    if (freeShares <= 0n)
      return snapshot.settlingShares > 0n ? notSettled(snapshot.overdueShares) : rejection('no_position')
    return freeShares < intent.size ? over('insufficient_balance', freeShares, intent.size) : null
  }
  const needed = cashNeeded(intent, listing)
  if (snapshot.freeCash !== null && snapshot.freeCash < needed) {
    return over('insufficient_balance', snapshot.freeCash, needed)
  }
  return snapshot.allowance !== null && snapshot.allowance < needed
    ? over('insufficient_allowance', snapshot.allowance, needed)
    : null
}

function over(code: Rejection['code'], limit: Micros, value: Micros): Rejection {
  return rejection(code, { limit: formatMicros(limit), value: formatMicros(value) })
}
