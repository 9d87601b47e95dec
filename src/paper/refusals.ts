/** Admission of a paper order: the venue's own rules, in the codes of its refusals. */
import type { BookView } from '#core/book/book.ts'
import { takerFee } from '#core/fees.ts'
import type { Market, Instant } from '#core/market/market.ts'
import { addMicros, ZERO } from '#core/money.ts'
import { fittingSize, isTaking, maxShares, notional } from '#core/order/order-amounts.ts'
import { minimumRefusal } from '#core/order/order-minimum.ts'
import type { Side } from '#core/order/order.ts'
import { isOnTick, type Price } from '#core/price.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { OrderRequest } from '#ports/venue-trading.ts'
import { freeCash, freeShares, type PaperAccount } from './account.ts'
import { isWithin } from './first-outcome.ts'

const GTD_MIN_MS = 180_000

export const KILLED = {
  FOK: "The order couldn't be fully filled: FOK orders are filled whole or killed.",
  FAK: 'Nothing to match with: FAK orders are filled in part or killed.',
} as const

/** True if the order meets a shown level. */
export function meets(book: BookView, side: Side, price: Price): boolean {
  const best = (side === 'BUY' ? book.asks : book.bids)[0]
  return best !== undefined && isWithin(side, best[0], price)
}

/** Why the venue would not take the order; null when it would. Without a live book nothing can be said, so nothing is taken. */
export function refusalOf(
  request: OrderRequest,
  market: Market | null,
  book: BookView | null,
  account: PaperAccount,
  now: Instant,
): Rejection | null {
  if (market === null) return rejection('unknown_outcome')
  if (market.status !== 'open') return rejection('market_closed')
  if (!market.acceptingOrders) return rejection('market_not_accepting')
  if (book === null || book.staleReason !== null) return rejection('book_stale')
  if (!isOnTick(request.price, book.tickSize)) return rejection('off_tick')
  if (request.size <= 0n || fittingSize(request, request.size) !== request.size)
    return rejection('invalid_size')
  const tooSmall = minimumRefusal(request, book.minOrderSize, meets(book, request.side, request.price))
  if (tooSmall !== null) return tooSmall
  if (!isExpirationValid(request, now)) return rejection('invalid_expiration')
  const { postOnly, timeInForce } = request
  if (postOnly && isTaking(timeInForce)) {
    return rejection('post_only_needs_resting_order')
  }
  if (postOnly && meets(book, request.side, request.price)) return rejection('post_only_would_cross')
  return isCovered(request, market, book, account) ? null : rejection('insufficient_balance')
}

function isExpirationValid({ timeInForce, expiresAt }: OrderRequest, now: Instant): boolean {
  if (timeInForce !== 'GTD') return expiresAt === null
  return expiresAt !== null && Math.floor(expiresAt / 1_000) * 1_000 - now >= GTD_MIN_MS
}

function isCovered(request: OrderRequest, market: Market, book: BookView, account: PaperAccount): boolean {
  const { outcomeId, side, price, size } = request
  if (side === 'SELL') return freeShares(account, outcomeId) >= size
  const curve = market.fee === 'unknown' || !meets(book, side, price) ? null : market.fee
  const ask = book.asks[0]?.[0] ?? price
  const fee = takerFee(curve, isTaking(request.timeInForce) ? ask : price, maxShares(request, ask)) ?? ZERO
  return freeCash(account) >= addMicros(notional(price, size), fee)
}
