/**
 * Decides what a paper order does by the live books and trades (decision 35): pure but for the state that it owns, since
 * books, trades and time are told to it. Invariants: nothing fills beyond what the book showed or a trade carried,
 * nothing is taken twice, and cash and shares move by whole entries of the journal only.
 */
import type { BookView, Level } from '#core/book.ts'
import { walkOrder } from '#core/book-walk.ts'
import { fillFee } from '#core/fees.ts'
import type { MarketId, OrderId, OutcomeId, TradeId } from '#core/ids.ts'
import type { Instant, Market } from '#core/market.ts'
import { roundSizeDown, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { isTaking } from '#core/order-amounts.ts'
import type { Side } from '#core/order.ts'
import type { Price } from '#core/price.ts'
import { rejection } from '#core/reject-codes.ts'
import type { PlaceOutcome, OrderRequest } from '#ports/venue-trading.ts'
import { applyEntry, openOrders, restOf } from './account.ts'
import type { PaperAccount, PaperEntry, PaperOrder } from './account.ts'
import { fromFirstEnd, isWithin } from './ends.ts'
import { joinQueue, observeLevel, passQueue } from './queue.ts'
import type { Queue } from './queue.ts'
import { KILLED, meets, refusalOf } from './refusals.ts'
import { createTakings } from './takings.ts'
import { createToldTrades } from './told-trades.ts'
import type { ToldTrade } from './told-trades.ts'

/** The live venue as far as paper orders look at it. */
export type LiveMarkets = {
  readonly market: (outcomeId: OutcomeId) => Market | null
  /** The book of an outcome that is followed; null for any other. */
  readonly book: (outcomeId: OutcomeId) => BookView | null
}

export type PaperExchange = {
  /** An order comes in. */
  readonly place: (id: OrderId, request: OrderRequest, now: Instant) => PlaceOutcome
  /** Ends a live order; false for one that is delayed, over or not known. */
  readonly cancel: (id: OrderId) => boolean
  /** The book of an outcome has changed. */
  readonly onBook: (outcomeId: OutcomeId, now: Instant) => void
  /** A trade of others was told. */
  readonly onTrade: (trade: ToldTrade, now: Instant) => void
  /** Time has passed: delays, expirations, starts of games, closed and resolved markets. */
  readonly onClock: (now: Instant) => void
}

/** The venue ends a GTD order this long before its stated time. */
const GTD_ENDS_EARLY_MS = 60_000

/**
 * Builds the exchange over an account as its journal left it.
 *
 * @param record  told of each entry once the account has it
 */
export function createPaperExchange(parts: {
  readonly account: PaperAccount
  readonly markets: LiveMarkets
  readonly nextTradeId: () => TradeId
  readonly record: (entry: PaperEntry) => void
}): PaperExchange {
  const { account, markets } = parts
  const takings = createTakings()
  const told = createToldTrades()
  const queues = new Map<OrderId, Queue>()

  function write(entry: PaperEntry): void {
    applyEntry(account, entry)
    parts.record(entry)
  }

  function end(id: OrderId, state: 'cancelled' | 'invalid'): void {
    queues.delete(id)
    write({ type: 'ended', id, state })
  }

  function fill(order: PaperOrder, price: Price, size: Micros, role: 'maker' | 'taker', now: Instant): void {
    const { id: orderId, outcomeId, marketId, side } = order
    const curve = markets.market(outcomeId)?.fee ?? null
    const fee = fillFee({ role, price, size }, true, curve) ?? ZERO
    const trade = {
      id: parts.nextTradeId(),
      orderId,
      outcomeId,
      marketId,
      side,
      price,
      size,
      fee,
      role,
      at: now,
    }
    write({ type: 'filled', trade })
    if (account.orders.get(orderId)?.state === 'matched') queues.delete(orderId)
  }

  function current(id: OrderId): PaperOrder | null {
    return account.orders.get(id) ?? null
  }

  /** Takes what the book still has for the order, level by level, at the levels' prices or, for one that rested, at its own. */
  function take(
    order: PaperOrder,
    market: Market,
    book: BookView,
    role: 'maker' | 'taker',
    at: Instant,
  ): void {
    const { outcomeId, side, price: limit } = order
    const { parts: taken } = walkOrder({ ...order, size: restOf(order) }, levelsFor(order, market, book))
    for (const [price, size] of taken) {
      takings.take(market, outcomeId, side, price, size)
      fill(order, role === 'maker' ? limit : price, size, role, at)
    }
  }

  /** What the book has left on the side that an order meets. */
  function levelsFor(
    { outcomeId, side }: Pick<OrderRequest, 'outcomeId' | 'side'>,
    market: Market,
    book: BookView,
  ): readonly Level[] {
    return takings.left(market, outcomeId, side, side === 'BUY' ? book.asks : book.bids)
  }

  function killText(request: OrderRequest, market: Market, book: BookView): string | null {
    const { timeInForce } = request
    if (!isTaking(timeInForce)) return null
    const walk = walkOrder(request, levelsFor(request, market, book))
    if (timeInForce === 'FOK') return walk.complete ? null : KILLED.FOK
    return walk.filled === 0n ? KILLED.FAK : null
  }

  /** Own orders that would trade with this one end first: an account never trades with itself. */
  function endOwnInTheWay(order: PaperOrder, market: Market): void {
    const incoming = fromFirstEnd(market, order)
    for (const resting of openOrders(account)) {
      if (resting.id === order.id || resting.marketId !== order.marketId || resting.state !== 'live') continue
      const other = fromFirstEnd(market, resting)
      if (other.side !== incoming.side && isWithin(incoming.side, other.price, incoming.price)) {
        end(resting.id, 'cancelled')
      }
    }
  }

  /** Meets the book: trades, then rests or ends. */
  function meet(id: OrderId, market: Market, book: BookView, at: Instant): void {
    const order = current(id)
    if (order === null) return
    endOwnInTheWay(order, market)
    take(order, market, book, 'taker', at)
    const after = current(id)
    if (after === null || after.state === 'matched') return
    if (isTaking(after.timeInForce)) {
      end(id, 'cancelled')
      return
    }
    const ahead = shownAt(book, after.side, after.price)
    write({ type: 'rested', id, ahead })
    queues.set(id, joinQueue(ahead))
  }

  function queueOf(order: PaperOrder): Queue {
    return queues.get(order.id) ?? joinQueue(order.ahead)
  }

  function onBook(outcomeId: OutcomeId, at: Instant): void {
    const resting = openOrders(account).filter((one) => one.outcomeId === outcomeId && one.state === 'live')
    const market = markets.market(outcomeId)
    // Most books are of no concern, and a view of one is a copy.
    if (market === null || (resting.length === 0 && !takings.hasAny(market))) return
    const book = markets.book(outcomeId)
    if (book === null || book.staleReason !== null) return
    takings.observe(market, outcomeId, book.bids, book.asks)
    for (const order of resting.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      queues.set(order.id, observeLevel(queueOf(order), shownAt(book, order.side, order.price), at))
      take(order, market, book, 'maker', at)
    }
  }

  function onTrade(trade: ToldTrade, at: Instant): void {
    const market = markets.market(trade.outcomeId)
    if (market === null || !told.isNew(market, trade, at)) return
    const taker = fromFirstEnd(market, trade)
    const met = openOrders(account)
      .filter((order) => order.marketId === market.id && order.state === 'live')
      .map((order) => ({ order, own: fromFirstEnd(market, order) }))
      .filter(({ own }) => own.side !== taker.side && isWithin(taker.side, own.price, taker.price))
      .toSorted((a, b) => rankOf(a.own) - rankOf(b.own))
    let left = roundSizeDown(trade.size)
    for (const { order, own } of met) {
      let share: Micros = left
      if (own.price === taker.price) {
        const passed = passQueue(queueOf(order), left, at)
        queues.set(order.id, passed.queue)
        share = roundSizeDown(passed.reached)
      }
      const rest = restOf(order)
      const size = share < rest ? share : rest
      if (size <= 0n) continue
      fill(order, order.price, size, 'maker', at)
      left = subtractMicros(left, size)
    }
  }

  function endOf(order: PaperOrder, market: Market | null, at: Instant): 'cancelled' | 'invalid' | null {
    if (order.state !== 'live') return null
    if (order.expiresAt !== null && at >= order.expiresAt - GTD_ENDS_EARLY_MS) return 'cancelled'
    if (market === null) return null
    if (market.status !== 'open') return 'invalid'
    const start = market.gameStartTime
    const isCleared = market.cancelsAtStart && start !== null && order.createdAt < start && at >= start
    return isCleared ? 'cancelled' : null
  }

  function endDelay(order: PaperOrder, market: Market | null, at: Instant): void {
    if (order.delayEndsAt === null || at < order.delayEndsAt) return
    const book = markets.book(order.outcomeId)
    if (market === null || book === null || book.staleReason !== null || market.status !== 'open') {
      // The book as it is now decides; one that cannot be seen fills nothing.
      end(order.id, 'invalid')
      return
    }
    const request = { ...order, tickSize: book.tickSize, negRisk: market.negRisk, postOnly: false }
    if (killText(request, market, book) === null) meet(order.id, market, book, at)
    else end(order.id, 'cancelled')
  }

  function pay(at: Instant): void {
    for (const [outcomeId, size] of account.shares) {
      const market = markets.market(outcomeId)
      if (market === null || market.status !== 'resolved' || market.winningOutcomeId === null) continue
      // A share that won pays one pUSD.
      const cash = market.winningOutcomeId === outcomeId ? size : ZERO
      write({ type: 'paid', payout: { outcomeId, marketId: market.id, size, cash, at } })
    }
  }

  return {
    place(id, request, at) {
      const market = markets.market(request.outcomeId)
      const book = markets.book(request.outcomeId)
      const refused = refusalOf(request, market, book, account, at)
      if (refused !== null || market === null || book === null) {
        return { kind: 'refused', rejection: refused ?? rejection('unknown_outcome') }
      }
      takings.observe(market, request.outcomeId, book.bids, book.asks)
      const delayMs = meets(book, request.side, request.price) ? market.secondsDelay * 1_000 : 0
      const killed = delayMs === 0 ? killText(request, market, book) : null
      if (killed !== null) {
        return { kind: 'refused', rejection: rejection('venue_rejected', { message: killed }) }
      }
      write({ type: 'placed', order: newOrder(id, request, market.id, at, delayMs) })
      if (delayMs > 0) return { kind: 'accepted', orderId: id, status: 'delayed' }
      meet(id, market, book, at)
      const isTraded = (current(id)?.filled ?? ZERO) > 0n
      return { kind: 'accepted', orderId: id, status: isTraded ? 'matched' : 'live' }
    },
    cancel(id) {
      if (current(id)?.state !== 'live') return false
      end(id, 'cancelled')
      return true
    },
    onBook,
    onTrade,
    onClock(at) {
      for (const order of openOrders(account)) {
        const market = markets.market(order.outcomeId)
        const ending = endOf(order, market, at)
        if (ending !== null) end(order.id, ending)
        else endDelay(order, market, at)
      }
      pay(at)
    },
  }
}

function newOrder(
  id: OrderId,
  request: OrderRequest,
  marketId: MarketId,
  at: Instant,
  delayMs: number,
): PaperOrder {
  const { outcomeId, side, price, size, timeInForce, expiresAt } = request
  return {
    id,
    outcomeId,
    marketId,
    side,
    price,
    size,
    timeInForce,
    expiresAt,
    filled: ZERO,
    createdAt: at,
    state: delayMs > 0 ? 'delayed' : 'live',
    delayEndsAt: delayMs > 0 ? at + delayMs : null,
    ahead: ZERO,
  }
}

/** What the book shows on the order's own side at its price. */
function shownAt(book: BookView, side: Side, price: Price): Micros {
  const level = (side === 'BUY' ? book.bids : book.asks).find(([at]) => at === price)
  return level?.[1] ?? ZERO
}

/** Orders of one side by this: the best price first. Equal ones stay in the order of their arrival. */
function rankOf({ side, price }: { readonly side: Side; readonly price: Price }): number {
  return side === 'BUY' ? 0 - price : price
}
