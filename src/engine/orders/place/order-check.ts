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

/** Change of what counts: an order that is taken for gone, or one of the same command as if it had just left. */
type Change = Pick<OrderTerms, 'side' | 'outcomeId'> & {
  /** Shares that it has traded or offers. */
  readonly shares: Micros
  /** Notional of a purchase, the cash that it may take, and its part of the day. */
  readonly cost: Micros
  readonly cash: Micros
  readonly day: Micros
  readonly open: number
}

type Counting = {
  /** Orders that are counted as gone: what would refuse the new order must not cost the trader these. */
  readonly old?: readonly Order[]
  /** Orders of the same command. */
  readonly others?: readonly Change[]
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

  function accepted(sale: OrderTerms): Change {
    const { filled } = walkOrder(sale, sale.postOnly ? [] : (books.view(sale.outcomeId)?.bids ?? []))
    const known = listing(sale.outcomeId)
    if (isTaking(sale.timeInForce)) return sent(sale, known, filled, 0)
    return sent(sale, known, sale.size, filled < sale.size ? 1 : 0)
  }

  /** @param pairing  shares of the outcome that come, and such of the other that go, beyond those that count already */
  function unpairedBy(outcomeId: OutcomeId, other: OutcomeId | undefined, pairing: Micros): Micros {
    return other === undefined ? ZERO : usage.unpairedShares(other, outcomeId, pairing, funds.shares(other))
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
    const changes = [...old.map((order) => gone(order, usage.dailyRest(order))), ...others]
    const sharesOf = (side: Side, id: OutcomeId | undefined): Micros =>
      sumOf(
        changes.filter((one) => one.side === side && one.outcomeId === id),
        'shares',
      )
    const free =
      shares === null ? null : subtractMicros(freeShares(outcomeId) ?? ZERO, sharesOf('SELL', outcomeId))
    const lacks = shares !== null && free !== null && free <= 0n
    const now = parts.clock.now()
    const pairing = addMicros(sharesOf('BUY', outcomeId), sharesOf('SELL', other))
    const unpairedShares = unpairedBy(outcomeId, other, pairing)
    const addsRisk = !isHedge && buysMore(intent, known?.bestAsk ?? null, unpairedShares)
    const refused = checkOrder(intent, {
      now,
      gate: parts.gate(cancels.epoch()),
      venue: parts.venueRefusal(intent.postOnly, together),
      notTradable: market?.notTradable,
      listing: known,
      limits: parts.limits(),
      dailyNotional: addMicros(usage.dailyNotional(), sumOf(changes, 'day')),
      marketNotional: addMicros(
        usage.marketNotional(outcomeIds),
        sumOf(
          changes.filter((one) => outcomeIds.includes(one.outcomeId)),
          'cost',
        ),
      ),
      marketOutside: usage.marketOutside(outcomeIds),
      loss: addsRisk ? parts.lossRefusal() : null,
      unpairedShares,
      openOrders: changes.reduce((sum, { open }) => sum + open, usage.openOrders()),
      sentInLastMinute: [...usage.sentInLastMinute(), ...others.map(() => now)],
      freeCash:
        cash === null ? null : subtractMicros(cash, addMicros(usage.reservedCash(), sumOf(changes, 'cash'))),
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
      const bought = refusalOf(check(purchase, { others: [accepted(sale)] }))
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
        const others = intents.filter((one) => one !== intent)
        // A purchase that takes buys what its cash buys.
        const counted = others.map((terms) => {
          const known = listing(terms.outcomeId)
          return sent(terms, known, maxShares(terms, known?.bestAsk ?? null), 1)
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
        return rest > unpairedBy(outcomeId, other, subtractMicros(ZERO, rest)) ? id : []
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

function gone({ side, outcomeId, price, ...order }: Order, dailyRest: Micros): Change {
  const shares = subtractMicros(ZERO, remaining(order))
  const cost = side === 'BUY' ? notional(price, shares) : ZERO
  return { side, outcomeId, shares, cost, cash: cost, day: subtractMicros(ZERO, dailyRest), open: -1 }
}

function sent(terms: OrderTerms, known: Listing | null, shares: Micros, open: number): Change {
  const { side, outcomeId, price, size } = terms
  const cost = side === 'BUY' ? notional(price, size) : ZERO
  const cash = known === null ? ZERO : cashNeeded(terms, known)
  return { side, outcomeId, shares, cost, cash, day: cost, open }
}

function sumOf(changes: readonly Change[], name: 'shares' | 'cost' | 'cash' | 'day'): Micros {
  return addMicros(...changes.map((one) => one[name]))
}

/** True of a purchase of more shares than pair with others; below its limit one that takes gets more than its size. */
function buysMore(terms: OrderTerms, ask: Price | null, unpaired: Micros): boolean {
  return terms.side === 'BUY' && maxShares(terms, ask) > unpaired
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
