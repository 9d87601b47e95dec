/** Gathers what the pure risk check needs, at one instant, with no waiting in between. */
import type { BookView } from '#core/book/book.ts'
import { bestAsk, bestBid } from '#core/book/book.ts'
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import { addMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { remaining } from '#core/order/order.ts'
import type { Order, OrderIntent, OrderTerms } from '#core/order/order.ts'
import type { TickSize } from '#core/price.ts'
import { rejection } from '#core/reject-codes.ts'
import type { Rejection } from '#core/reject-codes.ts'
import { checkListing, checkOrder } from '#core/risk.ts'
import type { Listing } from '#core/risk.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { Clock } from '#ports/clock.ts'
import type { Funds } from '../account/funds.ts'
import type { Books, Catalog } from '../markets/contract.ts'
import type { OrderUsage } from './order-usage.ts'
import type { SettlingPurchases } from './settling-purchases.ts'

export type CheckedOrder =
  | { readonly ok: false; readonly rejection: Rejection }
  | {
      readonly ok: true
      readonly marketId: MarketId
      readonly tickSize: TickSize
      readonly negRisk: boolean
    }

/** What a sale takes up once it is accepted. */
export type AcceptedSale = {
  /** Shares that it has sold or offers. */
  readonly size: Micros
  readonly isResting: boolean
}

export type OrderCheck = {
  /** Every gate and limit. */
  readonly check: (terms: OrderTerms) => CheckedOrder
  /** The same as if `old` were gone already: what would refuse the new order must not cost the trader the old one. */
  readonly checkInPlaceOf: (terms: OrderTerms, old: Order) => CheckedOrder
  /** The same as if a sale of the market's other outcome had just been accepted, which nothing shows yet. */
  readonly checkAfterSale: (terms: OrderTerms, sale: AcceptedSale) => CheckedOrder
  /** What may have changed since: asked again right before the first byte. */
  readonly recheck: (intent: OrderIntent) => Rejection | null
  /** The market of an outcome, when the catalog knows it. */
  readonly market: (outcomeId: OutcomeId) => Market | null
}

/** Builds the check over the read models. */
export function createOrderCheck(parts: {
  readonly clock: Clock
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly books: Pick<Books, 'view' | 'lastBest'>
  readonly usage: OrderUsage
  readonly settling: SettlingPurchases
  readonly funds: Funds
  readonly limits: () => RiskLimits
  readonly gate: () => Rejection | null
  readonly venue: (postOnly: boolean) => Rejection | null
}): OrderCheck {
  const { catalog, books, usage, funds } = parts

  function listing(outcomeId: OutcomeId): Listing | null {
    const market = catalog.outcome(outcomeId)?.market
    const book = books.view(outcomeId)
    return market === undefined || book === null ? null : listingOf(market, book, books.lastBest(outcomeId))
  }

  function check(intent: OrderTerms, old: Order | null, sale: AcceptedSale | null): CheckedOrder {
    const { outcomeId } = intent
    const market = catalog.outcome(outcomeId)?.market
    const outcomeIds = market?.outcomes.map(({ id }) => id) ?? []
    const other = outcomeIds.find((id) => id !== outcomeId)
    const known = listing(outcomeId)
    const cash = funds.cash()
    const shares = intent.side === 'SELL' ? funds.shares(outcomeId) : null
    const freedShares = old?.side === 'SELL' ? remaining(old) : ZERO
    const freedBuy = old?.side === 'BUY' ? remaining(old) : ZERO
    const freedCash = old === null ? ZERO : notional(old.price, freedBuy)
    const freeShares =
      shares === null ? null : addMicros(subtractMicros(shares, usage.reservedShares(outcomeId)), freedShares)
    const lacks = shares !== null && freeShares !== null && freeShares <= 0n
    const now = parts.clock.now()
    const unpaired =
      other === undefined ? ZERO : usage.unpairedShares(other, outcomeId, freedBuy, funds.shares(other))
    const refused = checkOrder(intent, {
      now,
      gate: parts.gate(),
      venue: parts.venue(intent.postOnly),
      notTradable: market?.notTradable,
      listing: known,
      limits: parts.limits(),
      dailyNotional: subtractMicros(usage.dailyNotional(), old === null ? ZERO : usage.dailyRest(old)),
      marketNotional: subtractMicros(usage.marketNotional(outcomeIds), freedCash),
      marketOutside: usage.marketOutside(outcomeIds),
      unpairedShares: sale === null ? unpaired : without(unpaired, sale.size),
      openOrders: usage.openOrders() - (old === null ? 0 : 1) + (sale?.isResting === true ? 1 : 0),
      sentInLastMinute: [...usage.sentInLastMinute(), ...(sale === null ? [] : [now])],
      freeCash: cash === null ? null : addMicros(subtractMicros(cash, usage.reservedCash()), freedCash),
      allowance: funds.allowance(),
      freeShares,
      settlingShares: lacks ? parts.settling(outcomeId, shares) : ZERO,
    })
    if (refused !== null) return { ok: false, rejection: refused }
    if (market === undefined || known === null) throw new Error('an order passed without a market')
    return { ok: true, marketId: market.id, tickSize: known.tickSize, negRisk: market.negRisk }
  }

  return {
    check: (intent) => check(intent, null, null),
    checkInPlaceOf: (intent, old) => check(intent, old, null),
    checkAfterSale: (intent, sale) => check(intent, null, sale),
    recheck(intent) {
      const reason = catalog.outcome(intent.outcomeId)?.market.notTradable
      return reason === undefined
        ? checkListing(intent, listing(intent.outcomeId))
        : rejection('market_not_supported', { message: reason })
    },
    market: (outcomeId) => catalog.outcome(outcomeId)?.market ?? null,
  }
}

function without(shares: Micros, taken: Micros): Micros {
  return taken < shares ? subtractMicros(shares, taken) : ZERO
}

function listingOf(market: Market, book: BookView, last: ReturnType<Books['lastBest']>): Listing {
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
