/**
 * Decides what a paper order does by the live books and trades (decision 35): pure but for the state that it owns, since
 * books, trades and time are given to it. Invariants: nothing fills beyond what the book showed or a trade carried,
 * nothing is taken twice, and cash and shares move by whole entries of the journal only.
 */
import type { BookView, Level } from '#core/book/book.ts'
import { walkOrder } from '#core/book/book-walk.ts'
import { fillFee } from '#core/fees.ts'
import type { MarketId, OrderId, OutcomeId, TradeId } from '#core/ids.ts'
import type { Instant, Market } from '#core/market/market.ts'
import { roundSizeDown, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import { isTaking } from '#core/order/order-amounts.ts'
import { hasExpired } from '#core/order/order-ending.ts'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { rejection } from '#core/reject-codes.ts'
import type { PlaceOutcome, OrderRequest } from '#ports/venue-trading.ts'
import { applyEntry, openOrders, restOf } from './account.ts'
import type { PaperAccount, PaperEntry, PaperOrder } from './account.ts'
import { inFirstOutcome, isWithin } from './first-outcome.ts'
import { joinQueue, observeLevel, passQueue, type Queue } from './queue.ts'
import { KILLED, meets, refusalOf } from './refusals.ts'
import { createConsumedLiquidity, type ConsumedLiquidity } from './consumed-liquidity.ts'
import { createReportedTrades, type ReportedTrade } from './reported-trades.ts'

/** The live venue as far as paper orders look at it. */
export type LiveMarkets = {
  readonly market: (outcomeId: OutcomeId) => Market | null
  /** The book of an outcome that is followed; null for any other. */
  readonly book: (outcomeId: OutcomeId) => BookView | null
}

export type PaperExchange = ReturnType<typeof createPaperExchange>

type ExchangeParts = {
  readonly account: PaperAccount
  readonly markets: LiveMarkets
  readonly nextTradeId: () => TradeId
  /** Gets each entry once the account has it. */
  readonly record: (entry: PaperEntry) => void
}

type ExchangeState = ExchangeParts & {
  readonly consumed: ConsumedLiquidity
  readonly reportedTrades: ReturnType<typeof createReportedTrades>
  readonly queues: Map<OrderId, Queue>
}

/** Builds the exchange over an account as its journal left it. */
export function createPaperExchange(parts: ExchangeParts) {
  const { account, markets } = parts
  const consumed = createConsumedLiquidity()
  const exchange: ExchangeState = {
    ...parts,
    consumed,
    reportedTrades: createReportedTrades(),
    queues: new Map(),
  }

  return {
    /** An order comes in. */
    place(id: OrderId, request: OrderRequest, at: Instant): PlaceOutcome {
      const market = markets.market(request.outcomeId)
      const book = markets.book(request.outcomeId)
      const refused = refusalOf(request, market, book, account, at)
      if (refused !== null || market === null || book === null) {
        return { kind: 'refused', rejection: refused ?? rejection('unknown_outcome') }
      }
      consumed.observe(market, request.outcomeId, book.bids, book.asks)
      const delayMs = meets(book, request.side, request.price) ? market.secondsDelay * 1_000 : 0
      const killed = delayMs === 0 ? killText(exchange, request, market, book) : null
      if (killed !== null) {
        return { kind: 'refused', rejection: rejection('venue_rejected', { message: killed }) }
      }
      write(exchange, { type: 'placed', order: newOrder(id, request, market.id, at, delayMs) })
      if (delayMs > 0) return { kind: 'accepted', orderId: id, status: 'delayed' }
      meet(exchange, id, market, book, at)
      const isTraded = (current(exchange, id)?.filled ?? ZERO) > 0n
      return { kind: 'accepted', orderId: id, status: isTraded ? 'matched' : 'live' }
    },
    /** Ends a live order; false for one that is delayed, over or not known. */
    cancel(id: OrderId): boolean {
      if (current(exchange, id)?.state !== 'live') return false
      end(exchange, id, 'cancelled')
      return true
    },
    /** The book of an outcome has changed. */
    onBook: (outcomeId: OutcomeId, at: Instant) => onBook(exchange, outcomeId, at),
    /** A trade of others was reported. */
    onTrade: (trade: ReportedTrade, at: Instant) => onTrade(exchange, trade, at),
    /** Time has passed: delays, expirations, starts of games, closed and resolved markets. */
    onClock(at: Instant): void {
      for (const order of openOrders(account)) {
        const market = markets.market(order.outcomeId)
        const ending = endOf(order, market, at)
        if (ending !== null) end(exchange, order.id, ending)
        else endDelay(exchange, order, market, at)
      }
      pay(exchange, at)
    },
  }
}

function write({ account, record }: ExchangeState, entry: PaperEntry): void {
  applyEntry(account, entry)
  record(entry)
}

function end(exchange: ExchangeState, id: OrderId, state: 'cancelled' | 'invalid'): void {
  exchange.queues.delete(id)
  write(exchange, { type: 'ended', id, state })
}

function fill(
  exchange: ExchangeState,
  order: PaperOrder,
  price: Price,
  size: Micros,
  role: 'maker' | 'taker',
  now: Instant,
): void {
  const { id: orderId, outcomeId, marketId, side } = order
  const curve = exchange.markets.market(outcomeId)?.fee ?? null
  const fee = fillFee({ role, price, size }, true, curve) ?? ZERO
  const trade = {
    id: exchange.nextTradeId(),
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
  write(exchange, { type: 'filled', trade })
  if (exchange.account.orders.get(orderId)?.state === 'matched') exchange.queues.delete(orderId)
}

function current({ account }: ExchangeState, id: OrderId): PaperOrder | null {
  return account.orders.get(id) ?? null
}

/** Takes what the book still has for the order, level by level, at the levels' prices or, for one that rested, at its own. */
function take(
  exchange: ExchangeState,
  order: PaperOrder,
  market: Market,
  book: BookView,
  role: 'maker' | 'taker',
  at: Instant,
): void {
  const { outcomeId, side, price: limit } = order
  const { parts: taken } = walkOrder(
    { ...order, size: restOf(order) },
    levelsFor(exchange, order, market, book),
  )
  for (const [price, size] of taken) {
    exchange.consumed.take(market, outcomeId, side, price, size)
    fill(exchange, order, role === 'maker' ? limit : price, size, role, at)
  }
}

/** Levels left on the side that an order meets. */
function levelsFor(
  { consumed }: ExchangeState,
  { outcomeId, side }: Pick<OrderRequest, 'outcomeId' | 'side'>,
  market: Market,
  book: BookView,
): readonly Level[] {
  return consumed.left(market, outcomeId, side, side === 'BUY' ? book.asks : book.bids)
}

function killText(
  exchange: ExchangeState,
  request: OrderRequest,
  market: Market,
  book: BookView,
): string | null {
  const { timeInForce } = request
  if (!isTaking(timeInForce)) return null
  const walk = walkOrder(request, levelsFor(exchange, request, market, book))
  if (timeInForce === 'FOK') return walk.complete ? null : KILLED.FOK
  return walk.filled === 0n ? KILLED.FAK : null
}

/** Own orders that would trade with this one end first: an account never trades with itself. */
function endOwnInTheWay(exchange: ExchangeState, order: PaperOrder, market: Market): void {
  const incoming = inFirstOutcome(market, order)
  for (const resting of openOrders(exchange.account)) {
    if (resting.id === order.id || resting.marketId !== order.marketId || resting.state !== 'live') continue
    const other = inFirstOutcome(market, resting)
    if (other.side !== incoming.side && isWithin(incoming.side, other.price, incoming.price)) {
      end(exchange, resting.id, 'cancelled')
    }
  }
}

/** Meets the book: trades, then rests or ends. */
function meet(exchange: ExchangeState, id: OrderId, market: Market, book: BookView, at: Instant): void {
  const order = current(exchange, id)
  if (order === null) return
  endOwnInTheWay(exchange, order, market)
  take(exchange, order, market, book, 'taker', at)
  const after = current(exchange, id)
  if (after === null || after.state === 'matched') return
  if (isTaking(after.timeInForce)) {
    end(exchange, id, 'cancelled')
    return
  }
  const ahead = shownAt(book, after.side, after.price)
  write(exchange, { type: 'rested', id, ahead })
  exchange.queues.set(id, joinQueue(ahead))
}

function queueOf({ queues }: ExchangeState, order: PaperOrder): Queue {
  return queues.get(order.id) ?? joinQueue(order.ahead)
}

function onBook(exchange: ExchangeState, outcomeId: OutcomeId, at: Instant): void {
  const resting = openOrders(exchange.account).filter(
    (one) => one.outcomeId === outcomeId && one.state === 'live',
  )
  const market = exchange.markets.market(outcomeId)
  // Most books are of no concern, and a view of one is a copy.
  if (market === null || (resting.length === 0 && !exchange.consumed.hasAny(market))) return
  const book = exchange.markets.book(outcomeId)
  if (book === null || book.staleReason !== null) return
  exchange.consumed.observe(market, outcomeId, book.bids, book.asks)
  for (const order of resting.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    exchange.queues.set(
      order.id,
      observeLevel(queueOf(exchange, order), shownAt(book, order.side, order.price), at),
    )
    take(exchange, order, market, book, 'maker', at)
  }
}

function onTrade(exchange: ExchangeState, trade: ReportedTrade, at: Instant): void {
  const market = exchange.markets.market(trade.outcomeId)
  if (market === null || !exchange.reportedTrades.isNew(market, trade, at)) return
  const taker = inFirstOutcome(market, trade)
  const met = openOrders(exchange.account)
    .filter((order) => order.marketId === market.id && order.state === 'live')
    .map((order) => ({ order, own: inFirstOutcome(market, order) }))
    .filter(({ own }) => own.side !== taker.side && isWithin(taker.side, own.price, taker.price))
    .toSorted((a, b) => rankOf(a.own) - rankOf(b.own))
  let left = roundSizeDown(trade.size)
  for (const { order, own } of met) {
    let share: Micros = left
    if (own.price === taker.price) {
      const passed = passQueue(queueOf(exchange, order), left, at)
      exchange.queues.set(order.id, passed.queue)
      share = roundSizeDown(passed.reached)
    }
    const rest = restOf(order)
    const size = share < rest ? share : rest
    if (size <= 0n) continue
    fill(exchange, order, order.price, size, 'maker', at)
    left = subtractMicros(left, size)
  }
}

function endOf(order: PaperOrder, market: Market | null, at: Instant): 'cancelled' | 'invalid' | null {
  if (order.state !== 'live') return null
  if (hasExpired(order, at, 0)) return 'cancelled'
  if (market === null) return null
  if (market.status !== 'open') return 'invalid'
  const start = market.gameStartTime
  const isCleared = market.cancelsAtStart && start !== null && order.createdAt < start && at >= start
  return isCleared ? 'cancelled' : null
}

function endDelay(exchange: ExchangeState, order: PaperOrder, market: Market | null, at: Instant): void {
  if (order.delayEndsAt === null || at < order.delayEndsAt) return
  const book = exchange.markets.book(order.outcomeId)
  if (market === null || book === null || book.staleReason !== null || market.status !== 'open') {
    // The book as it is now decides; one that cannot be seen fills nothing.
    end(exchange, order.id, 'invalid')
    return
  }
  const request = { ...order, tickSize: book.tickSize, negRisk: market.negRisk, postOnly: false }
  if (killText(exchange, request, market, book) === null) meet(exchange, order.id, market, book, at)
  else end(exchange, order.id, 'cancelled')
}

function pay(exchange: ExchangeState, at: Instant): void {
  for (const [outcomeId, size] of exchange.account.shares) {
    const market = exchange.markets.market(outcomeId)
    if (market === null || market.status !== 'resolved' || market.winningOutcomeId === null) continue
    // A share that won pays one pUSD.
    const cash = market.winningOutcomeId === outcomeId ? size : ZERO
    write(exchange, { type: 'paid', payout: { outcomeId, marketId: market.id, size, cash, at } })
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

/** Size shown on the order's own side at its price. */
function shownAt(book: BookView, side: Side, price: Price): Micros {
  const level = (side === 'BUY' ? book.bids : book.asks).find(([at]) => at === price)
  return level?.[1] ?? ZERO
}

/** Orders of one side by this: the best price first. Equal ones stay in the order of their arrival. */
function rankOf({ side, price }: { readonly side: Side; readonly price: Price }): number {
  return side === 'BUY' ? 0 - price : price
}
