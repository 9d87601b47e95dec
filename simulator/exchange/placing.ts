// How an order comes in: it is refused, waits out its delay, trades, rests or is killed. Funds are checked against all
// that open orders hold before anything changes; from then on nothing can fail.
import type { BookOrder, NewOrder, PlaceAnswer, SimulatorClock, TickSteps } from '../types.ts'
import type { Accounts } from './accounts.ts'
import { mirrored, outcomeIndex, restOf } from './book.ts'
import { cheapRefusal, refuse, TEXTS } from './checks.ts'
import type { EventPublisher } from './events.ts'
import type { MarketState } from './market-state.ts'
import { crosses, plannedFill, planMatch, type Plan } from './matching.ts'
import { cashDown } from './money.ts'
import type { OpenOrders } from './open-orders.ts'
import type { OrderStore } from './orders.ts'
import type { Settlement } from './settlement.ts'

export type Placing = ReturnType<typeof createPlacing>

type PlacingDeps = {
  readonly clock: SimulatorClock
  readonly accounts: Accounts
  readonly store: OrderStore
  readonly open: OpenOrders
  readonly publisher: EventPublisher
  readonly settlement: Settlement
  /** Wallets that may spend what has not settled: those of the simulated traders. */
  readonly isDropped: (wallet: string) => boolean
  readonly changeTick: (state: MarketState, tick: TickSteps) => void
}

const FINER_ABOVE = 9_600
const FINER_BELOW = 400

/** The placing side of an exchange over its parts. */
export function createPlacing(deps: PlacingDeps) {
  const { clock, accounts, store, open, publisher } = deps

  /** Takes an order that passed the checks of its form; a forced delay holds it at any book. */
  function place(state: MarketState, order: NewOrder, forcedDelayMs?: number): PlaceAnswer {
    const marketable = crosses(state.book, state.market, order)
    const plan = planMatch(state.book, state.market, order)
    if (order.postOnly && marketable) return refuse(TEXTS.crossing)
    const tooCheap = marketable ? cheapRefusal(order) : null
    if (tooCheap !== null) return tooCheap
    if (!isCovered(order, plan)) return refuse(TEXTS.balance)
    const entry = bookOrder(order, clock.now())
    const delayMs = forcedDelayMs ?? (marketable ? state.market.secondsDelay * 1000 : 0)
    if (delayMs > 0) return delay(state, entry, delayMs)
    store.add(entry)
    const killed = killText(order, plan)
    if (killed === null) return execute(state, entry, plan, 'PLACEMENT')
    open.finish(state, entry, 'CANCELED', killed)
    return refuse(killed)
  }

  /** The proceeds of trades that have not settled: no order spends them. */
  function unsettled({ wallet, side, token }: NewOrder): bigint {
    if (deps.isDropped(wallet)) return 0n
    return deps.settlement
      .unsettled(wallet)
      .map((trade) => (side === 'BUY' ? trade.cash : trade.token === token ? trade.shares : 0n))
      .reduce((sum, moved) => (moved > 0n ? sum + moved : sum), 0n)
  }

  /** The order's own amount (or more, when rounding asks a micro more) and the fee of what would trade at once. */
  function isCovered(order: NewOrder, plan: Plan): boolean {
    const late = unsettled(order)
    if (order.side === 'SELL') return accounts.freeShares(order.wallet, order.token) - late >= order.size
    const own = order.budget ?? cashDown(order.size, order.price)
    const left = rests(order) && order.size > plan.size ? order.size - plan.size : 0n
    const spent = plan.cash + cashDown(left, order.price)
    return accounts.freeCash(order.wallet) - late >= (own > spent ? own : spent) + plan.fee
  }

  function delay(state: MarketState, order: BookOrder, waitMs: number): PlaceAnswer {
    open.delay(order, waitMs, () => resume(state, order))
    store.add(order)
    publisher.publish(state.market, { type: 'order', order, change: 'PLACEMENT' })
    return { kind: 'placed', status: 'delayed', making: 0n, taking: 0n, tradeIds: [] }
  }

  /** The delay is over: the order meets the book as it is now. */
  function resume(state: MarketState, order: BookOrder): void {
    open.endDelay(order)
    const plan = planMatch(state.book, state.market, order)
    const refusal = isCovered(order, plan) ? killText(order, plan) : TEXTS.balance
    if (refusal === null) execute(state, order, plan, 'UPDATE')
    else open.finish(state, order, refusal === TEXTS.balance ? 'INVALID' : 'CANCELED', refusal)
  }

  function execute(
    state: MarketState,
    order: BookOrder,
    plan: Plan,
    change: 'PLACEMENT' | 'UPDATE',
  ): PlaceAnswer {
    for (const resting of plan.selfTrades) open.end(resting.order, 'CANCELED', 'self-trade prevented')
    const isTraded = plan.fills.length > 0
    if (isTraded) {
      const trade = deps.settlement.settle(state.market, order, plan)
      for (const fill of plan.fills) open.takeFrom(state, fill.maker, fill.size, trade.id)
      order.trades.push(trade.id)
      const index = outcomeIndex(state.market, order.token)
      const side = (order.side === 'BUY') === (index === 0) ? 'BUY' : 'SELL'
      Object.assign(state, { last: { price: mirrored(index, plan.lastPrice), side } })
    }
    order.filled = plan.size
    settleRest(state, order, plan, change)
    open.tellLevels(state)
    if (isTraded) refineTick(state)
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
  function refineTick(state: MarketState): void {
    const price = state.last?.price ?? FINER_BELOW
    if (state.market.tick === 100 && (price > FINER_ABOVE || price < FINER_BELOW)) deps.changeTick(state, 10)
  }

  /** Fills resting orders of one outcome and side in one trade with `counterparty`; false when none of them rests. */
  function fill(
    state: MarketState,
    wanted: readonly { readonly id: string; readonly size: bigint }[],
    counterparty: NewOrder,
  ): boolean {
    const fills = wanted.flatMap(({ id, size }) => {
      const resting = open.resting(id)
      if (resting === undefined || size <= 0n) return []
      const left = restOf(resting)
      return [plannedFill(counterparty, resting, size < left ? size : left)]
    })
    if (fills.length === 0) return false
    const size = fills.reduce((sum, planned) => sum + planned.size, 0n)
    const cash = fills.reduce((sum, planned) => sum + planned.takerCash, 0n)
    const { price } = counterparty
    const plan = { price, lastPrice: price, size, cash, fee: 0n, fills, selfTrades: [], complete: true }
    execute(state, bookOrder({ ...counterparty, size }, clock.now()), plan, 'PLACEMENT')
    return true
  }

  return { place, fill }
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
