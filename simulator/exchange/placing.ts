// How an order comes in: it is refused, waits out its delay, trades, rests or is killed. Funds are checked against all
// that open orders hold before anything changes; from then on nothing can fail.
import type { BookOrder, NewOrder, PlaceAnswer } from '../types.ts'
import { mirrored, outcomeIndex, restOf } from './book.ts'
import { cheapRefusal, refuse, TEXTS } from './checks.ts'
import { changeTick, type MarketState } from './market-state.ts'
import { crosses, plannedFill, planMatch, type Plan } from './matching.ts'
import { cashDown } from './money.ts'
import type { ExchangeParts } from './parts.ts'

const FINER_ABOVE = 9_600
const FINER_BELOW = 400

/** Takes an order that passed the checks of its form; a forced delay holds it at any book. */
export function place(
  parts: ExchangeParts,
  state: MarketState,
  order: NewOrder,
  forcedDelayMs?: number,
): PlaceAnswer {
  const { clock, store, open } = parts
  const marketable = crosses(state.book, state.market, order)
  const plan = planMatch(state.book, state.market, order)
  if (order.postOnly && marketable) return refuse(TEXTS.crossing)
  const tooCheap = marketable ? cheapRefusal(order) : null
  if (tooCheap !== null) return tooCheap
  if (!isCovered(parts, order, plan)) return refuse(TEXTS.balance)
  const entry = bookOrder(order, clock.now())
  const delayMs = forcedDelayMs ?? (marketable ? state.market.secondsDelay * 1000 : 0)
  if (delayMs > 0) return delay(parts, state, entry, delayMs)
  store.add(entry)
  const killed = killText(order, plan)
  if (killed === null) return execute(parts, state, entry, plan, 'PLACEMENT')
  open.finish(state, entry, 'CANCELED', killed)
  return refuse(killed)
}

/** The proceeds of trades that have not settled: no order spends them. */
function unsettled({ isDropped, settlement }: ExchangeParts, { wallet, side, token }: NewOrder): bigint {
  if (isDropped(wallet)) return 0n
  return settlement
    .unsettled(wallet)
    .map((trade) => (side === 'BUY' ? trade.cash : trade.token === token ? trade.shares : 0n))
    .reduce((sum, moved) => (moved > 0n ? sum + moved : sum), 0n)
}

/** The order's own amount (or more, when rounding asks a micro more) and the fee of what would trade at once. */
function isCovered(parts: ExchangeParts, order: NewOrder, plan: Plan): boolean {
  const { accounts } = parts
  const late = unsettled(parts, order)
  if (order.side === 'SELL') return accounts.freeShares(order.wallet, order.token) - late >= order.size
  const own = order.budget ?? cashDown(order.size, order.price)
  const left = rests(order) && order.size > plan.size ? order.size - plan.size : 0n
  const spent = plan.cash + cashDown(left, order.price)
  return accounts.freeCash(order.wallet) - late >= (own > spent ? own : spent) + plan.fee
}

function delay(parts: ExchangeParts, state: MarketState, order: BookOrder, waitMs: number): PlaceAnswer {
  const { open, store, publisher } = parts
  open.delay(order, waitMs, () => resume(parts, state, order))
  store.add(order)
  publisher.publish(state.market, { type: 'order', order, change: 'PLACEMENT' })
  return { kind: 'placed', status: 'delayed', making: 0n, taking: 0n, tradeIds: [] }
}

/** The delay is over: the order meets the book as it is now. */
function resume(parts: ExchangeParts, state: MarketState, order: BookOrder): void {
  const { open } = parts
  open.endDelay(order)
  const plan = planMatch(state.book, state.market, order)
  const refusal = isCovered(parts, order, plan) ? killText(order, plan) : TEXTS.balance
  if (refusal === null) execute(parts, state, order, plan, 'UPDATE')
  else open.finish(state, order, refusal === TEXTS.balance ? 'INVALID' : 'CANCELED', refusal)
}

function execute(
  parts: ExchangeParts,
  state: MarketState,
  order: BookOrder,
  plan: Plan,
  change: 'PLACEMENT' | 'UPDATE',
): PlaceAnswer {
  const { open, settlement } = parts
  for (const resting of plan.selfTrades) open.end(resting.order, 'CANCELED', 'self-trade prevented')
  const isTraded = plan.fills.length > 0
  if (isTraded) {
    const trade = settlement.settle(state.market, order, plan)
    for (const fill of plan.fills) open.takeFrom(state, fill.maker, fill.size, trade.id)
    order.trades.push(trade.id)
    const index = outcomeIndex(state.market, order.token)
    const side = (order.side === 'BUY') === (index === 0) ? 'BUY' : 'SELL'
    Object.assign(state, { last: { price: mirrored(index, plan.lastPrice), side } })
  }
  order.filled = plan.size
  settleRest(parts, state, order, plan, change)
  open.tellLevels(state)
  if (isTraded) refineTick(parts, state)
  const [making, taking] = order.side === 'BUY' ? [plan.cash, plan.size] : [plan.size, plan.cash]
  return {
    kind: 'placed',
    status: isTraded ? 'matched' : 'live',
    making,
    taking,
    tradeIds: [...order.trades],
  }
}

/** The rest of the order rests or ends. One that rests after its delay is published as unmatched once, and is live from then on. */
function settleRest(
  { open, publisher, store }: ExchangeParts,
  state: MarketState,
  order: BookOrder,
  plan: Plan,
  change: 'PLACEMENT' | 'UPDATE',
): void {
  const left = order.budget === null ? order.size - plan.size : 0n
  if (rests(order) && left > 0n) {
    order.status = 'LIVE'
    open.rest(state, order, left)
    const isUnmatched = change === 'UPDATE' && plan.size === 0n
    const seen: BookOrder = isUnmatched ? { ...order, status: 'UNMATCHED' } : order
    publisher.publish(state.market, { type: 'order', order: seen, change })
  } else if (left > 0n || (order.budget !== null && !plan.complete)) {
    order.status = 'LIVE'
    publisher.publish(state.market, { type: 'order', order, change })
    open.finish(state, order, 'CANCELED', 'the rest of a FAK order is canceled')
  } else {
    order.status = 'MATCHED'
    store.end(order)
    publisher.publish(state.market, { type: 'order', order, change })
  }
}

/** At the extremes a market goes on with a finer tick. */
function refineTick({ publisher }: ExchangeParts, state: MarketState): void {
  const price = state.last?.price ?? FINER_BELOW
  if (state.market.tick === 100 && (price > FINER_ABOVE || price < FINER_BELOW))
    changeTick(publisher, state, 10)
}

/** Fills resting orders of one outcome and side in one trade with `counterparty`; false when none of them rests. */
export function fill(
  parts: ExchangeParts,
  state: MarketState,
  wanted: readonly { readonly id: string; readonly size: bigint }[],
  counterparty: NewOrder,
): boolean {
  const fills = wanted.flatMap(({ id, size }) => {
    const resting = parts.open.resting(id)
    if (resting === undefined || size <= 0n) return []
    const left = restOf(resting)
    return [plannedFill(counterparty, resting, size < left ? size : left)]
  })
  if (fills.length === 0) return false
  const size = fills.reduce((sum, planned) => sum + planned.size, 0n)
  const cash = fills.reduce((sum, planned) => sum + planned.takerCash, 0n)
  const { price } = counterparty
  const plan = { price, lastPrice: price, size, cash, fee: 0n, fills, selfTrades: [], complete: true }
  execute(parts, state, bookOrder({ ...counterparty, size }, parts.clock.now()), plan, 'PLACEMENT')
  return true
}

function rests(order: NewOrder): boolean {
  return order.type === 'GTC' || order.type === 'GTD'
}

function killText(order: NewOrder, plan: Plan): string | null {
  if (order.type === 'FOK' && !plan.complete) return TEXTS.fok
  if (order.type === 'FAK' && plan.size === 0n) return TEXTS.fak
  return null
}

function bookOrder(order: NewOrder, now: number): BookOrder {
  return {
    ...order,
    status: 'LIVE',
    filled: 0n,
    createdAt: now,
    trades: [],
    endedAt: null,
    endReason: '',
  }
}
