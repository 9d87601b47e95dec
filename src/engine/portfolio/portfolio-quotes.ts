/** Quotes to leave or hedge a position now: the same as the commands make, from the same books. */
import { bestAsk, type Level } from '#core/book/book.ts'
import { walkOrder } from '#core/book/book-walk.ts'
import { pricesWithin, quoteExit, strictLimit } from '#core/order/exit-quote.ts'
import type { QuotedTerms, Reach, SlippageLimit } from '#core/order/exit-quote.ts'
import { takerFee } from '#core/fees.ts'
import { quoteHedge } from '#core/order/hedge-quote.ts'
import type { OrderId, OutcomeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import { maxShares } from '#core/order/order-amounts.ts'
import type { Order } from '#core/order/order.ts'
import { offeredIn, quoteFreeing, restingSales } from '#core/order/way-out.ts'
import { micros, roundSizeDown, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import type { Position, PositionFigures, Quote, QuotedExit, QuotedHedge } from '#core/position/position.ts'
import { priceFromSteps, type Price, type TickSize } from '#core/price.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { Catalog } from '../markets/catalog.ts'
import { reachOf } from '../quotes/exit.ts'
import type { OwnAccount } from './own-account.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'

export type PortfolioQuotes = ReturnType<typeof createPortfolioQuotes>

/** Builds the quotes. */
export function createPortfolioQuotes(parts: {
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly ledger: Pick<PortfolioLedger, 'figures' | 'isSettling'>
  readonly own: OwnAccount
  readonly limits: () => RiskLimits
}) {
  const { catalog, ledger, own } = parts
  const { quoteBooks, coverage, shares: balance, reservedShares: reserved, overdueShares: overdue } = own
  const bought = (outcomeId: OutcomeId): Micros => ledger.figures(outcomeId).size

  /** The smaller of balance and position: either may lag, and the command reads the balance again before it sells. */
  function held(outcomeId: OutcomeId): Micros {
    const [read, size] = [balance(outcomeId), bought(outcomeId)]
    return read === null || size < read ? size : read
  }

  function settling(outcomeId: OutcomeId): Micros {
    return held(outcomeId) > 0n ? ZERO : own.settlingShares(outcomeId, ZERO)
  }

  /** Own sales of it that a cancel finds. */
  function sales(outcomeId: OutcomeId): readonly Order[] {
    return reserved(outcomeId) > 0n ? restingSales(own.openOrders(), outcomeId) : []
  }

  /** Shares that no open sale may take once so many are freed. */
  function freeWith(outcomeId: OutcomeId, freed: Micros): Micros {
    return roundSizeDown(micros(held(outcomeId) - reserved(outcomeId) + freed))
  }

  function knownFree(outcomeId: OutcomeId, freed: Micros): Micros | null {
    if (balance(outcomeId) === null && ledger.isSettling(outcomeId)) return null
    const shares = freeWith(outcomeId, freed)
    return shares > 0n ? shares : ZERO
  }

  function leave(mode: 'walk' | 'join', outcomeId: OutcomeId): Quote<QuotedExit> {
    const offered = { reserved: reserved(outcomeId), sales: sales(outcomeId) }
    return leaveWith(mode, outcomeId, { shares: held(outcomeId), ...offered })
  }

  function leaveWith(
    mode: 'walk' | 'join',
    outcomeId: OutcomeId,
    part: { readonly shares: Micros; readonly reserved: Micros; readonly sales: readonly Order[] },
  ): Quote<QuotedExit> {
    const source = quoteBooks.source(outcomeId)
    if (!source.ok) return none(source.error)
    const { book, market } = source.value
    const reach = reachOf(parts.limits())
    const quoted = quoteFreeing(part.sales, (freed) =>
      quoteExit({
        mode,
        asked: null,
        held: part.shares,
        reserved: subtractMicros(part.reserved, freed),
        settling: settling(outcomeId),
        overdue: overdue(outcomeId),
        book,
        reach,
        worst: null,
      }),
    )
    if (!quoted.ok) return none(quoted.error)
    const wanted = roundSizeDown(micros(part.shares - part.reserved + offeredIn(part.sales)))
    return some({
      ...priced(quoted.value.terms, book.bids, { market, wanted, reach }),
      cancelsFirst: idsOf(quoted.value.cancelsFirst),
    })
  }

  function hedge(outcomeId: OutcomeId, figures: PositionFigures): Quote<QuotedHedge> {
    const other = catalog.outcome(outcomeId)?.market.outcomes.find(({ id }) => id !== outcomeId)?.id
    if (other === undefined) return none(rejection('unknown_outcome'))
    const source = quoteBooks.source(other)
    if (!source.ok) return none(source.error)
    const { book, market } = source.value
    const reach = reachOf(parts.limits())
    const hedged = coverage.hedgedBy(other, balance(other) ?? ZERO, bought(other), bestAsk(book))
    const offered = sales(outcomeId)
    const quoted = quoteFreeing(offered, (freed) =>
      quoteHedge({
        held: held(outcomeId),
        reserved: subtractMicros(reserved(outcomeId), freed),
        settling: settling(outcomeId),
        overdue: overdue(outcomeId),
        hedged,
        book,
        reach,
        worst: null,
      }),
    )
    if (!quoted.ok) return none(quoted.error)
    const wanted = roundSizeDown(subtractMicros(freeWith(outcomeId, offeredIn(offered)), hedged ?? ZERO))
    const priceOf = {
      ...priced(quoted.value.terms, book.asks, { market, wanted, reach }),
      cancelsFirst: idsOf(quoted.value.cancelsFirst),
    }
    return some({ ...priceOf, outcomeId: other, lockedPnl: lockedPnl(priceOf, figures) })
  }

  return {
    exit: (outcomeId: OutcomeId): Quote<QuotedExit> => leave('walk', outcomeId),
    /** Exit of a flatten: the whole position, as its own offers are cancelled and the balance is read again first. */
    flat(outcomeId: OutcomeId): QuotedExit | null {
      const [size, late] = [bought(outcomeId), overdue(outcomeId)]
      const shares = late > 0n ? subtractMicros(size, late < size ? late : size) : size
      return leaveWith('walk', outcomeId, { shares, reserved: ZERO, sales: [] }).quote
    },
    join(outcomeId: OutcomeId): Position['join'] {
      const { quote } = leave('join', outcomeId)
      if (quote === null) return null
      const { price, size } = quote.terms
      return { price, size, cancelsFirst: quote.cancelsFirst }
    },
    hedge,
    /** Shares held that no open sale may still take, in hundredths; null while some settle and the balance was never read. */
    free: (outcomeId: OutcomeId): Micros | null => knownFree(outcomeId, ZERO),
    /** The same with own resting sales cancelled first. */
    sellable: (outcomeId: OutcomeId): Micros | null => knownFree(outcomeId, offeredIn(sales(outcomeId))),
  }
}

function idsOf(orders: readonly Order[]): readonly OrderId[] {
  return orders.flatMap(({ id }) => id ?? [])
}

/** Trades of the order now, and the part of the shares `wanted` that remains. */
function priced(
  terms: QuotedTerms,
  levels: readonly Level[],
  { market, wanted, reach }: { readonly market: Market; readonly wanted: Micros; readonly reach: Reach },
): Omit<QuotedExit, 'cancelsFirst'> {
  const walk = walkOrder(terms, levels)
  return {
    terms,
    averagePrice: walk.averagePrice,
    cash: walk.cash,
    fee: maxFee(market, terms, levels[0]?.[0] ?? null),
    covers: walk.filled,
    leaves: wanted > walk.filled ? subtractMicros(wanted, walk.filled) : ZERO,
    limitedBy: wanted > walk.filled ? limitOf(terms, levels, reach, market.tickSize) : null,
  }
}

/** The limit beyond which the book goes on; null where it ends within. */
function limitOf(
  { side }: QuotedTerms,
  levels: readonly Level[],
  reach: Reach,
  tick: TickSize,
): SlippageLimit | null {
  const [best, last] = [levels[0]?.[0], levels.at(-1)?.[0]]
  if (best === undefined || last === undefined) return null
  const end = pricesWithin(best, reach, side, tick).at(-1) ?? best
  return (side === 'SELL' ? last < end : last > end) ? strictLimit(best, reach, tick) : null
}

/** Whatever levels it meets, up to its limit: the fee's curve is highest at one half. */
function maxFee({ fee }: Market, terms: QuotedTerms, best: Price | null): Micros | null {
  if (fee === 'unknown') return null
  const ends = [terms.price, best ?? terms.price]
  const holdsHalf = Math.min(...ends) < HALF && Math.max(...ends) > HALF
  const half = holdsHalf ? priceFromSteps(HALF) : null
  const fees = [...ends, ...(half === null ? [] : [half])].map((price) =>
    takerFee(fee, price, maxShares(terms, best)),
  )
  return fees.reduce<Micros | null>(
    (most, one) => (most === null || one === null ? null : one > most ? one : most),
    ZERO,
  )
}

const HALF = 5_000

/** One of the two pays 1 for each hedged share, less what both cost. */
function lockedPnl(hedge: QuotedExit, own: PositionFigures): Micros | null {
  const { covers } = hedge
  if (!own.costKnown || hedge.fee === null) return null
  const cost = own.size > 0n ? (own.cost * covers) / own.size : 0n
  return micros(covers - cost - hedge.cash - hedge.fee)
}

function none(reason: Rejection): { readonly quote: null; readonly reason: Rejection } {
  return { quote: null, reason }
}

function some<Terms>(quote: Terms): { readonly quote: Terms; readonly reason: null } {
  return { quote, reason: null }
}
