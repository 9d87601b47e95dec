/**
 * Cost and effects of an order before it is sent: the venue's own amounts. Upper bounds are marked as bounds; unknown
 * values are null.
 */
import { bestAsk, bestBid, type BookView, type Level } from '../book/book.ts'
import { walkOrder } from '../book/book-walk.ts'
import { takerFee } from '../fees.ts'
import type { Holding } from '../position/holdings.ts'
import type { Market } from '../market/market.ts'
import { addMicros, micros, roundSizeDown, subtractMicros, ZERO, type Micros } from '../money.ts'
import { isTaking, limitAmounts, maxShares, nearestSizes, notional } from './order-amounts.ts'
import type { NearestSizes } from './order-amounts.ts'
import type { OrderTerms, Side } from './order.ts'
import { priceFromSteps, type Price } from '../price.ts'
import { crosses } from '../risk.ts'

type FeeState = 'known' | 'at_most' | 'unknown'

export type OrderPreview = {
  /** pUSD: a buy pays at most this, a sale that fills whole brings at least this. */
  readonly cost: Micros
  /** On top of a buy, off a sale; null when unknown. */
  readonly fee: Micros | null
  readonly feeState: FeeState
  /** pUSD that the shares pay if all are bought and the outcome wins; 0 for a sale. */
  readonly maxPayout: Micros
  /** Average of the fills now; null when nothing would fill. */
  readonly averagePrice: Price | null
  readonly worstPrice: Price | null
  /** Shares that the order would get or give now; 0 for post-only. A buy that takes may get more than its size. */
  readonly fillableSize: Micros
  /** Price steps between the best price and the average; null when nothing would fill. */
  readonly slippageSteps: number | null
  readonly wouldCross: boolean
  /** Shares cut off by rounding the size down to 2 decimals. */
  readonly roundedAway: Micros
  /** Null where the venue is known to take the order's own size. */
  readonly nearestSizes: NearestSizes | null
  /**
   * Shares left that are fewer than the market's minimum: only FAK and FOK can sell them. 0 for none, null when the
   * position is unknown.
   */
  readonly leavesUnsellable: Micros | null
  /** Once the order has filled, or the part that fills where the rest is dropped; null without inputs. */
  readonly after: PreviewUsage | null
  /** Total size and amount of its trades: the part that fills now at the book's prices, a resting rest at its own. */
  readonly trades: { readonly size: Micros; readonly cash: Micros }
  /** Version of the book that this rests on; null without a book. */
  readonly bookSequence: number | null
}

export type PreviewUsage = {
  /** Shares of the outcome; null when unknown. */
  readonly position: Micros | null
  /** As max_position_notional counts it. */
  readonly exposure: Micros
  /** Part of it that is held from outside this terminal. */
  readonly exposureOutside: Micros
  readonly dailyNotional: Micros
  readonly openOrders: number
}

export type PreviewFacts = {
  readonly book: BookView
  readonly fee: Market['fee']
  /** Shares held and their cost, as the limit counts them. */
  readonly holding: Holding
  /** Present usage. */
  readonly now: PreviewUsage
}

const HALF = 5_000

/** The answer when there is nothing to compute with: no such outcome, or no price. */
export const NO_PREVIEW: OrderPreview = {
  cost: ZERO,
  fee: null,
  feeState: 'unknown',
  maxPayout: ZERO,
  averagePrice: null,
  worstPrice: null,
  fillableSize: ZERO,
  slippageSteps: null,
  wouldCross: false,
  roundedAway: ZERO,
  nearestSizes: null,
  leavesUnsellable: null,
  after: null,
  trades: { size: ZERO, cash: ZERO },
  bookSequence: null,
}

/** Works an order out against the current book. */
export function previewOrder(terms: OrderTerms, facts: PreviewFacts): OrderPreview {
  const { book } = facts
  const size = roundSizeDown(terms.size)
  const isBuy = terms.side === 'BUY'
  const amounts = limitAmounts(terms.side, terms.price, size, book.tickSize)
  const met = terms.postOnly ? [] : isBuy ? book.asks : book.bids
  const walk = walkOrder({ ...terms, size }, met)
  const mayRest = !isTaking(terms.timeInForce)
  // The unfilled part of a taking order is dropped; limits count the whole order all the same.
  const traded = mayRest ? size : terms.timeInForce === 'FOK' && !walk.complete ? ZERO : walk.filled
  const restCash = traded > walk.filled ? notional(terms.price, subtractMicros(traded, walk.filled)) : ZERO
  const position = positionAfter(terms.side, traded, facts.now.position)
  const exposure = exposureAfter(terms, traded < size ? traded : size, facts)
  const { exposureOutside } = facts.now
  return {
    cost: isBuy ? amounts.makerAmount : amounts.takerAmount,
    ...feeAhead(terms, maxShares({ ...terms, size }, bestAsk(book)), facts.fee),
    maxPayout: !isBuy ? ZERO : traded > size ? traded : size,
    averagePrice: walk.averagePrice,
    worstPrice: walk.worstPrice,
    fillableSize: walk.filled,
    slippageSteps: slippage(met, walk.averagePrice),
    wouldCross: crosses(terms, { bestBid: bestBid(book), bestAsk: bestAsk(book) }),
    roundedAway: subtractMicros(terms.size, size),
    nearestSizes: nearestSizes(terms),
    leavesUnsellable:
      position !== null && (position <= 0n || position >= book.minOrderSize) ? ZERO : position,
    after: {
      position,
      exposure,
      exposureOutside: exposureOutside > exposure ? exposure : exposureOutside,
      dailyNotional: isBuy
        ? addMicros(facts.now.dailyNotional, notional(terms.price, size))
        : facts.now.dailyNotional,
      openOrders: facts.now.openOrders + (mayRest && !walk.complete ? 1 : 0),
    },
    trades: { size: traded, cash: traded === 0n ? ZERO : addMicros(walk.cash, restCash) },
    bookSequence: book.version,
  }
}

/** Certain only where nothing can be charged; otherwise the most that any price within the limit can cost. */
export function feeAhead(
  terms: Pick<OrderTerms, 'side' | 'price' | 'postOnly'>,
  size: Micros,
  curve: Market['fee'],
): { readonly fee: Micros | null; readonly feeState: FeeState } {
  if (curve === null || terms.postOnly) return { fee: ZERO, feeState: 'known' }
  const fee = curve === 'unknown' ? null : takerFee(curve, dearestPrice(terms), size)
  return { fee, feeState: fee === null ? 'unknown' : 'at_most' }
}

/** Fees are highest at one half, so within the limit the price nearest to it costs most. */
function dearestPrice({ side, price }: Pick<OrderTerms, 'side' | 'price'>): Price {
  const isHalfWithin = side === 'BUY' ? price > HALF : price < HALF
  return isHalfWithin ? (priceFromSteps(HALF) ?? price) : price
}

function slippage(met: readonly Level[], average: Price | null): number | null {
  const best = met[0]?.[0]
  return best === undefined || average === null ? null : Math.abs(average - best)
}

function positionAfter(side: Side, size: Micros, held: Micros | null): Micros | null {
  if (held === null) return null
  if (side === 'BUY') return addMicros(held, size)
  return size > held ? ZERO : subtractMicros(held, size)
}

/** A sale takes its share of the cost with it, rounded so that what stays is never undervalued. */
function exposureAfter(terms: OrderTerms, size: Micros, { holding, now }: PreviewFacts): Micros {
  if (terms.side === 'BUY') return addMicros(now.exposure, notional(terms.price, size))
  if (holding.size <= 0n) return now.exposure
  const sold = size > holding.size ? holding.size : size
  return micros(now.exposure - (holding.cost * sold) / holding.size)
}
