/**
 * Hedging a position by buying the market's other outcome: never more than is held and not hedged yet, also when all of
 * it is bought at the best ask, and never more than the book offers within reach. Of what the venue takes the most
 * (INV-50, assumptions.md).
 */
import { bestAsk } from '../book/book.ts'
import { depthWithin, walkCash } from '../book/book-walk.ts'
import { hasMovedAway, pricesWithin, sellableSize, slippageName, strictLimit } from './exit-quote.ts'
import type { QuoteBook, QuotedTerms, Reach, SlippageLimit } from './exit-quote.ts'
import { formatMicros, micros, roundSizeDown, type Micros } from '../money.ts'
import { fittingSize, notional } from './order-amounts.ts'
import { MIN_TAKER_BUY } from './order-minimum.ts'
import { formatPrice, type Price } from '../price.ts'
import { priced, pricedText } from '../priced-text.ts'
import { rejection, type Rejection } from '../reject-codes.ts'
import { err, ok, type Result } from '#lib/result.ts'

export type HedgeFacts = {
  /** Shares held of the outcome to hedge; null when that could not be read. */
  readonly held: Micros | null
  /** Part of the shares that open sells may still take: they hedge themselves. */
  readonly reserved: Micros
  /** Shares just bought that `held` does not show yet. */
  readonly settling: Micros
  /** Part of these in trades that have not settled within ten minutes. */
  readonly overdue: Micros
  /** Shares of the other outcome: held, bought but not settled, and what open buys may still bring; null when not known. */
  readonly hedged: Micros | null
  /** Book of the other outcome. */
  readonly book: QuoteBook
  /** How far above the best ask the hedge may go. */
  readonly reach: Reach
  /** The highest price that was shown: it buys at no worse one. Null when none was. */
  readonly worst: Price | null
}

/** The order on the other outcome, or why there is none. */
export function quoteHedge(facts: HedgeFacts): Result<QuotedTerms, Rejection> {
  const { book, hedged, worst } = facts
  const held = sellableSize(facts)
  if (!held.ok) return held
  if (hedged === null) {
    const message = 'The position in the other outcome could not be read from the venue.'
    return err(rejection('venue_unavailable', { message }))
  }
  const needed = roundSizeDown(micros(held.value - (hedged > 0n ? hedged : 0n)))
  if (needed <= 0n) {
    return err(rejection('hedge_unavailable', { message: 'The position is already hedged.' }))
  }
  const best = bestAsk(book)
  if (best === null) {
    return err(rejection('no_liquidity', { message: 'No asks on the other outcome.' }))
  }
  if (worst !== null && best > worst) return err(hasMovedAway('The best ask', best, worst, book.tickSize))
  const prices = pricesWithin(best, facts.reach, 'BUY', book.tickSize).filter(
    (price) => worst === null || price <= worst,
  )
  const most = { shares: needed, cash: notional(best, needed) }
  let chosen: { readonly price: Price; readonly size: Micros; readonly bought: Micros } | null = null
  for (const price of prices) {
    const size = fittingBuy(most, price, book)
    const cash = notional(price, size)
    if (cash < MIN_TAKER_BUY) continue
    // A buy that takes spends its cash: below its limit that is more shares than its size.
    const bought = walkCash(book.asks, cash, price).filled
    if (bought > (chosen?.bought ?? 0n)) chosen = { price, size, bought }
  }
  if (chosen === null) return err(noneFits(most, prices, book, strictLimit(best, facts.reach, book.tickSize)))
  const { price, size } = chosen
  return ok({ side: 'BUY', price, size, timeInForce: 'FAK', postOnly: false })
}

type Most = { readonly shares: Micros; readonly cash: Micros }

/** The largest size at this limit that cannot buy more than is needed, and that the book offers. */
function fittingBuy(most: Most, price: Price, book: QuoteBook): Micros {
  const offered = depthWithin('BUY', book.asks, price)
  const affordable = micros((most.cash * 10_000n) / BigInt(price))
  return fittingSize({ timeInForce: 'FAK', price }, offered < affordable ? offered : affordable)
}

function noneFits(
  most: Most,
  prices: readonly Price[],
  book: QuoteBook,
  limitedBy: SlippageLimit,
): Rejection {
  const last = prices.at(-1)
  const end = last === undefined ? 'the best ask' : priced(formatPrice(last), book.tickSize)
  const offered = last === undefined ? micros(0n) : depthWithin('BUY', book.asks, last)
  const [value, limit] = [formatMicros(most.shares), formatMicros(MIN_TAKER_BUY)]
  if (most.cash < MIN_TAKER_BUY) {
    const cost = formatMicros(most.cash)
    const message = `Hedging ${value} shares would cost ${cost} pUSD, below the ${limit} minimum of a taker buy. Exit the position instead.`
    return rejection('below_min_size', { message, value: cost, limit })
  }
  const message =
    offered < most.shares
      ? pricedText`The book offers ${formatMicros(offered)} up to ${end}, too little for a buy of whole cents from ${limit} pUSD. Exit the position instead, or raise ${slippageName(limitedBy)}.`
      : pricedText`No buy of whole cents for at most ${value} shares fits up to ${end}. Exit the position instead, or raise ${slippageName(limitedBy)}.`
  return rejection(offered < most.shares ? 'no_liquidity' : 'hedge_unavailable', { message, value, limit })
}
