/** Gathers what the pure risk check needs, at one instant, with no waiting in between. */
import { bestAsk, bestBid, type BookView } from '#core/book/book.ts'
import { walkOrder } from '#core/book/book-walk.ts'
import type { MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import { addMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import { isTaking, maxShares, notional } from '#core/order/order-amounts.ts'
import { remaining, type Order, type OrderIntent, type OrderTerms, type Side } from '#core/order/order.ts'
import { offeredIn, restingSales, salesToCancel } from '#core/order/way-out.ts'
import type { Price, TickSize } from '#core/price.ts'
import { rejection, type RejectCode, type Rejection } from '#core/reject-codes.ts'
import { cashNeeded, checkListing, checkOrder, crosses, type Listing } from '#core/risk.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Books } from '../../markets/books.ts'
import type { LeavingOrder } from '../book-of-orders/asked-cancels.ts'
import type { Room } from '../outside.ts'
import type { SettlingShares } from '../book-of-orders/order-usage.ts'

/**
 * The gates of every request that creates an order (ORD-1), asked before the rows and again before the first byte: the first that
 * is closed, or null. A cancel that came since `epoch`, or is under way, and means the order closes it; without an order only
 * Cancel All and SAFE do.
 */
export type OrderGate = (epoch: number, order?: Omit<LeavingOrder, 'marketId'>) => Rejection | null

/** Facts of its market that an order is signed with. */
export type CheckedTerms = {
  readonly marketId: MarketId
  readonly tickSize: TickSize
  readonly negRisk: boolean
  readonly addsRisk: boolean
}

type CheckedOrder = Result<CheckedTerms, Rejection>

/** An order of the same command, counted as if it had just left: nothing shows it yet. */
type Counted = {
  readonly terms: OrderTerms
  /** Shares that it has traded or offers. */
  readonly size: Micros
  readonly isResting: boolean
}

type Counting = {
  /** Orders that are counted as gone: what would refuse the new order must not cost the trader these. */
  readonly old?: readonly Order[]
  /** Orders of the same command. */
  readonly others?: readonly Counted[]
  /** How many of them the venue has to take at once with this one. */
  readonly together?: number
  /** It buys no more than is held (INV-50), by balances that may show what no fill and no list does yet. */
  readonly isHedge?: boolean
}

export type OrderCheck = ReturnType<typeof createOrderCheck>

export function createOrderCheck(
  parts: Room & { readonly settling: SettlingShares; readonly gate: OrderGate },
) {
  const { catalog, books, funds } = parts
  const { usage, cancels } = parts.book

  function listing(outcomeId: OutcomeId): Listing | null {
    const market = catalog.outcome(outcomeId)?.market
    const book = books.view(outcomeId)
    return market === undefined || book === null ? null : listingOf(market, book, books.lastBest(outcomeId))
  }

  /** Shares of an outcome that a sale may have; null when they were never read. */
  function freeShares(outcomeId: OutcomeId): Micros | null {
    const shares = funds.shares(outcomeId)
    return shares === null ? null : subtractMicros(shares, usage.reservedShares(outcomeId))
  }

  /** Own sales that a sale may have cancelled first, as far as it needs their shares (INV-81); none where they are too few. */
  function inTheWay(terms: OrderTerms): readonly Order[] {
    const { side, size, outcomeId, frees, timeInForce } = terms
    const free = freeShares(outcomeId)
    if (side === 'BUY' || frees === undefined || free === null || free >= size) return []
    const known = listing(outcomeId)
    const takes = isTaking(timeInForce) || (known !== null && crosses(terms, known))
    if (frees === 'taking' && !takes) return []
    const sales = restingSales(parts.book.open(), outcomeId)
    if (addMicros(free, offeredIn(sales)) < size) return []
    return salesToCancel(sales, (freed) => addMicros(free, freed) >= size)
  }

  /** Cash that the purchases among them may take. */
  function cashOf(counted: readonly Counted[]): Micros {
    const needed = counted.map(({ terms }) => {
      const known = listing(terms.outcomeId)
      return known === null ? ZERO : cashNeeded(terms, known)
    })
    return addMicros(...needed)
  }

  function unpairedBy(outcomeId: OutcomeId, other: OutcomeId | undefined, freed: Micros): Micros {
    return other === undefined ? ZERO : usage.unpairedShares(other, outcomeId, freed, funds.shares(other))
  }

  /** Every gate and limit, in the light of `counting`. */
  function check(intent: OrderTerms, counting: Counting = {}): CheckedOrder {
    const { old = [], others = [], together = 1, isHedge = false } = counting
    const { outcomeId } = intent
    const market = catalog.outcome(outcomeId)?.market
    const outcomeIds = market?.outcomes.map(({ id }) => id) ?? []
    const other = outcomeIds.find((id) => id !== outcomeId)
    const known = listing(outcomeId)
    const cash = funds.cash()
    const shares = intent.side === 'SELL' ? funds.shares(outcomeId) : null
    const buys = old.filter(({ side }) => side === 'BUY')
    const freedBuy = offeredIn(buys)
    const freedCash = addMicros(...buys.map((order) => notional(order.price, remaining(order))))
    const freed = offeredIn(old.filter((order) => order.side === 'SELL' && order.outcomeId === outcomeId))
    const free =
      shares === null
        ? null
        : subtractMicros(addMicros(freeShares(outcomeId) ?? ZERO, freed), sharesOf(others, 'SELL', outcomeId))
    const lacks = shares !== null && free !== null && free <= 0n
    const now = parts.clock.now()
    const unpairedShares = without(
      unpairedBy(outcomeId, other, freedBuy),
      addMicros(
        sharesOf(others, 'BUY', outcomeId),
        other === undefined ? ZERO : sharesOf(others, 'SELL', other),
      ),
    )
    const addsRisk = !isHedge && buysMore(intent, known?.bestAsk ?? null, unpairedShares)
    const refused = checkOrder(intent, {
      now,
      gate: parts.gate(cancels.epoch()),
      venue: parts.venueRefusal(intent.postOnly, together),
      notTradable: market?.notTradable,
      listing: known,
      limits: parts.limits(),
      dailyNotional: subtractMicros(
        addMicros(usage.dailyNotional(), notionalOf(others)),
        addMicros(...old.map(usage.dailyRest)),
      ),
      marketNotional: subtractMicros(
        addMicros(usage.marketNotional(outcomeIds), notionalOf(others, outcomeIds)),
        freedCash,
      ),
      marketOutside: usage.marketOutside(outcomeIds),
      loss: addsRisk ? parts.lossRefusal() : null,
      unpairedShares,
      openOrders: usage.openOrders() - old.length + others.filter(({ isResting }) => isResting).length,
      sentInLastMinute: [...usage.sentInLastMinute(), ...others.map(() => now)],
      freeCash:
        cash === null
          ? null
          : addMicros(subtractMicros(cash, addMicros(usage.reservedCash(), cashOf(others))), freedCash),
      allowance: funds.allowance(),
      freeShares: free,
      settlingShares: lacks ? parts.settling(outcomeId, shares) : ZERO,
      overdueShares: funds.overdue(outcomeId),
    })
    if (refused !== null) return err(refused)
    if (market === undefined || known === null) throw new Error('an order passed without a market')
    return ok({ marketId: market.id, tickSize: known.tickSize, negRisk: market.negRisk, addsRisk })
  }

  return {
    check,
    /** The purchase as if the sale of the market's other outcome had just been accepted, which nothing shows yet. */
    judgeBothSides(
      sale: OrderTerms,
      purchase: OrderTerms,
    ): Readonly<Record<'sale' | 'purchase', Rejection | null>> {
      const sold = refusalOf(check(sale, { old: inTheWay(sale) }))
      if (sold !== null) return { sale: sold, purchase: rejection('sale_not_accepted') }
      const bought = refusalOf(check(purchase, { others: [accepted(sale, books.view(sale.outcomeId))] }))
      const isCertain = bought !== null && !MAY_CHANGE_BY_SALE.has(bought.code)
      return { sale: isCertain ? rejection('purchase_not_possible') : null, purchase: bought }
    },
    /** Each as if all the others had just left: what one more would exceed refuses every one. */
    judgeTogether(
      intents: readonly OrderTerms[],
      isHedge: boolean,
    ): Result<readonly CheckedTerms[], Rejection> {
      const checked: CheckedTerms[] = []
      for (const intent of intents) {
        const counted = intents
          .filter((one) => one !== intent)
          .map((terms): Counted => {
            // A purchase that takes buys what its cash buys.
            const size = maxShares(terms, listing(terms.outcomeId)?.bestAsk ?? null)
            return { terms, size, isResting: true }
          })
        const one = check(intent, { others: counted, together: intents.length, isHedge })
        if (!one.ok) return counted.length === 0 ? one : err(ofAll(one.error, counted.length))
        checked.push(one.value)
      }
      return ok(checked)
    },
    /** Open purchases of more than pairs with what is held of the other outcome. */
    addingRisk(): readonly OrderId[] {
      return parts.book.open().flatMap((order) => {
        const { id, side, outcomeId } = order
        if (id === null || side === 'SELL') return []
        const rest = remaining(order)
        const outcomes = catalog.outcome(outcomeId)?.market.outcomes ?? []
        const other = outcomes.find((outcome) => outcome.id !== outcomeId)?.id
        return rest > unpairedBy(outcomeId, other, rest) ? id : []
      })
    },
    inTheWay,
    freeShares,
    /** Checks of facts that may have changed since: asked again right before the first byte. */
    recheck(intent: OrderIntent): Rejection | null {
      const reason = catalog.outcome(intent.outcomeId)?.market.notTradable
      return reason === undefined
        ? (checkListing(intent, listing(intent.outcomeId)) ?? parts.venueRefusal(intent.postOnly, 0))
        : rejection('market_not_supported', { message: reason })
    },
  }
}

export function createOrderGate(room: Room, isStopping: () => boolean): OrderGate {
  const { cancels, proofs } = room.book
  return (epoch, order) => {
    if (isStopping()) return rejection('safe_mode', { message: 'The terminal is stopping.' })
    const closed = room.outerGate()
    if (closed !== null) return closed
    if (!proofs.isReconciled())
      return rejection('safe_mode', { message: 'Own orders have not been read yet.' })
    if (order === undefined) return cancels.refusal(epoch, null)
    const marketId = room.catalog.outcome(order.outcomeId)?.market.id ?? null
    return cancels.refusal(epoch, { ...order, marketId })
  }
}

/** The cash of a sale and what it takes off the exposure count once the venue says so. */
const MAY_CHANGE_BY_SALE: ReadonlySet<RejectCode> = new Set(['insufficient_balance', 'max_position_notional'])

function accepted(sale: OrderTerms, book: BookView | null): Counted {
  const { filled } = walkOrder(sale, sale.postOnly ? [] : (book?.bids ?? []))
  const mayRest = !isTaking(sale.timeInForce)
  return { terms: sale, size: mayRest ? sale.size : filled, isResting: mayRest && filled < sale.size }
}

/** Why it may not be placed; null when it may. */
export function refusalOf(judged: CheckedOrder): Rejection | null {
  return judged.ok ? null : judged.error
}

/** With the words that it is the orders together; they come after every price of the message. */
function ofAll(refusal: Rejection, others: number): Rejection {
  const rest = others === 1 ? 'order' : `${others} orders`
  const message = `${refusal.message.replace(/[.]$/, '')}, together with the other ${rest} of this command.`
  return { ...refusal, message }
}

function sharesOf(counted: readonly Counted[], side: Side, outcomeId: OutcomeId): Micros {
  const meant = counted.filter(({ terms }) => terms.side === side && terms.outcomeId === outcomeId)
  return addMicros(...meant.map(({ size }) => size))
}

/** Notional of the purchases among them, of these outcomes or of all. */
function notionalOf(counted: readonly Counted[], outcomeIds?: readonly OutcomeId[]): Micros {
  const meant = counted.filter(
    ({ terms }) => terms.side === 'BUY' && outcomeIds?.includes(terms.outcomeId) !== false,
  )
  return addMicros(...meant.map(({ terms }) => notional(terms.price, terms.size)))
}

/** True of a purchase of more shares than pair with others; below its limit one that takes gets more than its size. */
function buysMore(terms: OrderTerms, ask: Price | null, unpaired: Micros): boolean {
  return terms.side === 'BUY' && maxShares(terms, ask) > unpaired
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
